/**
 * Generates JSON Schemas for request bodies: the writable attributes of each type, and the ways in which a body
 * refers to linked entries.
 */

import type { ScalarAttribute, Uid } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { WritableAttribute } from '../../writing/index.ts'
import { type DeclarationText, isNeeded, mayBeNull, type WrittenModel } from '../types/written.ts'
import type { SchemaNames } from './names.ts'
import { ref } from './scalars.ts'

const text: JsonObject = { type: 'string' }
const named: JsonObject = { type: ['integer', 'string'], description: 'A documentId, or the id of a row' }
const list = (items: Json): JsonObject => ({ type: 'array', items })
const orList = (one: Json): JsonObject => ({ anyOf: [one, list(one)] })

/** Returns the schema of an object that changes a relation, with the members connect, disconnect and set. */
const words = (one: Json, nothing: readonly JsonObject[] = []): JsonObject => ({
  type: 'object',
  properties: {
    set: { anyOf: [orList(one), ...nothing] },
    connect: { anyOf: [orList(one), ...nothing] },
    disconnect: { anyOf: [orList(one), ...nothing] },
    options: { type: 'object', properties: { strict: { type: 'boolean' } } },
  },
  additionalProperties: false,
})

const NULL: JsonObject = { type: 'null' }

/** The JSON Schemas of references to linked entries, which are the same for every type. */
export const LINKS: JsonObject = {
  EntryRef: {
    description: 'A reference to a document by its documentId, or to one of its rows by the row id',
    anyOf: [
      named,
      {
        type: 'object',
        properties: {
          id: named,
          documentId: { type: ['string', 'null'] },
          position: {
            type: 'object',
            description: 'The position in the relation: start, end, before or after',
          },
        },
        anyOf: [{ required: ['id'] }, { required: ['documentId'] }],
      },
    ],
  },
  LinkInput: {
    description: 'A relation or files: the new entries, or set, connect and disconnect',
    anyOf: [ref('EntryRef'), list({ anyOf: [ref('EntryRef'), NULL] }), words(ref('EntryRef'), [NULL]), NULL],
  },
  MorphRef: {
    type: 'object',
    properties: { __type: text, id: named, documentId: text },
    required: ['__type'],
  },
  MorphInput: {
    description: 'A relation to entries of any type',
    anyOf: [list(ref('MorphRef')), words(ref('MorphRef'))],
  },
}

/**
 * Returns JSON Schemas by name: for each writable type, the schema of the member `data` of request bodies; and the
 * schemas of the components in these bodies.
 */
export function bodySchemas(written: DeclarationText, names: SchemaNames): JsonObject {
  const routes = new Map(written.routes.map((route) => [route.type.uid, route]))
  const schemas = [...written.models.values()].flatMap((model): readonly (readonly [string, Json])[] => {
    const { uid, type } = model
    const route = routes.get(uid)
    if (type === undefined) {
      const part: readonly [string, Json] = [names.of(uid, 'part'), partSchema(model, false, names)]
      const isDrafted = written.draftable.has(uid)
      return isDrafted ? [part, [names.of(uid, 'draftPart'), partSchema(model, true, names)]] : [part]
    }
    const isDraft = type.draftAndPublish
    return [
      ...(route?.creates === true
        ? [[names.of(uid, 'create'), inputSchema(model, isDraft, true, names)] as const]
        : []),
      ...(route?.updates === true
        ? [[names.of(uid, 'update'), inputSchema(model, isDraft, false, names)] as const]
        : []),
    ]
  })
  return Object.fromEntries(schemas)
}

/**
 * Returns the JSON Schema of the member `data` of a request body. If the type has drafts, a body may lack required
 * scalars and single components, because only the query parameter `status` decides whether a write changes a draft.
 */
