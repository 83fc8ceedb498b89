/** Generates JSON Schemas of the queries of a type. */

import { OPERATORS, TEST_OPERATORS, type TestOperator } from '../../reference/operators/operators.ts'
import type { ScalarAttribute, Uid } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { LINK_OPERATORS } from '../types/link-operators.ts'
import type { Seen, SeenLink, SeenModel } from '../types/seen.ts'
import { isMixed } from './entries.ts'
import type { SchemaNames } from './names.ts'
import { type ConditionName, conditionOf, enumOperand, ref } from './scalars.ts'

const text: JsonObject = { type: 'string' }
const flag: JsonObject = { type: 'boolean' }

const list = (items: Json): JsonObject => ({ type: 'array', items })

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
})

/** Returns the names of an entry's own scalar attributes that `fields`, `sort` and `filters` accept. */
const ownNames = ({ model, scalars }: SeenModel): readonly string[] => [
  'id',
  ...(model.modelType === 'contentType' ? ['documentId'] : []),
  ...scalars.map(({ name }) => name),
]

/** Returns the schema of the names that `fields` accepts. */
export const fieldSchema = (seen: SeenModel): JsonObject => ({
  type: 'string',
  enum: ['*', ...ownNames(seen)],
})

export const fieldsSchema = ({ model }: SeenModel, names: SchemaNames): JsonObject =>
  list(ref(names.of(model.uid, 'field')))

/** Returns the schema of the `sort` parameter of a list, including paths through links. */
export function sortSchema(seen: SeenModel): JsonObject {
  const own = ownNames(seen).flatMap((name) => [name, `${name}:asc`, `${name}:desc`])
  const through = {
    type: 'string',
    pattern: '^[^.:]+[.].',
    description: 'For example author.name or author.name:desc',
  }
  return { type: 'array', items: { anyOf: [{ type: 'string', enum: own }, through] } }
}

/** Returns the schema of `populate` as an object, with the options of each link. */
export function populateSchema({ links }: SeenModel, names: SchemaNames): JsonObject {
  return object(
    Object.fromEntries(links.map((link): [string, Json] => [link.attribute.name, optionSchema(link, names)])),
  )
}

/**
 * Returns the schema of `populate` as an object within another `populate`. The schema lists only the names of the
 * links.
 */
export const nestedSchema = ({ links }: SeenModel): JsonObject =>
  object(
    Object.fromEntries(links.map(({ attribute }): [string, Json] => [attribute.name, ref('NestedOption')])),
  )

/** Returns the schema of `populate` in all its forms: text, list and object. */
export const populateForms = (objects: string): JsonObject => ({
  anyOf: [
    { const: '*' },
    { ...text, description: 'A name or a dotted path' },
    { type: 'array', items: text, description: 'Names and dotted paths' },
    ref(objects),
  ],
})

function optionSchema(link: SeenLink, names: SchemaNames): JsonObject {
  const { attribute, to } = link
  if (attribute.kind === 'morphTo') return { anyOf: [flag, ref('AnyKinds')] }
  const [uid] = to
  if (uid === undefined) return flag
  if (attribute.kind === 'zone') {
    const deep = object({ populate: { const: '*' } }, { required: ['populate'] })
    return { anyOf: [flag, kindsSchema(to, names), deep] }
  }
  return { anyOf: [flag, ref(names.of(uid, 'options'))] }
}

/** Returns the schema of `on`: the options by type or component of the linked entry. */
export function kindsSchema(uids: readonly Uid[], names: SchemaNames): JsonObject {
  const kinds = uids.map((uid): [string, Json] => [
    uid,
    { anyOf: [{ const: true }, ref(names.of(uid, 'options'))] },
  ])
  return object(
    { on: object(Object.fromEntries(kinds), { description: 'The answer omits types that are not listed' }) },
    { required: ['on'] },
  )
}

/** Returns the schema of the options of a populated attribute. */
export const optionsSchema = (seen: SeenModel, names: SchemaNames): JsonObject =>
  object({
    fields: { anyOf: [text, fieldsSchema(seen, names)] },
    populate: populateForms(names.of(seen.model.uid, 'nested')),
    filters: ref(filtersName(seen, false, names)),
    sort: ref('NestedSort'),
  })

