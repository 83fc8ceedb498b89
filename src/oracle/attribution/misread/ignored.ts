/** Misreadings of one dataset: the target ignores a parameter on some paths, or filters and sorts by some attributes. */
import type { Graph } from '../../../reference/graph/graph.ts'
import type { ContentType, Model, Schema } from '../../../reference/schema/schema.ts'
import { targetOf } from '../../../reference/schema/target.ts'
import { splitTarget } from '../../../util/url/target.ts'
import type { CheckedRule } from '../../exchange/rules.ts'
import { isListIndex, readPart } from '../../names/mentions.ts'
import type { WireRequest } from '../../target/target.ts'
import { type Misreading, withParts } from './parts.ts'

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
const PATHS = ['a list', 'one entry', 'a single type'] as const
type PathKind = (typeof PATHS)[number]

/** The misreadings of a dataset: ignored parameters on a kind of path, and ignored attributes of a type. */
export function ignoredBy({ schema }: Graph): readonly Misreading[] {
  const types = typesByName(schema)
  const typeOf = (request: WireRequest): ContentType | undefined => types.get(namesOf(request)[1] ?? '')
  const kindOf = (request: WireRequest): PathKind | undefined => {
    const type = typeOf(request)
    if (type === undefined) return undefined
    if (type.kind === 'singleType') return 'a single type'
    return namesOf(request).length > 2 ? 'one entry' : 'a list'
  }
  return [
    ...PATHS.flatMap((kind) => [...OF_ONE_ENTRY.map((one) => onPath(one, kind, kindOf)), v4On(kind, kindOf)]),
    ...kindsOfValues(schema).flatMap((values) => [
      byValue('filters', values, typeOf, schema),
      byValue('sort', values, typeOf, schema),
    ]),
  ]
}

const namesOf = ({ url }: WireRequest): readonly string[] =>
  splitTarget(url)
    .path.split('/')
    .filter((name) => name !== '')

/** The content types by their names in a path. */
const typesByName = ({ contentTypes }: Schema): ReadonlyMap<string, ContentType> =>
  new Map(
    [...contentTypes.values()].map((type) => [
      type.kind === 'singleType' ? type.singularName : type.pluralName,
      type,
    ]),
  )

type KindOf = (request: WireRequest) => PathKind | undefined

const onPath = (
  [parameter, rule]: (typeof OF_ONE_ENTRY)[number],
  kind: PathKind,
  kindOf: KindOf,
): Misreading => ({
  rule,
  kind: `${parameter} ignored on ${kind}`,
  says: `On the path of ${kind}, \`${parameter}\` has no effect.`,
  read: (request) =>
    kindOf(request) === kind
      ? withParts(request, (parts) => parts.filter((part) => readPart(part).segments[0] !== parameter))
      : request,
})

const V4 = 'strapi-response-format'
const v4On = (kind: PathKind, kindOf: KindOf): Misreading => ({
  rule: 'format.v4',
  kind: `${V4} ignored on ${kind}`,
  says: `On the path of ${kind}, the header \`${V4}\` has no effect.`,
  read: (request) => {
    const { [V4]: header, ...headers } = request.headers
    return header !== undefined && kindOf(request) === kind ? { ...request, headers } : request
  },
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
  typeOf: (request: WireRequest) => ContentType | undefined,
  schema: Schema,
): Misreading => ({
  rule: parameter === 'filters' ? 'param.filters' : 'param.sort',
  kind: `${parameter} by ${says} ignored`,
  says: `${parameter === 'filters' ? 'Filters' : 'Sorts'} by ${says} have no effect.`,
  read: (request) => {
    const type = typeOf(request)
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