function inputSchema(
  { uid, attributes }: WrittenModel,
  isDraft: boolean,
  isNew: boolean,
  names: SchemaNames,
): JsonObject {
  const required = attributes.filter((written) => isNew && isNeeded(written, isDraft))
  return {
    type: 'object',
    description: `${isNew ? 'A new document' : 'The changed attributes of a document'} of ${uid}${isDraft ? '. A draft may omit required scalars and single components' : ''}`,
    properties: propertiesOf(attributes, isDraft, names),
    ...(required.length === 0 ? {} : { required: required.map(({ attribute }) => attribute.name) }),
    additionalProperties: false,
  }
}

/** Returns the schema of a component in a body: a new component, or an existing component named by its id. */
function partSchema({ uid, attributes }: WrittenModel, isDraft: boolean, names: SchemaNames): JsonObject {
  const required = attributes.filter((written) => isNeeded(written, isDraft))
  const all = required.map(({ attribute }) => attribute.name)
  return {
    type: 'object',
    description: `The component ${uid}: a new one, or an existing one by its id`,
    properties: {
      id: named,
      documentId: text,
      __component: { const: uid },
      ...propertiesOf(attributes, isDraft, names),
    },
    ...(all.length === 0 ? {} : { anyOf: [{ required: ['id'] }, { required: all }] }),
    additionalProperties: false,
  }
}

const propertiesOf = (
  attributes: readonly WritableAttribute[],
  isDraft: boolean,
  names: SchemaNames,
): JsonObject =>
  Object.fromEntries(
    attributes.map((written): [string, Json] => [
      written.attribute.name,
      valueSchema(written, isDraft, names),
    ]),
  )

function valueSchema(written: WritableAttribute, isDraft: boolean, names: SchemaNames): Json {
  const { attribute } = written
  const orNull = (schema: JsonObject): JsonObject =>
    mayBeNull(written, isDraft) ? { anyOf: [schema, NULL] } : schema
  const part = (uid: Uid): JsonObject => ref(names.of(uid, isDraft ? 'draftPart' : 'part'))
  switch (attribute.kind) {
    case 'scalar':
      return orNull(scalarSchema(written, attribute, isDraft))
    case 'relation':
    case 'media':
    case 'morphBy':
      return ref('LinkInput')
    case 'morphTo':
      return ref('MorphInput')
    case 'component':
      return attribute.many
        ? { ...list(part(attribute.component)), ...countOf(written, isDraft) }
        : orNull(part(attribute.component))
    case 'zone': {
      const says = { type: 'object', required: ['__component'] }
      const items = attribute.components.map((uid): JsonObject => ({ allOf: [part(uid), says] }))
      return { ...list(items.length === 0 ? false : { anyOf: items }), ...countOf(written, isDraft) }
    }
  }
}

/**
 * Returns the schema keywords for the number of items in a list; none for a draft. If the list is optional, the list
 * may also be empty.
 */
function countOf({ min, max, required }: WritableAttribute, isDraft: boolean): JsonObject {
  if (isDraft) return {}
  const least = min === undefined || !Number.isInteger(min) ? 0 : Math.max(0, min)
  const most = max === undefined || !Number.isInteger(max) ? {} : { maxItems: Math.max(0, max) }
  if (least === 0) return most
  return required ? { minItems: least, ...most } : { anyOf: [{ maxItems: 0 }, { minItems: least }], ...most }
}

/** Returns the schema of a number attribute, whose value a body may also contain as a text. */
const numeric = (type: 'integer' | 'number', bounds: JsonObject): JsonObject => ({
  anyOf: [
    { type, ...bounds },
    { type: 'string', pattern: `^\\s*[-+]?${DIGITS[type]}\\s*$` },
  ],
})

const DIGITS = {
  integer: '\\d+(\\.0*)?([eE]\\+?\\d+)?',
  number: '(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?',
} as const

