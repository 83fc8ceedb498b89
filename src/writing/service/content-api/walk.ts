/**
 * Walks over parts of a query and over entries, as Strapi's sanitizers do. A visitor gets each key with its attribute.
 * The visitor keeps, removes or replaces the value of the key before the walk enters the value.
 */
import type { Attribute, Model, Schema } from '../../../reference/schema/schema.ts'
import { FILE_UID } from '../../../reference/schema/schema.ts'
import { modelOf } from '../../../reference/schema/target.ts'
import { isList, isObject, type Json } from '../../../util/json.ts'

/** A part of a query or of an entry; undefined after a visitor has removed it. */
export type Part = Json | undefined

/** A level of the walk over a query or an entry, with its model and its path. */
export interface Place {
  /** The model of the level; undefined for an unknown uid. */
  readonly model: Model | undefined
  /** The names of the attributes that lead to the level, joined by dots; null at the root. */
  readonly path: string | null
  /** The attribute that contains the level; undefined at the root and below a keyword. */
  readonly parent: Attribute | undefined
}

/** The visit of one key during a walk. */
export interface Visit extends Place {
  readonly key: string
  readonly value: Part
  /** The attribute that the key names; undefined if the key names no attribute. */
  readonly attribute: Attribute | undefined
}

/** The decision of a visitor: keep the value, remove it, or replace it by another value. */
export type Outcome = { readonly kind: 'keep' } | { readonly kind: 'remove' } | SetValue
interface SetValue {
  readonly kind: 'set'
  readonly value: Json
}

export const KEEP: Outcome = { kind: 'keep' }
export const REMOVE: Outcome = { kind: 'remove' }
export const setTo = (value: Json): Outcome => ({ kind: 'set', value })
export const removeIf = (isRemoved: boolean): Outcome => (isRemoved ? REMOVE : KEEP)

export type Visitor = (visit: Visit) => Outcome

export interface Walk {
  readonly schema: Schema
  readonly visit: Visitor
}

/** Returns the visit (key, value, attribute and path) of one key on a level of the walk. */
export function visitOf(key: string, value: Part, place: Place): Visit {
  const attribute = place.model?.attributes.get(key)
  const path = attribute === undefined ? place.path : place.path === null ? key : `${place.path}.${key}`
  return { key, value, attribute, model: place.model, path, parent: place.parent }
}

/** Returns the value of a key after the decision of a visitor; undefined if the visitor removed the value. */
export function valueAfter(outcome: Outcome, value: Part): Part {
  switch (outcome.kind) {
    case 'keep':
      return value
    case 'remove':
      return undefined
    case 'set':
      return outcome.value
  }
}

/** Returns the level below an attribute with one target type; undefined for morph relations, zones and scalars. */
export function placeBelow({ attribute, path }: Visit, schema: Schema): Place | undefined {
  switch (attribute?.kind) {
    case 'relation':
      return { model: modelOf(schema, attribute.target), path, parent: attribute }
    case 'media':
      return { model: modelOf(schema, FILE_UID), path, parent: attribute }
    case 'component':
      return { model: modelOf(schema, attribute.component), path, parent: attribute }
    default:
      return undefined
  }
}

/** Returns the members of an object, or the items of a list by index. */
export const membersOf = (json: Json): readonly (readonly [string, Json])[] =>
  typeof json === 'object' && json !== null ? Object.entries(json) : []

/** Makes an object from members, and omits members with the value undefined. */
export const objectOf = (members: readonly (readonly [string, Part])[]): Json =>
  Object.fromEntries(members.filter((member): member is readonly [string, Json] => member[1] !== undefined))

export const isTree = (part: Part): part is Json & object => isObject(part) || isList(part)

/** Returns whether a value is an empty object or an empty list. */
export const isEmptyTree = (part: Part): boolean => isTree(part) && Object.keys(part).length === 0
