/** Generates JSON Schemas of scalar attributes. */

import type { Model, ScalarAttribute, ScalarType } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

const text: JsonObject = { type: 'string' }
const number: JsonObject = { type: 'number' }

/** The schema of the values of each scalar type, without null. */
const VALUES: { readonly [type in ScalarType]: JsonObject } = {
  string: text,
  text,
  richtext: { ...text, description: 'Markdown' },
  enumeration: text,
  email: text,
  password: text,
  uid: text,
  date: { ...text, format: 'date' },
  time: { ...text, description: 'A time such as 23:59:59.999' },
  datetime: { ...text, format: 'date-time' },
  timestamp: { ...text, description: 'Milliseconds since 1970, as digits' },
  integer: { type: 'integer' },
  biginteger: { ...text, description: 'An integer of any size, as digits' },
  float: number,
  decimal: number,
  boolean: { type: 'boolean' },
  array: { type: 'array', items: {} },
  json: {},
  blocks: { type: 'array', items: ref('Block'), description: 'Blocks of the blocks editor' },
}

/**
 * Returns the schema of the values of an attribute. The schema allows null unless the server itself sets the
 * attribute.
 */
export function valueSchema(attribute: ScalarAttribute, model: Model): JsonObject {
  const { name, type, enum: values } = attribute
  if (type === 'json' && !(model.uid === FILE_UID && name === 'formats')) return {}
  if (model.uid === FILE_UID && name === 'formats')
    return { type: ['object', 'null'], additionalProperties: ref('FileFormat') }
  const isEntry = model.modelType === 'contentType'
  const isStamp = name === 'createdAt' || name === 'updatedAt'
  if (isEntry && (isStamp || (name === 'publishedAt' && !model.draftAndPublish))) return VALUES[type]
  if (type === 'enumeration') return { type: ['string', 'null'], enum: [...new Set(values), null] }
  return { ...VALUES[type], type: [String(VALUES[type].type), 'null'] }
}

/** The names of the schemas for filter conditions, by the type of the value. */
export type ConditionName =
  | 'TextCondition'
  | 'IntegerCondition'
  | 'NumberCondition'
  | 'BooleanCondition'
  | 'AnyCondition'

/**
 * Returns the name of the condition schema for a scalar attribute. An enumeration has no named condition schema,
 * because its condition lists the values.
 */
export function conditionOf({ type }: ScalarAttribute): ConditionName {
  if (type === 'array' || type === 'json' || type === 'blocks') return 'AnyCondition'
  switch (VALUES[type].type) {
    case 'integer':
      return 'IntegerCondition'
    case 'number':
      return 'NumberCondition'
    case 'boolean':
      return 'BooleanCondition'
    default:
      return 'TextCondition'
  }
}

export const enumOperand = ({ enum: values }: ScalarAttribute): Json =>
  values.length === 0 ? false : { type: 'string', enum: [...new Set(values)] }

/**
 * One block of a rich text, or a part of a block, in answers. The schema of a block requires no member, because the
 * members of a block depend on its `type`.
 */
export const BLOCK: JsonObject = {
  type: 'object',
  description:
    'A block or a part of one: paragraph, heading, list, list-item, quote, code, image, link or text',
  properties: {
    type: text,
    children: { type: 'array', items: ref('Block') },
    text,
    url: text,
    format: text,
    level: { type: ['integer', 'string'] },
    image: { type: 'object', additionalProperties: true },
  },
  additionalProperties: true,
}

export const FILE_FORMAT: JsonObject = {
  type: 'object',
  description: 'A resized copy of an image',
  properties: {
    name: text,
    hash: text,
    ext: { type: ['string', 'null'] },
    mime: text,
    width: number,
    height: number,
    size: number,
    sizeInBytes: number,
    path: { type: ['string', 'null'] },
    url: text,
    provider_metadata: {},
  },
  required: ['name', 'hash', 'mime', 'width', 'height', 'size', 'url'],
}