/** Returns the name of the schema for filters on a type: at the root of a query, or on linked entries. */
export const filtersName = (seen: SeenModel, isRoot: boolean, names: SchemaNames): string =>
  names.of(seen.model.uid, isRoot ? 'filters' : 'linkedFilters')

const filteredLinks = ({ links }: SeenModel): readonly SeenLink[] => links.filter((link) => !isMixed(link))

/**
 * Returns the schema of filters, which are combined by AND. At the root, the schema describes each condition in
 * full. On linked entries, the schema lists only the attribute names.
 */
export function filtersSchema(
  seen: SeenModel,
  isRoot: boolean,
  names: SchemaNames,
  { models }: Seen,
): JsonObject {
  const self = ref(filtersName(seen, isRoot, names))
  const linked = filteredLinks(seen).map((link): [string, Json] => {
    const to = isRoot ? models.get(link.to[0] ?? '') : undefined
    const behind = to === undefined ? 'NestedCondition' : filtersName(to, false, names)
    return [link.attribute.name, isRoot ? { anyOf: [ref('LinkCondition'), ref(behind)] } : ref(behind)]
  })
  const own = isRoot
    ? ownConditions(seen)
    : ownNames(seen).map((name) => [name, ref('NestedCondition')] as const)
  return object({
    ...Object.fromEntries([...own, ...linked]),
    $and: { type: 'array', items: self },
    $or: { type: 'array', items: self },
    $not: self,
  })
}

const ownConditions = ({ model, scalars }: SeenModel): readonly [string, Json][] => [
  ['id', ref('IntegerCondition')],
  ...(model.modelType === 'contentType'
    ? [['documentId', ref('TextCondition')] satisfies [string, Json]]
    : []),
  ...scalars.map(ownCondition),
]

const ownCondition = (attribute: ScalarAttribute): [string, Json] => [
  attribute.name,
  attribute.type === 'enumeration'
    ? conditionSchema(enumOperand(attribute), 'TextCondition')
    : ref(conditionOf(attribute)),
]

/**
 * Returns the schema of a condition: a value, a list of values, or operators. The parameter `not` is the schema of the
 * condition that `$not` negates.
 */
const conditionSchema = (value: Json, not: ConditionName): JsonObject => ({
  anyOf: [value, list(value), object({ ...operands(TEST_OPERATORS, value), $not: ref(not) })],
})

const rowId: JsonObject = { type: 'integer' }

const anything: JsonObject = { type: 'object', additionalProperties: true }

/** The schemas of query options on linked entries, which are the same in every OpenAPI document. */
export const NESTED: JsonObject = {
  LinkCondition: {
    description: 'A condition on a linked entry: its row id, or one operator that compares row ids',
    anyOf: [rowId, object(operands(LINK_OPERATORS, rowId), { minProperties: 1, maxProperties: 1 })],
  },
  NestedCondition: { description: 'A value, a list of values, or an object of operators or conditions' },
  NestedOption: {
    description: 'true or false, or the options fields, populate, filters, sort and on',
    anyOf: [flag, anything],
  },
  NestedSort: {
    anyOf: [text, list(text), anything, list(anything)],
  },
}

/** The schemas of conditions for each type of value, for `components.schemas`. */
export const CONDITIONS: { readonly [name in ConditionName]: JsonObject } = {
  TextCondition: conditionSchema(text, 'TextCondition'),
  IntegerCondition: conditionSchema({ type: 'integer' }, 'IntegerCondition'),
  NumberCondition: conditionSchema({ type: 'number' }, 'NumberCondition'),
  BooleanCondition: conditionSchema(flag, 'BooleanCondition'),
  AnyCondition: conditionSchema({ type: ['string', 'number', 'boolean'] }, 'AnyCondition'),
}

function operands(operators: readonly TestOperator[], value: Json): JsonObject {
  return Object.fromEntries(operators.map((operator) => [operator, operandSchema(operator, value)]))
}

function operandSchema(operator: TestOperator, value: Json): Json {
  switch (OPERATORS[operator].takes) {
    case 'flag':
      return flag
    case 'value':
      return value
    case 'text':
      return text
    case 'list':
      return list(value)
    case 'pair':
      return { ...list(value), minItems: 2, maxItems: 2 }
  }
}
