/** Defines distortions: the target answers only the first entries of each populated relation. */
import type { Graph } from '../../../../reference/graph/graph.ts'
import { isObject, type Json } from '../../../../util/json.ts'
import { pointerSteps } from '../../../../util/pointer.ts'
import { mapJson } from '../../../bodies/map-json.ts'
import type { Difference } from '../../../compare/difference.ts'
import type { Distortion } from '../parts.ts'

const CAPPED = 'linked entries end after '

const relations = new WeakMap<Graph, ReadonlySet<string>>()

/** Returns the names of the attributes that are relations to many entries in each model that has them. */
function relationsIn(graph: Graph): ReadonlySet<string> {
  const before = relations.get(graph)
  if (before !== undefined) return before
  const { contentTypes, components } = graph.schema
  const all = [...contentTypes.values(), ...components.values()].flatMap(({ attributes }) => [
    ...attributes.values(),
  ])
  const isMany = (one: (typeof all)[number]): boolean =>
    (one.kind === 'relation' || one.kind === 'morphBy' || one.kind === 'morphTo') && one.many
  const others = new Set(all.flatMap((one) => (isMany(one) ? [] : [one.name])))
  const names = new Set(all.flatMap((one) => (isMany(one) && !others.has(one.name) ? [one.name] : [])))
  relations.set(graph, names)
  return names
}

/** Returns a body in which each list of linked entries ends after `count` entries. */
const withCap = (body: Json, count: number, names: ReadonlySet<string>): Json =>
  mapJson<boolean>(body, false, {
    item: () => false,
    member: (_object, key) => names.has(key),
    leaf: (json) => json,
    items: (list, isRelation) => (isRelation ? list.slice(0, count) : list),
  })

const cap = (count: number): Distortion => ({
  rule: 'populate.kind.relation',
  kind: `${CAPPED}${count}`,
  says: `A populated relation has all linked entries. The server answers only the first ${count === 1 ? 'entry' : `${count} entries`} of each relation.`,
  distort: (request, { ask, graph }) => {
    const { answer } = ask(request)
    return { ...answer, body: withCap(answer.body, count, relationsIn(graph)) }
  },
})

/** Returns the distortion that explains that a linked entry is missing at the end of a list; empty for others. */
export function cappedOf({ path, expected, found }: Difference, graph: Graph): readonly Distortion[] {
  const steps = pointerSteps(path)
  const [name = '', at = ''] = steps.slice(-2)
  const isEnd = path.startsWith('/data/') && isObject(expected) && found === undefined && Number(at) > 0
  return isEnd && relationsIn(graph).has(name) ? [cap(Number(at))] : []
}

/** Returns the distortion of the lengths of relations with the given `kind`; undefined for another distortion. */
export const cappedOfKind = (kind: string): Distortion | undefined =>
  kind.startsWith(CAPPED) ? cap(Number(kind.slice(CAPPED.length))) : undefined
