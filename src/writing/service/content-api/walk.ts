/**
 * Walks over the parts of a query and over entries, as the sanitizers of the content API do them. A visitor sees each
 * key with its attribute and keeps, removes or replaces the value before the walk goes on into it.
 */
import type { Attribute, Model, Schema } from '../../../reference/schema/schema.ts'
import { FILE_UID } from '../../../reference/schema/schema.ts'
import { modelOf } from '../../../reference/schema/target.ts'
import { isList, isObject, type Json } from '../../../util/json.ts'

/** A part of a query or an entry; undefined if a visitor removed it. */
export type Part = Json | undefined

/** The model of one level, and the names of the attributes that lead to it. */
export interface Place {
  /** undefined for an unknown uid. */
  readonly model: Model | undefined
  /** Dotted; null at the root. */
  readonly path: string | null
  /** The attribute whose value the level is; undefined at the root and below a keyword. */
  readonly parent: Attribute | undefined
}

/** One key on the way. */
export interface Visit extends Place {
  readonly key: string
  readonly value: Part
  /** undefined for a key that is not an attribute. */
  readonly attribute: Attribute | undefined
}

/** The result for a value. `set` replaces it. */
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

/** The visit of one key at a place. */
export function visitOf(key: string, value: Part, place: Place): Visit {
  const attribute = place.model?.attributes.get(key)
  const path = attribute === undefined ? place.path : place.path === null ? key : `${place.path}.${key}`
  return { key, value, attribute, model: place.model, path, parent: place.parent }
}

/** The value after a visit; undefined if the visitor removed it. */
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

/** The place below an attribute with one target; undefined for morph relations, zones and scalars. */
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

/** The members of an object or the items of a list by their position. */
export const membersOf = (json: Json): readonly (readonly [string, Json])[] =>
  typeof json === 'object' && json !== null ? Object.entries(json) : []

/** Builds an object without the members that are undefined. */
export const objectOf = (members: readonly (readonly [string, Part])[]): Json =>
  Object.fromEntries(members.filter((member): member is readonly [string, Json] => member[1] !== undefined))

export const isTree = (part: Part): part is Json & object => isObject(part) || isList(part)

/** Whether a value is an object or a list without members. */
export const isEmptyTree = (part: Part): boolean => isTree(part) && Object.keys(part).length === 0
