/** The formats that `/_populace` accepts: JSON Schemas, and an OpenAPI document of the endpoints. */
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import { DELAY_HEADER, ERROR_HEADER, STATUS_HEADER } from '../faults/faults.ts'
import { LONGEST_DELAY, MOST_RULES } from '../faults/rule.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const oneOrMany = (items: Json): Json => ({ anyOf: [{ type: 'array', items }, items] })
const closed = (properties: JsonObject, required: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required: [...required],
  additionalProperties: false,
})

const SELECTOR: Json = {
  description:
    'a documentId, or an object with values by which to find the entry: attributes, id, documentId, locale, status',
  anyOf: [text, { type: 'object' }],
}

const VALUES: Json = {
  type: 'object',
  description: 'the value of each attribute; a relation takes a documentId or an id',
}

const TYPE_PATCH: Json = closed({
  clear: { const: true, description: 'deletes all entries' },
  delete: oneOrMany(SELECTOR),
  update: oneOrMany(
    closed({ where: SELECTOR, data: VALUES, locale: text, publish: flag }, ['where', 'data']),
  ),
  create: oneOrMany({
    type: 'object',
    properties: { publish: flag, locale: text },
    description: 'the value of each attribute, the locale of the entry, and whether to publish the entry',
  }),
  publish: oneOrMany(SELECTOR),
  unpublish: oneOrMany(SELECTOR),
})

const WORLD_PATCH: Json = {
  type: 'object',
  description:
    'The changes of each type, whose key is a plural name, a singular name or a uid. All changes apply, or none. For each type in turn, the order of changes is clear, delete, update, create, publish, unpublish.',
  additionalProperties: TYPE_PATCH,
}

const TEXTS: Json = { type: 'object', additionalProperties: text }

const DELAY: Json = {
  description: `milliseconds, at most ${LONGEST_DELAY}, or a range of milliseconds such as "200-800"`,
  anyOf: [
    { type: 'integer', minimum: 0, maximum: LONGEST_DELAY },
    { type: 'string', pattern: '^\\d{1,6}(-\\d{1,6})?$' },
  ],
}

const FAULT_RULE: Json = {
  ...Object(
    closed({
      path: {
        type: 'string',
        pattern: '^/[^?]*$',
        description: '* and :name match one segment, ** at the end any number of segments',
      },
      method: text,
      query: TEXTS,
      headers: TEXTS,
      every: {
        type: 'number',
        minimum: 1,
        maximum: 1_000_000,
        description: 'the fault applies only to every n-th matching request',
      },
      times: {
        type: 'integer',
        minimum: 0,
        maximum: 1_000_000,
        description: 'the fault applies to at most this number of requests',
      },
      once: { ...flag, description: 'the fault applies to only one request' },
      chance: { type: 'number', minimum: 0, maximum: 1 },
      delay: DELAY,
      status: { type: 'integer', minimum: 200, maximum: 599 },
      body: {
        description:
          'the body of the answer with this status; default: an error like that of the real server, or null below 400',
      },
      error: {
        enum: ['reset', 'cut'],
        description: 'closes the connection: at once, or in the middle of the answer',
      },
      drip: closed({
        bytes: { type: 'integer', minimum: 1, maximum: 1_000_000 },
        delay: { type: 'integer', minimum: 1, maximum: 60_000 },
      }),
    }),
  ),
  dependentRequired: { body: ['status'] },
}

const FAULT_RULES: Json = {
  description: 'The first rule that applies to a request decides its fault.',
  anyOf: [{ type: 'array', items: FAULT_RULE, maxItems: MOST_RULES }, FAULT_RULE],
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

/** The JSON Schemas by name. */
const SCHEMAS: Readonly<Record<string, Json>> = { 'world-patch': WORLD_PATCH, 'fault-rules': FAULT_RULES }

/** Returns the JSON Schema that `/_populace/schemas/NAME.json` answers; undefined for an unknown name. */
export function schemaNamed(file: string): Json | undefined {
  const name = file.replace('.json', '')
  const schema = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined
  return isObject(schema ?? null) ? { $schema: DIALECT, ...Object(schema) } : undefined
}

const content = (schema: Json): Json => ({ 'application/json': { schema } })
const bodyOf = (name: string): Json => ({
  required: true,
  content: content({ $ref: `#/components/schemas/${name}` }),
})
const answered = (description: string, schema: Json = {}): Json => ({ description, content: content(schema) })
const FAILED = answered(
  'the error, with the JSON pointer of the invalid value',
  closed({ error: text, pointer: text }, ['error']),
)
const query = (name: string, schema: Json = text): Json => ({ in: 'query', name, schema })
const operation = (summary: string, more: JsonObject = {}, responses: JsonObject = {}): Json => ({
  summary,
  ...more,
  responses: Object.keys(responses).length === 0 ? { 200: answered('as JSON') } : responses,
})

const ROW: Json = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    documentId: text,
    locale: { type: ['string', 'null'] },
    status: text,
  },
}
const CREATED: Json = closed({
  created: { type: 'object', additionalProperties: { type: 'array', items: ROW } },
})
const GONE: JsonObject = { 204: { description: 'done' } }

/** Returns the OpenAPI document of the endpoints that control worlds, requests and faults. */
export const adminDocument = (version: string): Json => ({
  openapi: '3.1.0',
  info: {
    title: 'Populace: the endpoints that control the server',
    version,
    description: `A request sets its own fault with the headers ${DELAY_HEADER} (milliseconds, such as 500 or 200-800), ${STATUS_HEADER} (200 to 599) and ${ERROR_HEADER} (reset or cut). The server answers 400 if a header for a fault has another value.`,
  },
  paths: {
    '/_populace/worlds': { get: operation('the worlds in use') },
    '/_populace/worlds/{name}': {
      parameters: [
        { in: 'path', name: 'name', required: true, schema: { type: 'string', pattern: '^[\\w.-]{1,100}$' } },
      ],
      put: operation('resets a world', {}, GONE),
      delete: operation('resets a world and frees its memory', {}, GONE),
      patch: operation(
        'applies a patch to a world, as a whole or not at all',
        { requestBody: bodyOf('world-patch') },
        { 200: answered('the created entries, by type and in order', CREATED), 422: FAILED },
      ),
    },
    '/_populace/changes': {
      get: operation('the created, updated and deleted rows of a world', { parameters: [query('world')] }),
    },
    '/_populace/requests': {
      get: operation('the last requests', {
        parameters: [
          ...['method', 'world', 'url'].map((name) => query(name)),
          ...['status', 'after'].map((name) => query(name, { type: 'number' })),
        ],
      }),
      delete: operation('deletes the recorded requests of all worlds', {}, GONE),
    },
    '/_populace/requests.har': { get: operation('the last requests as HAR') },
    '/_populace/trouble': {
      parameters: [query('world')],
      get: operation('the current fault rules', {}, { 200: answered('the current rules', FAULT_RULES) }),
      put: operation(
        'replaces the fault rules',
        { requestBody: bodyOf('fault-rules') },
        { ...GONE, 422: FAILED },
      ),
      delete: operation('removes the fault rules', {}, GONE),
    },
  },
  components: { schemas: SCHEMAS },
})
