/** Generates JSON Schemas of the queries of a type. */

import { OPERATORS, TEST_OPERATORS, type TestOperator } from '../../reference/operators.ts'
import type { ScalarAttribute, Uid } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { LINK_OPERATORS } from '../types/link-operators.ts'
import type { SeenLink, SeenModel } from '../types/seen.ts'
import { isCountable, isMixed } from './entries.ts'
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

/** The names of an entry's own attributes that `fields`, a sort and a filter accept. */
const ownNames = ({ model, scalars }: SeenModel): readonly string[] => [
  'id',
  ...(model.modelType === 'contentType' ? ['documentId'] : []),
  ...scalars.map(({ name }) => name),
]

/** The names that `fields` accepts. */
export const fieldSchema = (seen: SeenModel): JsonObject => ({
  type: 'string',
  enum: ['*', ...ownNames(seen)],
})

export const fieldsSchema = ({ model }: SeenModel, names: SchemaNames): JsonObject =>
  list(ref(names.of(model.uid, 'field')))

/** Only the sort at the root of a query goes through links. */
export function sortSchema(seen: SeenModel, isRoot: boolean): JsonObject {
  const own = ownNames(seen).flatMap((name) => [name, `${name}:asc`, `${name}:desc`])
  const names = { type: 'string', enum: own }
  const through = {
    type: 'string',
    pattern: '^[^.:]+[.].',
    description: 'As author.name or author.name:desc',
  }
  return { type: 'array', items: isRoot ? { anyOf: [names, through] } : names }
}

/** `populate` as an object. */
export function populateSchema({ links }: SeenModel, names: SchemaNames): JsonObject {
  return object(
    Object.fromEntries(links.map((link): [string, Json] => [link.attribute.name, optionSchema(link, names)])),
  )
}

/** Every form of `populate`. */
export const populateForms = (seen: SeenModel, names: SchemaNames): JsonObject => ({
  anyOf: [
    { const: '*' },
    { ...text, description: 'A name or a dotted path' },
    { type: 'array', items: text, description: 'Names and dotted paths' },
    ref(names.of(seen.model.uid, 'populate')),
  ],
})

function optionSchema(link: SeenLink, names: SchemaNames): JsonObject {
  const { attribute, to } = link
  if (attribute.kind === 'morphTo')
    return { anyOf: [flag, ref('AnyKinds'), object({ count: flag }, { required: ['count'] })] }
  const [uid] = to
  if (uid === undefined) return flag
  if (attribute.kind === 'zone') {
    const deep = object({ populate: { const: '*' } }, { required: ['populate'] })
    return { anyOf: [flag, kindsSchema(to, names), deep] }
  }
  const counted = object({ count: flag, filters: ref(names.of(uid, 'filters')) }, { required: ['count'] })
  return {
    anyOf: [flag, ref(names.of(uid, 'options')), ...(isCountable(attribute) ? [counted] : [])],
  }
}

/** `on`, by the kind of the linked entry. */
export function kindsSchema(uids: readonly Uid[], names: SchemaNames): JsonObject {
  const kinds = uids.map((uid): [string, Json] => [
    uid,
    { anyOf: [{ const: true }, ref(names.of(uid, 'options'))] },
  ])
  return object(
    { on: object(Object.fromEntries(kinds), { description: 'Kinds that are not listed are left out' }) },
    { required: ['on'] },
  )
}

/** The options of a populated attribute. */
export const optionsSchema = (seen: SeenModel, names: SchemaNames): JsonObject =>
  object({
    fields: { anyOf: [text, fieldsSchema(seen, names)] },
    populate: populateForms(seen, names),
    filters: ref(names.of(seen.model.uid, 'filters')),
    sort: {
      anyOf: [
        text,
        sortSchema(seen, false),
        { type: 'object' },
        { type: 'array', items: { type: 'object' } },
      ],
    },
  })

/** Conditions that all have to hold. */
export function filtersSchema(seen: SeenModel, names: SchemaNames): JsonObject {
  const self = ref(names.of(seen.model.uid, 'filters'))
  const hasDocumentId = seen.model.modelType === 'contentType'
  const leading = seen.links.filter((link) => !isMixed(link))
  return object({
    id: ref('IntegerCondition'),
    ...(hasDocumentId ? { documentId: ref('TextCondition') } : {}),
    ...Object.fromEntries([...seen.scalars.map(ownCondition), ...leading.map((link) => linked(link, names))]),
    $and: { type: 'array', items: self },
    $or: { type: 'array', items: self },
    $not: self,
  })
}

const ownCondition = (attribute: ScalarAttribute): [string, Json] => [
  attribute.name,
  attribute.type === 'enumeration' ? conditionSchema(enumOperand(attribute)) : ref(conditionOf(attribute)),
]

/** Conditions on linked entries. An operator there compares their row ids, and has to stand alone. */
function linked({ attribute, to }: SeenLink, names: SchemaNames): [string, Json] {
  const id: JsonObject = { type: 'integer' }
  const operators = object(operands(LINK_OPERATORS, id), { maxProperties: 1 })
  const [uid = ''] = to
  return [attribute.name, { anyOf: [id, operators, ref(names.of(uid, 'filters'))] }]
}

/** A value, a list of values, or operators. */
function conditionSchema(value: Json): JsonObject {
  return { anyOf: [value, list(value), operatorsSchema(value, { anyOf: [value, operatorsSchema(value)] })] }
}

/** The conditions by the type of the value, for `components.schemas`. */
export const CONDITIONS: { readonly [name in ConditionName]: JsonObject } = {
  TextCondition: conditionSchema(text),
  IntegerCondition: conditionSchema({ type: 'integer' }),
  NumberCondition: conditionSchema({ type: 'number' }),
  BooleanCondition: conditionSchema(flag),
  AnyCondition: conditionSchema({ type: ['string', 'number', 'boolean'] }),
}

function operatorsSchema(value: Json, not: Json = value): JsonObject {
  return object({ ...operands(TEST_OPERATORS, value), $not: not })
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
