/**
 * Finds the meaning of each value in a response body, such as an entry of a model, an id, an instant or a plain value.
 */

import type { Attribute, ContentType, Model, Schema } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { targetOf } from '../../reference/schema/target.ts'
import type { LinkKind } from '../../reference/strapi/databases/database.ts'
import { isObject, type JsonObject, member } from '../../util/json.ts'
import type { Space } from './renaming.ts'

export type Meaning =
  /** A value that is compared without translation, such as a text or a number. */
  | { readonly kind: 'plain' }
  /** The complete body of an answer about entries of a content type. */
  | { readonly kind: 'body'; readonly type: ContentType }
  /**
   * An entry, a list of entries or null. In the Strapi 4 format, this value is an object whose `data` is an entry, a
   * list of entries or null.
   */
  | { readonly kind: 'linked'; readonly model: ModelOf; readonly link: LinkKind | null }
  | { readonly kind: 'entry'; readonly model: Model }
  /**
   * The meaning `formats` belongs to the member `formats` of a media file. The meaning `format` belongs to one image
   * format in this member.
   */
  | { readonly kind: 'formats' }
  | { readonly kind: 'format' }
  | { readonly kind: 'name'; readonly space: Space }
  | { readonly kind: 'instant' }
  /** Within an error body: a text that may contain documentIds, or an id from the request. */
  | { readonly kind: 'error' }
  | { readonly kind: 'error id' }

/**
 * A function that returns the model to which an entry belongs. In a dynamic zone or morph relation, each entry names
 * its own model.
 */
type ModelOf = (entry: JsonObject) => Model | undefined

const PLAIN: Meaning = { kind: 'plain' }
const ERROR_PART: Meaning = { kind: 'error' }
const INSTANT: Meaning = { kind: 'instant' }
const INSTANTS = new Set(['createdAt', 'updatedAt', 'publishedAt'])
/** The name of the renaming's space (separate mapping) for the URLs of media files. */
export const UPLOAD_URL_SPACE: Space = 'file.url'
/**
 * The attributes of a media file and of its image formats whose values identify an upload, each with its space in the
 * renaming.
 */
const UPLOADS: Readonly<Record<string, Space>> = {
  url: UPLOAD_URL_SPACE,
  hash: 'file.hash',
  previewUrl: UPLOAD_URL_SPACE,
}

export const isInstant = (name: string): boolean => INSTANTS.has(name)
export const idSpace = (model: Pick<Model, 'uid'>): Space => `id:${model.uid}`
export const DOCUMENT_ID_SPACE: Space = 'documentId'
/**
 * The name of the renaming's space for instants. The check does not translate instants. The pairs in this space record
 * whether the target has the instants of the dataset.
 */
export const INSTANT_SPACE: Space = 'instant'

/** Returns the meaning of the member `key` of the object `owner`. The meaning of the object itself is `owning`. */
export function memberMeaning(owning: Meaning, key: string, owner: JsonObject, schema: Schema): Meaning {
  switch (owning.kind) {
    case 'body':
      if (key === 'error') return ERROR_PART
      return key === 'data' ? { kind: 'linked', model: () => owning.type, link: null } : PLAIN
    case 'error':
      if (INSTANTS.has(key)) return INSTANT
      return key === 'id' ? { kind: 'error id' } : ERROR_PART
    case 'linked': {
      if (key === 'data' && !('id' in owner)) return owning
      const model = owning.model(owner)
      return model === undefined ? PLAIN : entryMember(model, key, schema)
    }
    case 'entry':
      return entryMember(owning.model, key, schema)
    case 'formats':
      return { kind: 'format' }
    case 'format':
      return upload(key)
    case 'plain':
    case 'name':
    case 'instant':
    case 'error id':
      return PLAIN
  }
}

/** Returns the model of an object with a given meaning; undefined if the object is not an entry. */
export function modelAt(place: Meaning, owner: JsonObject): Model | undefined {
  if (place.kind === 'entry') return place.model
  if (place.kind !== 'linked' || ('data' in owner && !('id' in owner))) return undefined
  return place.model(owner)
}

/** Returns the meaning of each item of a list that has the meaning `list`. */
export const itemMeaning = (list: Meaning): Meaning =>
  list.kind === 'linked' || list.kind === 'error' ? list : PLAIN

function upload(key: string): Meaning {
  const space = Object.hasOwn(UPLOADS, key) ? UPLOADS[key] : undefined
  return space === undefined ? PLAIN : { kind: 'name', space }
}

/**
 * Returns the renaming's space for an attribute whose values may differ between servers. Such a value is an instant,
 * or identifies an upload.
 */
export function valueSpace({ uid }: Model, name: string): Space | undefined {
  if (isInstant(name)) return INSTANT_SPACE
  return uid === FILE_UID && Object.hasOwn(UPLOADS, name) ? UPLOADS[name] : undefined
}

function entryMember(model: Model, key: string, schema: Schema): Meaning {
  if (key === 'id') return { kind: 'name', space: idSpace(model) }
  if (key === 'documentId') return { kind: 'name', space: DOCUMENT_ID_SPACE }
  if (INSTANTS.has(key)) return INSTANT
  const attribute = model.attributes.get(key)
  // The Strapi 4 format nests the values of an entry in `attributes`.
  if (attribute === undefined) return key === 'attributes' ? { kind: 'entry', model } : PLAIN
  if (model.uid === FILE_UID && attribute.kind === 'scalar')
    return key === 'formats' ? { kind: 'formats' } : upload(key)
  return attribute.kind === 'scalar'
    ? PLAIN
    : { kind: 'linked', model: modelOf(attribute, schema), link: linkOf(attribute) }
}

function linkOf(attribute: Attribute): LinkKind | null {
  if (attribute.kind === 'scalar' || attribute.kind === 'zone') return null
  return attribute.kind === 'relation' && attribute.via === 'localizations' ? 'localizations' : attribute.kind
}

function modelOf(attribute: Attribute, schema: Schema): ModelOf {
  if (attribute.kind === 'zone') return (entry) => schema.components.get(typeNameIn(entry, '__component'))
  if (attribute.kind === 'morphTo') return (entry) => schema.contentTypes.get(typeNameIn(entry, '__type'))
  const target = targetOf(schema, attribute)
  return () => target
}

/**
 * Returns the name of a model in the member `key` of an entry, such as `__component`. The Strapi 4 format nests this
 * member in `attributes`. The result is the empty text if the entry has no such name.
 */
function typeNameIn(entry: JsonObject, key: string): string {
  const attributes = member(entry, 'attributes')
  const name = member(entry, key) ?? (isObject(attributes) ? member(attributes, key) : undefined)
  return typeof name === 'string' ? name : ''
}
