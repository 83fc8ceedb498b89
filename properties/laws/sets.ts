/** Helpers of the laws that compare the sets of entries that filters find. */

import type { Graph } from '../../src/reference/graph/graph.ts'
import type { ContentType, Model, ScalarAttribute, ScalarType } from '../../src/reference/schema/schema.ts'
import { openScalars } from '../../src/semantics/model.ts'
import type { Json } from '../../src/util/json.ts'
import { aimed } from '../arbitraries/aim.ts'
import { filterTree } from '../arbitraries/filters.ts'
import { heldBy } from '../arbitraries/held.ts'
import type { QueryObject } from '../arbitraries/print.ts'
import type { Ask } from '../arbitraries/request.ts'
import type { Scene } from '../arbitraries/scene.ts'
import { type Experiment, type ExperimentInput, expectSame, type Fault } from './law.ts'
import { allOf, changing, idsOf, wholeList } from './replies.ts'

export type EntrySet = ReadonlySet<Json>

/**
 * Returns an experiment that compares the sets of entries that several filters find. An undefined filter stands for a
 * request without a filter, which finds all entries.
 */
export function finding(
  graph: Graph,
  input: ExperimentInput,
  filters: (
    scene: Scene,
    ask: ReturnType<typeof wholeList>['ask'],
  ) => readonly (QueryObject | undefined)[] | undefined,
  judge: (found: readonly EntrySet[]) => Fault,
): Experiment | undefined {
  const { ask, scene } = wholeList(input, graph)
  const trees = filters(scene, ask)
  if (trees === undefined) return undefined
  return {
    requests: trees.map((tree) => changing(ask, { filters: tree })),
    judge: (replies) => {
      const lists = allOf(replies)
      if (lists !== undefined) return judge(lists.map(idsOf))
      const statuses = new Set(replies.map(({ status }) => status))
      return statuses.size > 1
        ? `the server refuses some of the filters, with the statuses ${replies.map(({ status }) => status)}`
        : undefined
    },
  }
}

/**
 * Makes an experiment with filters on one scalar attribute of the type; undefined if the type has no scalar attribute.
 */
export const findingOnScalar = (
  graph: Graph,
  input: ExperimentInput,
  filters: (
    scalar: ScalarAttribute,
    scene: Scene,
    type: ContentType,
  ) => readonly (QueryObject | undefined)[] | undefined,
  judge: (found: readonly EntrySet[]) => Fault,
): Experiment | undefined =>
  finding(
    graph,
    input,
    (scene, { type }) => {
      const scalar = pickScalar(scene, type)
      return scalar === undefined ? undefined : filters(scalar, scene, type)
    },
    judge,
  )

export const none: EntrySet = new Set()
export const sameSet = (what: string, a: EntrySet = none, b: EntrySet = none): Fault =>
  expectSame(what, [...a].toSorted(), [...b].toSorted())
export const within = (what: string, a: EntrySet = none, b: EntrySet = none): Fault =>
  sameSet(what, a, new Set([...a].filter((id) => b.has(id))))
export const meet = (a: EntrySet = none, b: EntrySet = none): EntrySet =>
  new Set([...a].filter((id) => b.has(id)))
export const union = (a: EntrySet = none, b: EntrySet = none): EntrySet => new Set([...a, ...b])

/**
 * Returns a scalar attribute that a filter may use, mostly one with known values. The attribute is never `locale`,
 * because a filter on `locale` replaces the default locale in real servers.
 */
export function pickScalar(
  { roll, graph }: Scene,
  model: Model,
  fits: (scalar: ScalarAttribute) => boolean = () => true,
): ScalarAttribute | undefined {
  const scalars = openScalars(model).filter((scalar) => scalar.name !== 'locale' && fits(scalar))
  const known = scalars.filter((scalar) => heldBy(graph, model, scalar).length > 0)
  const some = known.length > 0 && roll.chance(75) ? known : scalars
  if (some.length === 0) return undefined
  // Selects the type of the attribute first, because a schema has more attributes of some types, such as datetime,
  // than of other types.
  const type = roll.pick([...new Set(some.map((scalar) => scalar.type))])
  return roll.pick(some.filter((scalar) => scalar.type === type))
}

/** Returns whether a scalar attribute has one of the types `TEXT_TYPES`, whose values are ordinary texts. */
export const isText = ({ type }: ScalarAttribute): boolean => TEXT_TYPES.includes(type)
const TEXT_TYPES: readonly ScalarType[] = ['string', 'text', 'richtext', 'email', 'uid']

/**
 * Returns a random filter. Of the entries that satisfy the filter `beside`, the random filter mostly finds some but
 * not all.
 */
export function someFilter(scene: Scene, { role, type }: Ask, beside?: QueryObject): QueryObject {
  const made = new Map<QueryObject, QueryObject>()
  const make = (): QueryObject => {
    const filter = filterTree(type, scene, 2)
    const query = { filters: beside === undefined ? filter : { $and: [beside, filter] } }
    made.set(query, filter)
    return query
  }
  return made.get(aimed(make, { graph: scene.graph, role, type })) ?? {}
}
