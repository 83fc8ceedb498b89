/** What a request may name at a place of a schema, and what a role sees of it: for generating, not for judging. */
import type { Role } from '../../src/reference/graph/graph.ts'
import type {
  Attribute,
  Component,
  ContentType,
  Model,
  PopulatableAttribute,
  ScalarAttribute,
  Schema,
  Uid,
} from '../../src/reference/schema/schema.ts'
import { FILE_UID } from '../../src/reference/schema/schema.ts'

export const attributesOf = (model: Model): readonly Attribute[] => [...model.attributes.values()]

export const isSecret = (attribute: Attribute): boolean =>
  attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')

/** Scalars that are answered. */
export const openScalars = (model: Model): readonly ScalarAttribute[] =>
  attributesOf(model).filter(
    (attribute): attribute is ScalarAttribute => attribute.kind === 'scalar' && !isSecret(attribute),
  )

/** What may be named in a populate, whether the role sees anything of it or not. */
export const populatable = (model: Model): readonly PopulatableAttribute[] =>
  attributesOf(model).filter(
    (attribute): attribute is PopulatableAttribute => attribute.kind !== 'scalar' && !attribute.private,
  )

export const mayFind = ({ permissions }: Role, uid: Uid): boolean =>
  permissions.has('*') || permissions.has('*.find') || permissions.has(`${uid}.find`)
export const mayFindOne = ({ permissions }: Role, uid: Uid): boolean =>
  permissions.has('*') || permissions.has('*.findOne') || permissions.has(`${uid}.findOne`)

/** The model that an attribute leads to; undefined for a zone or morphTo, which lead to several. */
export function leadsTo(attribute: Attribute, schema: Schema): ContentType | Component | undefined {
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

/** Whether a role may look through an attribute. */
export function isOpenTo(attribute: Attribute, role: Role): boolean {
  switch (attribute.kind) {
    case 'relation':
      return attribute.via === 'creator' ? !attribute.private : mayFind(role, attribute.target)
    case 'morphBy':
      return mayFind(role, attribute.target)
    case 'media':
    case 'component':
    case 'zone':
    case 'morphTo':
    case 'scalar':
      return true
  }
}

/** Attributes that a filter or sort may go through. */
export const passages = (model: Model, role: Role): readonly PopulatableAttribute[] =>
  populatable(model).filter(
    (attribute) => attribute.kind !== 'zone' && attribute.kind !== 'morphTo' && isOpenTo(attribute, role),
  )
