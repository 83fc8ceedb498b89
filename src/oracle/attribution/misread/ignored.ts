/**
 * Defines misreadings for one dataset. For example, the target ignores a parameter on some paths, or ignores filters
 * and sorts by some attributes or through some links.
 */
import type { Graph } from '../../../reference/graph/graph.ts'
import { modelsAlong } from '../../../reference/names/columns.ts'
import { attributesOf } from '../../../reference/names/paths.ts'
import type { Target } from '../../../reference/plan/plan.ts'
import type { Attribute, ContentType, Model, Schema } from '../../../reference/schema/schema.ts'
import { splitTarget } from '../../../util/url/target.ts'
import type { CheckedRule } from '../../exchange/rules.ts'
import { attributeNames, readPart } from '../../names/mentions.ts'
import type { WireRequest } from '../../target/target.ts'
import { demanding } from './joins.ts'
import {
  isOf,
  keyOf,
  type Misreading,
  type ResourceOf,
  resourceReader,
  withoutHeader,
  withParts,
} from './parts.ts'

/** The parameters that have an effect on a request for one entry, each with the rule about the parameter. */
const OF_ONE_ENTRY: readonly (readonly [parameter: string, rule: CheckedRule])[] = [
  ['filters', 'param.filters'],
  ['fields', 'param.fields'],
  ['populate', 'param.populate'],
  ['locale', 'locale.chosen'],
  ['status', 'status.draft'],
  ['_q', 'search.text'],
]

/** The kinds of request paths that a server may serve by different code. */
const PATHS: Readonly<Record<Target['kind'], string>> = {
  list: 'a list',
  document: 'one entry',
  single: 'a single type',
}

/** Returns the misreadings that depend on the dataset, such as a parameter that is ignored on one kind of path. */
export function ignoredBy(graph: Graph): readonly Misreading[] {
  const resourceOf = resourceReader(graph)
  const pathOf: PathOf = (request) => {
    const resource = resourceOf(request)
    return resource && PATHS[resource.target.kind]
  }
  return [
    ...Object.values(PATHS).flatMap((path) => [
      ...OF_ONE_ENTRY.map((one) => onPath(one, path, pathOf)),
      v4On(path, pathOf),
    ]),
    byId(resourceOf, graph),
    withoutPath('endpoint.document', PATHS.document, pathOf),
    withoutPath('endpoint.single', PATHS.single, pathOf),
    ...kindsOfValues(graph.schema).flatMap((values) => [
      byValue('filters', values, resourceOf, graph.schema),
      byValue('sort', values, resourceOf, graph.schema),
    ]),
    ...LINKS.flatMap((links) => [
      byLinks('filters', links, resourceOf, graph.schema),
      byLinks('sort', links, resourceOf, graph.schema),
      joinedBy(links, resourceOf, graph.schema),
    ]),
  ]
}

/** A misreading: the target finds one entry by its id as well as by its documentId. */
const byId = (resourceOf: ResourceOf, { tables }: Graph): Misreading => ({
  rule: 'endpoint.not-found',
  kind: 'an id in place of a documentId',
  says: 'An entry has a path by its documentId only. The server also finds an entry by its id.',
  read: (request) => {
    const { type, target } = resourceOf(request) ?? { target: { kind: 'list' } }
    if (type === undefined || target.kind !== 'document') return request
    const { path, search } = splitTarget(request.url)
    const row = tables.get(type.uid)?.byId.get(Number(target.documentId))
    const url = `${path.slice(0, path.lastIndexOf('/') + 1)}${row?.documentId}`
    return row === undefined ? request : { ...request, url: search === '' ? url : `${url}?${search}` }
  },
})

/** A function that returns the name in `PATHS` for the path of a request for entries. */
type PathOf = (request: WireRequest) => string | undefined

const onPath = (
  [parameter, rule]: (typeof OF_ONE_ENTRY)[number],
  path: string,
  pathOf: PathOf,
): Misreading => ({
  rule,
  kind: `${parameter} ignored on ${path}`,
  says: `On the path of ${path}, the server ignores \`${parameter}\`.`,
  read: (request) =>
    pathOf(request) === path
      ? withParts(request, (parts) => parts.filter((part) => !isOf(parameter, part)))
      : request,
})

/** Returns a misreading: the target has no route for a kind of path. */
const withoutPath = (rule: CheckedRule, path: string, pathOf: PathOf): Misreading => ({
  rule,
  kind: `no path of ${path}`,
  says: `The server has no route for ${path}.`,
  read: (request) => (pathOf(request) === path ? { ...request, url: '/' } : request),
})

const V4 = 'strapi-response-format'
const V4_IGNORED = withoutHeader('format.v4', V4)
const v4On = (path: string, pathOf: PathOf): Misreading => ({
  ...V4_IGNORED,
  kind: `${V4_IGNORED.kind} on ${path}`,
  says: `On the path of ${path}, the server ignores the header \`${V4}\`.`,
  read: (request) => (pathOf(request) === path ? V4_IGNORED.read(request) : request),
})

/**
 * A group of attributes whose filters and sorts a target may ignore: the attributes of one type, or one built-in
 * attribute.
 */
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

