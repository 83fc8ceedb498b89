/** Reads the schema of a model: its attributes, and the models that they link to. */

import type {
  Attribute,
  Model,
  PopulatableAttribute,
  ScalarAttribute,
  ScalarType,
  Schema,
  Uid,
} from '../reference/schema/schema.ts'

const FILE_UID: Uid = 'plugin::upload.file'

/** The type of a column that a filter or a sort compares: the type of a scalar attribute, or one of the two ids. */
export type Column = ScalarType | 'id' | 'documentId'

export const attributesOf = (model: Model): readonly Attribute[] => [...model.attributes.values()]

/** Returns whether an attribute is private or a password: no request may name it, and no answer shows it. */
export const isSecret = (attribute: Attribute): boolean =>
  attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')

/** Returns the scalar attributes of a model that an answer may show. */
export const openScalars = (model: Model): readonly ScalarAttribute[] =>
  attributesOf(model).filter(
    (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar' && !isSecret(attribute),
  )

/** Returns the attributes that `populate` may name: relations, media, components and zones that are not private. */
export const populatable = (model: Model): readonly PopulatableAttribute[] =>
  attributesOf(model).filter(
    (attribute): attribute is PopulatableAttribute => attribute.kind !== 'scalar' && !attribute.private,
  )

export const isMany = (attribute: PopulatableAttribute): boolean =>
  attribute.kind === 'zone' || attribute.many

/** Returns the type of the column with a name; undefined if the name is not a column of the model. */
export function columnOf(name: string, model: Model): Column | undefined {
  const attribute = model.attributes.get(name)
  if (attribute?.kind === 'scalar') return attribute.type
  return name === 'id' || name === 'documentId' ? name : undefined // filters.id
}

export const modelOf = (uid: Uid, schema: Schema): Model | undefined =>
  schema.contentTypes.get(uid) ?? schema.components.get(uid)

/** Returns the model that an attribute links to; undefined for a zone or `morphTo`, which link to several models. */
export function leadsTo(attribute: Attribute, schema: Schema): Model | undefined {
  switch (attribute.kind) {
    case 'relation':
    case 'morphBy':
      return schema.contentTypes.get(attribute.target)
    case 'media':
      return schema.contentTypes.get(FILE_UID)
    case 'component':
      return schema.components.get(attribute.component)
    case 'scalar':
    case 'morphTo':
    case 'zone':
      return undefined
  }
}
