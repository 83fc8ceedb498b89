/** Generates an OpenAPI 3.1 document of a content API from its schema. */

import type { CustomRoute } from '../../reference/code-effect.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { type ContentType, FILE_UID } from '../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import { type CodeRoute, codeRoutes } from '../types/code/routes.ts'
import { describedIn } from '../types/departs.ts'
import { type Seen, type SeenBy, type SeenModel, type SeenRoute, seenOf } from '../types/seen.ts'
import { type DeclarationText, writtenOf } from '../types/written.ts'
import { parametersOfTypes, querySchemas } from './asked.ts'
import { bodySchemas, LINKS } from './bodies.ts'
import { answerAfter, customPaths } from './code.ts'
import { type Depth, depthsOf } from './depths.ts'
import { elementKeys, elementSchema, entrySchema, morphSchemas } from './entries.ts'
import { type SchemaNames, schemaNames } from './names.ts'
import { commonParameters, parametersOf } from './parameters.ts'
import { CONDITIONS, NESTED } from './queries.ts'
import { BODY_REFUSALS, ERROR, REFUSAL_RESPONSES, REFUSALS } from './refusals.ts'
import { BLOCK, FILE_FORMAT, ref } from './scalars.ts'
import { writeOperations } from './writes.ts'

export interface OpenapiOptions extends SeenBy {
  /**
   * The origin of the API, such as `https://cms.example`, without its prefix. Without this origin, the server URL is
   * relative to the URL of the document.
   */
  readonly server?: string
  /** The title of the document; the default is `Content API`. */
  readonly title?: string
  /** The routes that only the project's own code defines. */
  readonly custom?: readonly CustomRoute[]
}

/**
 * Generates the OpenAPI document of a graph's content API: the paths of each type with parameters, bodies, answers and
 * errors. With a role, the document omits everything that the role may not find or write. Equal graphs get equal
 * documents.
 * @throws RangeError for an unknown role, ProfileError for an unknown profile.
 */
export function openapiOf(given: Graph, options: OpenapiOptions = {}): JsonObject {
  const graph = describedIn(options.profile, given)
  const { settings, locales } = graph
  const seen = seenOf(graph, options)
  const written = writtenOf(graph, options)
  const roots = [...taggedTypes(seen, written)]
    .filter(({ uid }) => seen.models.has(uid))
    .map(({ uid }) => uid)
  const depths = depthsOf(seen, roots)
  const uids = [...new Set([...seen.models.keys(), ...writtenUids(written)])]
  const names = schemaNames(uids, depths, elementKeys(seen, depths))
  const code = codeRoutes(options.routes ?? [], (uid) => graph.schema.contentTypes.get(uid))
  const paths = pathsOfBoth(seen, written, names, code)
  return {
    openapi: '3.1.0',
    info: { title: options.title ?? 'Content API', version: '1.0.0', description: ABOUT },
    servers: [{ url: `${(options.server ?? '').replace(/\/$/, '')}${settings.prefix}` || '/' }],
    security: [{}, { bearer: [] }],
    tags: [...taggedTypes(seen, written)].map((type) => ({ name: type.singularName, description: type.uid })),
    paths: Object.fromEntries([...paths, ...customPaths(options.custom ?? [], settings.prefix, paths)]),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API token or a JWT' } },
      parameters: {
        ...commonParameters(settings, locales, options),
        ...parametersOfTypes(roots, seen, names),
      },
      responses: { ...REFUSALS, ...BODY_REFUSALS },
      schemas: {
        ...commonSchemas(seen),
        ...LINKS,
        ...morphSchemas(seen, names),
        ...answerSchemas(seen, names),
        ...querySchemas(roots, seen, names),
        ...bodySchemas(written, names),
      },
    },
  }
}

const ABOUT =
  'An answer contains the attributes that `fields` selects (without `fields`, all scalars), and those that `populate` requests. ' +
  'A member that is not required may therefore be absent.'

const writtenUids = ({ routes, models }: DeclarationText): readonly string[] => [
  ...routes.map(({ type }) => type.uid),
  ...models.keys(),
]

const taggedTypes = (seen: Seen, written: DeclarationText): ReadonlySet<ContentType> =>
  new Set([...seen.routes, ...written.routes].map(({ type }) => type))

/** Returns the read and write operations of each path. */
function pathsOfBoth(
  seen: Seen,
  written: DeclarationText,
  names: SchemaNames,
  code: readonly CodeRoute[],
): ReadonlyMap<string, Json> {
  const paths = new Map(seen.routes.flatMap((route) => pathsOf(route, seen, names, code)))
  for (const [path, operations] of writeOperations(written, seen, names)) {
    const read = paths.get(path)
    const named = path.endsWith('}') ? { parameters: [DOCUMENT_ID] } : {}
    paths.set(path, { ...named, ...(isObject(read ?? null) ? Object(read) : {}), ...operations })
  }
  return paths
}

const DOCUMENT_ID: JsonObject = { name: 'documentId', in: 'path', required: true, schema: { type: 'string' } }

