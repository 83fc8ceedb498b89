/** Finds the models in a schema and the models that attributes link to, and classifies attributes. */
import { invariant } from '../../util/invariant.ts'
import {
  type Attribute,
  FILE_UID,
  type Model,
  type PopulatableAttribute,
  ROLE_UID,
  type ScalarAttribute,
  type Schema,
  type Uid,
  USER_UID,
} from './schema.ts'

/** Returns the content type or component with this uid; undefined for an unknown uid. */
export function modelOf(schema: Schema, uid: string): Model | undefined {
  return schema.contentTypes.get(uid) ?? schema.components.get(uid)
}

/**
 * Returns the model of the entries that an attribute can hold; undefined for a scalar, a zone and a `morphTo` relation.
 */
export function targetOf(schema: Schema, attribute: Attribute): Model | undefined {
  const uid = targetUid(attribute)
  if (uid === undefined) return undefined
  const model = modelOf(schema, uid)
  invariant(model !== undefined, `the schema has ${uid}`)
  return model
}

function targetUid(attribute: Attribute): Uid | undefined {
  switch (attribute.kind) {
    case 'relation':
    case 'morphBy':
      return attribute.target
    case 'media':
      return FILE_UID
    case 'component':
      return attribute.component
    case 'morphTo':
    case 'zone':
    case 'scalar':
      return undefined
  }
}

/**
 * Returns the uids of the models that an attribute may link to. A morph relation may link to all types in `anything`.
 */
export function linkedUids(attribute: PopulatableAttribute, anything: readonly Uid[]): readonly Uid[] {
  switch (attribute.kind) {
    case 'relation':
    case 'morphBy':
      return [attribute.target]
    case 'media':
      return [FILE_UID]
    case 'component':
      return [attribute.component]
    case 'zone':
      return [...new Set(attribute.components)]
    case 'morphTo':
      return anything
  }
}

/**
 * Returns whether `fields` and answers may contain an attribute: true for a scalar that is neither private nor a
 * password.
 */
export const isAnswerable = (attribute: Attribute): attribute is ScalarAttribute =>
  attribute.kind === 'scalar' && !attribute.private && attribute.type !== 'password'

export const isScalar = (attribute: Attribute | undefined): attribute is ScalarAttribute =>
  attribute?.kind === 'scalar'

export const isPopulatable = (attribute: Attribute): attribute is PopulatableAttribute =>
  attribute.kind !== 'scalar'

/**
 * Returns whether an attribute is the relation from a role to its users, which the real server removes from every
 * answer.
 */
export const isWithheld = ({ uid }: Model, attribute: Attribute): boolean =>
  uid === ROLE_UID && attribute.kind === 'relation' && attribute.target === USER_UID
