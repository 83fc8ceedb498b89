/** Misreadings of one dataset: the target ignores a parameter on some paths, or filters and sorts by some attributes. */
import type { Graph } from '../../../reference/graph/graph.ts'
import type { Target } from '../../../reference/plan/plan.ts'
import { findRoute, router } from '../../../reference/route.ts'
import type { ContentType, Model, Schema } from '../../../reference/schema/schema.ts'
import { targetOf } from '../../../reference/schema/target.ts'
import type { CheckedRule } from '../../exchange/rules.ts'
import { isListIndex, readPart } from '../../names/mentions.ts'
import type { WireRequest } from '../../target/target.ts'
import { type Misreading, withoutHeader, withParts } from './parts.ts'

/** Parameters that have an effect on one entry, each with the rule about them. */
const OF_ONE_ENTRY: readonly (readonly [parameter: string, rule: CheckedRule])[] = [
  ['filters', 'param.filters'],
  ['fields', 'param.fields'],
  ['populate', 'param.populate'],
  ['locale', 'locale.chosen'],
  ['status', 'status.draft'],
  ['_q', 'search.text'],
]

/** The kinds of paths that a server may serve by different code. */
const PATHS: Readonly<Record<Target['kind'], string>> = {
  list: 'a list',
  document: 'one entry',
  single: 'a single type',
}

/** The misreadings of a dataset: ignored parameters on a kind of path, and ignored attributes of a type. */
export function ignoredBy(graph: Graph): readonly Misreading[] {
  const routes = router(graph)
  const resourceOf: ResourceOf = (request) => {
    const routed = findRoute(routes, { ...request, cite: () => undefined, has: () => false })
    return 'type' in routed ? routed : undefined
  }
  const pathOf: PathOf = (request) => {
    const resource = resourceOf(request)
    return resource && PATHS[resource.target.kind]
  }
  return [
    ...Object.values(PATHS).flatMap((path) => [
      ...OF_ONE_ENTRY.map((one) => onPath(one, path, pathOf)),
      v4On(path, pathOf),
    ]),
    ...kindsOfValues(graph.schema).flatMap((values) => [
      byValue('filters', values, resourceOf, graph.schema),
      byValue('sort', values, resourceOf, graph.schema),
    ]),
  ]
}

/** Finds the content type and the target of a request for entries. */
type ResourceOf = (
  request: WireRequest,
) => { readonly type: ContentType; readonly target: Target } | undefined
/** Finds the kind of path of a request for entries, as named in `PATHS`. */
type PathOf = (request: WireRequest) => string | undefined

const onPath = (
  [parameter, rule]: (typeof OF_ONE_ENTRY)[number],
  path: string,
  pathOf: PathOf,
): Misreading => ({
  rule,
  kind: `${parameter} ignored on ${path}`,
  says: `On the path of ${path}, \`${parameter}\` has no effect.`,
  read: (request) =>
    pathOf(request) === path
      ? withParts(request, (parts) => parts.filter((part) => readPart(part).segments[0] !== parameter))
      : request,
})

const V4 = 'strapi-response-format'
const V4_IGNORED = withoutHeader('format.v4', V4)
const v4On = (path: string, pathOf: PathOf): Misreading => ({
  ...V4_IGNORED,
  kind: `${V4_IGNORED.kind} on ${path}`,
  says: `On the path of ${path}, the header \`${V4}\` has no effect.`,
  read: (request) => (pathOf(request) === path ? V4_IGNORED.read(request) : request),
})

/** The attributes that have values of one kind: the attributes of a type, or the built-in ones. */
interface Values {
  readonly says: string
  readonly has: (name: string, model: Model) => boolean
}

const BUILT_IN = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale']

function kindsOfValues({ contentTypes }: Schema): readonly Values[] {
  const types = [...contentTypes.values()].flatMap(({ attributes }) =>
    [...attributes.values()].flatMap((one) =>
      one.kind === 'scalar' && !BUILT_IN.includes(one.name) ? [one.type] : [],
    ),
  )
  const ofType = (type: string): Values => ({
    says: `${type} attributes`,
    has: (name, { attributes }) => {
      const attribute = attributes.get(name)
      return attribute?.kind === 'scalar' && attribute.type === type && !BUILT_IN.includes(name)
    },
  })
  return [
    ...[...new Set(types)].map(ofType),
    ...BUILT_IN.map((name) => ({ says: name, has: (other: string) => other === name })),
  ]
}

const byValue = (
  parameter: 'filters' | 'sort',
  { says, has }: Values,
  resourceOf: ResourceOf,
  schema: Schema,
): Misreading => ({
  rule: parameter === 'filters' ? 'param.filters' : 'param.sort',
  kind: `${parameter} by ${says} ignored`,
  says: `${parameter === 'filters' ? 'Filters' : 'Sorts'} by ${says} have no effect.`,
  read: (request) => {
    const type = resourceOf(request)?.type
    if (type === undefined) return request
    const isMeant = (names: readonly string[]): boolean => endsIn(names, type, schema, has)
    return withParts(request, (parts) =>
      parts.filter((part) => !pathsIn(parameter, part).some((names) => isMeant(names))),
    )
  },
})

/** The paths of attributes that a part of a query names. */
function pathsIn(parameter: 'filters' | 'sort', part: string): readonly (readonly string[])[] {
  const { segments, value } = readPart(part)
  const [own, ...path] = segments
  if (own !== parameter) return []
  const names = path.filter((name) => !isListIndex(name) && !name.startsWith('$'))
  if (parameter === 'filters' || names.length > 0) return [names]
  return value.split(',').map((key) => (key.trim().split(':', 1)[0] ?? '').split('.'))
}

function endsIn(names: readonly string[], type: Model, schema: Schema, has: Values['has']): boolean {
  let model: Model = type
  for (const [at, name] of names.entries()) {
    const attribute = model.attributes.get(name)
    const next = attribute && targetOf(schema, attribute)
    if (next === undefined) return at === names.length - 1 && has(name, model)
    model = next
  }
  return false
}