function pathsOf(
  route: SeenRoute,
  { models }: Seen,
  names: SchemaNames,
  code: readonly CodeRoute[],
): readonly [string, Json][] {
  const { type, path, find, findOne } = route
  const model = models.get(type.uid)
  if (model === undefined) return []
  const name = names.of(type.uid, 'entry')
  const ofCode = (answers: CodeRoute['answers']): CodeRoute | undefined =>
    code.find((one) => one.uid === type.uid && one.answers === answers)
  const one = answerAfter(ofCode('one'), {
    whole: ref(names.of(type.uid, 'answer')),
    entry: entrySchema(model, 'whole', names),
    answerOf: (entry) => envelope(entry, emptyMeta),
  })
  if (type.kind === 'singleType')
    return [
      [`/${path}`, { get: operation(`get${name}`, `The entry of ${type.uid}`, one, model, false, names) }],
    ]
  const list = answerAfter(ofCode('list'), {
    whole: ref(names.of(type.uid, 'list')),
    entry: entrySchema(model, 'whole', names),
    answerOf: listSchema,
  })
  const all = operation(`list${name}`, `Entries of ${type.uid}`, list, model, true, names)
  const document = operation(`get${name}`, `A document of ${type.uid}`, one, model, false, names)
  return [
    ...(find ? [[`/${path}`, { get: all }] satisfies [string, Json]] : []),
    ...(findOne
      ? [[`/${path}/{documentId}`, { parameters: [DOCUMENT_ID], get: document }] satisfies [string, Json]]
      : []),
  ]
}

function operation(
  operationId: string,
  summary: string,
  answer: JsonObject,
  seen: SeenModel,
  isList: boolean,
  names: SchemaNames,
): JsonObject {
  const { model } = seen
  return {
    operationId,
    summary,
    tags: model.modelType === 'contentType' ? [model.singularName] : [],
    parameters: parametersOf(seen, isList, names),
    responses: {
      '200': { description: summary, content: { 'application/json': { schema: answer } } },
      ...REFUSAL_RESPONSES,
    },
  }
}

const whole: JsonObject = { type: 'integer' }

/**
 * Returns the schema of `pagination` in an answer. The members of `pagination` are required except `total` and
 * `pageCount`, which a request can omit from the answer with `withCount=false`.
 */
const pagination = (names: readonly string[], counted: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries([...names, ...counted].map((name) => [name, whole])),
  required: names,
  additionalProperties: false,
})

const hasBlocks = ({ scalars }: SeenModel): boolean => scalars.some(({ type }) => type === 'blocks')

const commonSchemas = ({ models }: Seen): JsonObject => ({
  Error: ERROR,
  PagePagination: pagination(['page', 'pageSize'], ['pageCount', 'total']),
  OffsetPagination: pagination(['start', 'limit'], ['total']),
  ...CONDITIONS,
  ...NESTED,
  ...(models.has(FILE_UID) ? { FileFormat: FILE_FORMAT } : {}),
  ...([...models.values()].some(hasBlocks) ? { Block: BLOCK } : {}),
})

/**
 * Returns the schemas of a type: of its entries at each depth, of its list answers, and of its answers with one
 * entry.
 */
function answerSchemas({ routes, models }: Seen, names: SchemaNames): JsonObject {
  const routed = new Map(routes.map((route) => [route.type.uid, route]))
  const schemas = [...models].flatMap(([uid, seen]): [string, Json][] => {
    const route = routed.get(uid)
    const entry = ref(names.entry(uid, 'whole'))
    const isList = route?.type.kind === 'collectionType' && route.find
    const isOne = route !== undefined && (route.findOne || route.type.kind === 'singleType')
    return [
      ...names.depths.of(uid).flatMap((depth) => entrySchemas(seen, depth, names)),
      ...(isList ? [[names.of(uid, 'list'), listSchema(entry)] satisfies [string, Json]] : []),
      ...(isOne ? [[names.of(uid, 'answer'), envelope(entry, emptyMeta)] satisfies [string, Json]] : []),
    ]
  })
  return Object.fromEntries(schemas)
}

function entrySchemas(seen: SeenModel, depth: Depth, names: SchemaNames): readonly [string, Json][] {
  const { uid } = seen.model
  const entry: [string, Json] = [names.entry(uid, depth), entrySchema(seen, depth, names)]
  if (!names.isElement(uid, depth)) return [entry]
  return [entry, [names.element(uid, depth), elementSchema(seen, depth, names)]]
}

const emptyMeta: JsonObject = { type: 'object', additionalProperties: false }

const envelope = (data: JsonObject, meta: JsonObject): JsonObject => ({
  type: 'object',
  properties: { data, meta },
  required: ['data', 'meta'],
  additionalProperties: false,
})

const listSchema = (entry: JsonObject): JsonObject =>
  envelope(
    { type: 'array', items: entry },
    {
      type: 'object',
      properties: { pagination: { anyOf: [ref('PagePagination'), ref('OffsetPagination')] } },
      required: ['pagination'],
      additionalProperties: false,
    },
  )