const SLUG = '^[A-Za-z0-9_.~-]*$'
/** The pattern of an e-mail address: a text that does not begin with @, the last @, and a domain with a dot. */
const EMAIL = '^[^@].*@[^\\s@]+\\.[^\\s@]+$'

const BLOCK: JsonObject = {
  type: 'object',
  properties: {
    type: { enum: ['paragraph', 'heading', 'list', 'quote', 'code', 'image'] },
    level: { enum: [1, 2, 3, 4, 5, 6, '1', '2', '3', '4', '5', '6'] },
    children: { type: 'array' },
  },
  required: ['type', 'children'],
}

function scalarSchema(written: WritableAttribute, scalar: ScalarAttribute, isDraft: boolean): JsonObject {
  switch (scalar.type) {
    case 'string':
    case 'text':
    case 'richtext':
    case 'password':
      return { ...text, ...lengthOf(written, scalar, isDraft) }
    case 'uid':
      return { ...(isDraft ? {} : { pattern: SLUG }), ...text, ...lengthOf(written, scalar, isDraft) }
    case 'email':
      // Except in a draft, an e-mail address must match this pattern; the minimum length of the attribute has no
      // effect.
      return {
        ...text,
        ...lengthOf({ ...written, minLength: undefined }, scalar, isDraft),
        ...(isDraft ? {} : { minLength: 1, format: 'email', pattern: EMAIL }),
      }
    case 'enumeration':
      return { type: ['string', 'null'], enum: [...new Set(scalar.enum), null] }
    case 'integer':
      return numeric('integer', boundsOf(written, isDraft, Math.trunc))
    case 'float':
    case 'decimal':
      return numeric(
        'number',
        boundsOf(written, isDraft, (bound) => bound),
      )
    case 'biginteger':
      return { anyOf: [{ type: 'integer' }, { ...text, pattern: '^\\s*[-+]?\\d+\\s*$' }] }
    case 'boolean':
      return { anyOf: [{ type: 'boolean' }, { enum: ['true', 'false', '1', '0', 1, 0] }] }
    case 'date':
      return { ...text, description: 'A date such as 2024-02-29' }
    case 'time':
      return { ...text, description: 'As 23:59:59.999' }
    case 'datetime':
    case 'timestamp':
      return {
        type: ['string', 'number'],
        description: 'An instant, such as 2024-01-15T10:11:12.345Z, or milliseconds since 1970',
      }
    case 'blocks':
      return { type: 'array', items: BLOCK, description: 'Blocks of the blocks editor' }
    case 'json':
    case 'array':
      return mayBeNull(written, isDraft) ? {} : { not: NULL }
  }
}

/** The maximum length of a text in an attribute of the type `string` without `maxLength`. */
const SHORT = 255

/**
 * The server counts the length of a text in UTF-16 code units, but JSON Schema counts characters. The description of an
 * attribute with length limits in its schema therefore states the unit.
 */
const IN_UNITS = 'Lengths count UTF-16 code units: a character beyond U+FFFF counts as two'

function lengthOf(
  { minLength, maxLength, pattern, required }: WritableAttribute,
  { type }: ScalarAttribute,
  isDraft: boolean,
): JsonObject {
  const most = maxLength ?? (type === 'string' ? SHORT : undefined)
  const own = pattern === undefined || isDraft ? undefined : pattern.source
  return {
    ...(minLength === undefined || isDraft ? {} : { minLength }),
    ...(most === undefined ? {} : { maxLength: most }),
    ...(minLength === undefined && maxLength === undefined ? {} : { description: IN_UNITS }),
    ...(own === undefined ? {} : { pattern: required ? own : `^$|(?:${own})` }),
  }
}

function boundsOf(
  { min, max }: WritableAttribute,
  isDraft: boolean,
  rounded: (bound: number) => number,
): JsonObject {
  return {
    ...(min === undefined || isDraft ? {} : { minimum: rounded(min) }),
    ...(max === undefined ? {} : { maximum: rounded(max) }),
  }
}
