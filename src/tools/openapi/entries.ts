/**
 * Generates JSON Schemas of answers: the attributes of content types and components, and those that are always
 * present.
 */

import type { PopulatableAttribute, Uid } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { SeenLink, SeenModel } from '../types/seen.ts'
import type { SchemaNames } from './names.ts'
import { ref, valueSchema } from './scalars.ts'

/** An entry, file or component. What a request neither selects nor populates is missing. */
export function entrySchema(seen: SeenModel, names: SchemaNames): JsonObject {
  const { model, scalars, links, documentId } = seen
  const values = scalars.map((attribute): [string, Json] => [attribute.name, valueSchema(attribute, model)])
  const populated = links.map((link): [string, Json] => [link.attribute.name, linkSchema(link, names)])
  const isEntry = model.modelType === 'contentType'
  return {
    type: 'object',
    description: isEntry ? `An entry of ${model.uid}` : `The component ${model.uid}`,
    properties: {
      id: { type: 'integer' },
      ...(documentId === 'never' ? {} : { documentId: { type: 'string' } }),
      ...Object.fromEntries([...values, ...populated]),
      [isEntry ? '__type' : '__component']: {
        const: model.uid,
        description: isEntry ? 'In a morph relation alone' : 'In a dynamic zone alone',
      },
    },
    required: ['id', ...(documentId === 'always' ? ['documentId'] : [])],
    additionalProperties: false,
  }
}

/** An entry that names its kind, for attributes with several kinds. */
export const elementSchema = ({ model }: SeenModel, names: SchemaNames): JsonObject => {
  const tag = model.modelType === 'contentType' ? '__type' : '__component'
  const says = { type: 'object', properties: { [tag]: { const: model.uid } }, required: [tag] }
  return { allOf: [ref(names.of(model.uid, 'entry')), says] }
}

/** The targets of attributes that lead to several kinds. */
export function elementUids(models: Iterable<SeenModel>): ReadonlySet<Uid> {
  // All morph relations share one list of targets.
  const lists = new Set([...models].flatMap(({ links }) => links.filter(isMixed).map(({ to }) => to)))
  return new Set([...lists].flat())
}

export const isMixed = ({ attribute }: SeenLink): boolean =>
  attribute.kind === 'zone' || attribute.kind === 'morphTo'

/** Whether the server can return the number of linked entries. It ignores `count` elsewhere. */
export const isCountable = (attribute: PopulatableAttribute): boolean =>
  attribute.kind === 'component' || (attribute.kind === 'relation' && attribute.via === 'stored')

function linkSchema(link: SeenLink, names: SchemaNames): JsonObject {
  const { attribute } = link
  const one = oneSchema(link, names)
  const isMany = attribute.kind === 'zone' || attribute.many
  const shown: JsonObject = isMany ? { type: 'array', items: one } : { anyOf: [one, { type: 'null' }] }
  return isCountable(attribute) || attribute.kind === 'morphTo' ? { anyOf: [shown, ref('Count')] } : shown
}

function oneSchema({ attribute, to }: SeenLink, names: SchemaNames): Json {
  if (attribute.kind === 'morphTo') return ref('AnyElement')
  if (attribute.kind === 'zone') return anyElementSchema(to, '__component', names)
  const [uid] = to
  return uid === undefined ? false : ref(names.of(uid, 'entry'))
}

/** One of several kinds, with the discriminator that names the kind. */
export function anyElementSchema(
  uids: readonly Uid[],
  propertyName: '__component' | '__type',
  names: SchemaNames,
): Json {
  if (uids.length === 0) return false
  const kinds = uids.map((uid): [string, JsonObject] => [uid, ref(names.of(uid, 'element'))])
  const mapping = Object.fromEntries(kinds.map(([uid, { $ref = '' }]) => [uid, $ref]))
  return { oneOf: kinds.map(([, schema]) => schema), discriminator: { propertyName, mapping } }
}