/** Returns a function that changes the query parts of requests for entries. Other requests stay the same. */
const ofTyped =
  (
    resourceOf: ResourceOf,
    change: (parts: readonly string[], type: ContentType) => readonly string[],
  ): Misreading['read'] =>
  (request) => {
    const type = resourceOf(request)?.type
    return type === undefined ? request : withParts(request, (parts) => change(parts, type))
  }

/**
 * Makes a misreading in which the target ignores some paths of attributes. The parameter `left` returns the rest of a
 * query part, which the target still reads.
 */
const byPaths = (
  parameter: 'filters' | 'sort',
  rule: CheckedRule,
  which: string,
  resourceOf: ResourceOf,
  left: (part: string, type: ContentType) => readonly string[],
): Misreading => ({
  rule,
  kind: `${parameter} ${which} ignored`,
  says: `The server ignores each ${parameter === 'filters' ? 'filter' : 'sort'} ${which}.`,
  read: ofTyped(resourceOf, (parts, type) => parts.flatMap((part) => left(part, type))),
})

const byValue = (
  parameter: 'filters' | 'sort',
  { says, has }: Values,
  resourceOf: ResourceOf,
  schema: Schema,
): Misreading =>
  byPaths(
    parameter,
    parameter === 'filters' ? 'param.filters' : 'param.sort',
    `by ${says}`,
    resourceOf,
    (part, type) =>
      pathsIn(parameter, part).some((names) => endsIn(names, type, schema, has)) ? [] : [part],
  )

/** A kind of links, such as relations, through which the path of an attribute in a filter or sort leads. */
interface LinksOfPath {
  readonly says: string
  readonly has: (links: readonly Attribute[]) => boolean
}

const isRelation = ({ kind }: Attribute): boolean => kind === 'relation' || kind === 'morphBy'
const isMany = (link: Attribute): boolean => 'many' in link && link.many === true

const LINKS: readonly LinksOfPath[] = [
  { says: 'links', has: (links) => links.length > 0 },
  { says: 'several links', has: (links) => links.length > 1 },
  { says: 'relations', has: (links) => links.some(isRelation) },
  { says: 'relations to one entry', has: (links) => links.some((one) => isRelation(one) && !isMany(one)) },
  { says: 'relations to many entries', has: (links) => links.some((one) => isRelation(one) && isMany(one)) },
  { says: 'components', has: (links) => links.some(({ kind }) => kind === 'component') },
  { says: 'media', has: (links) => links.some(({ kind }) => kind === 'media') },
]

const byLinks = (
  parameter: 'filters' | 'sort',
  { says, has }: LinksOfPath,
  resourceOf: ResourceOf,
  schema: Schema,
): Misreading =>
  byPaths(
    parameter,
    parameter === 'filters' ? 'filters.through' : 'sort.through',
    `through ${says}`,
    resourceOf,
    (part, type) => kept(parameter, part, (names) => has(walked(names, type, schema).links)),
  )

/** Returns a misreading: a sort through links omits the entries without these links, like an inner join. */
const joinedBy = ({ says, has }: LinksOfPath, resourceOf: ResourceOf, schema: Schema): Misreading => ({
  rule: 'sort.through',
  kind: `inner join of ${says}`,
  says: `A sort through ${says} leaves out the entries without a link.`,
  isUnchecked: true,
  read: ofTyped(resourceOf, (parts, type) => {
    const paths = parts.flatMap((part) => pathsIn('sort', part))
    const joined = paths.flatMap((names) => {
      const { links } = walked(names, type, schema)
      return has(links) ? [names.slice(0, links.length)] : []
    })
    return demanding(parts, joined)
  }),
})

/**
 * Removes the attribute paths that a target ignores from a part of a query, and returns the part in a list. The list is
 * empty if nothing of the part remains.
 */
function kept(
  parameter: 'filters' | 'sort',
  part: string,
  isIgnored: (names: readonly string[]) => boolean,
): readonly string[] {
  const paths = pathsIn(parameter, part)
  const isText = parameter === 'sort' && paths.length > 1
  if (!isText) return paths.some(isIgnored) ? [] : [part]
  const keys = readPart(part).value.split(',')
  const left = keys.filter((_key, at) => !isIgnored(paths[at] ?? []))
  return left.length === 0 ? [] : [`${keyOf(part)}=${encodeURIComponent(left.join(','))}`]
}

/** Returns the paths of attributes that a part of `filters` or `sort` names. */
function pathsIn(parameter: 'filters' | 'sort', part: string): readonly (readonly string[])[] {
  const { segments, value } = readPart(part)
  const [own, ...path] = segments
  if (own !== parameter) return []
  const names = attributeNames(path)
  if (parameter === 'filters' || names.length > 0) return [names]
  return value.split(',').map((key) => (key.trim().split(':', 1)[0] ?? '').split('.'))
}

function endsIn(names: readonly string[], type: Model, schema: Schema, has: Values['has']): boolean {
  const { links, model } = walked(names, type, schema)
  return links.length === names.length - 1 && has(names.at(-1) ?? '', model)
}

interface Walked {
  readonly links: readonly Attribute[]
  /** The model that has the last attribute of the path. */
  readonly model: Model
}

function walked(names: readonly string[], type: Model, schema: Schema): Walked {
  const models = modelsAlong(names, type, schema)
  const links = attributesOf(names, type, schema).slice(0, models.length)
  return { links, model: models.at(-1) ?? type }
}
