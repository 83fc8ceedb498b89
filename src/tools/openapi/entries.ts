/**
 * Generates JSON Schemas of entries in answers: all attributes of content types and components, and the attributes
 * that every answer contains.
 */

import type { Uid } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { Seen, SeenLink, SeenModel } from '../types/seen.ts'
import { type Depth, depthBelow, linksAt } from './depths.ts'
import type { SchemaNames } from './names.ts'
import { ref, valueSchema } from './scalars.ts'

/**
 * Returns the schema of an entry, file or component. Most attributes are optional in the schema, because an answer
 * lacks the attributes that the request neither selects nor populates.
 */
export function entrySchema(seen: SeenModel, depth: Depth, names: SchemaNames): JsonObject {
  const { model, scalars, links, documentId } = seen
  const shown = linksAt(seen, depth)
  const isOpen = shown.length < links.length
  const values = scalars.map((attribute): [string, Json] => [attribute.name, valueSchema(attribute, model)])
  const populated = shown.map((link): [string, Json] => [link.attribute.name, linkSchema(link, depth, names)])
  const tag = names.isElement(model.uid, depth) ? { [tagOf(seen)]: { const: model.uid } } : {}
  return {
    type: 'object',
    description: descriptionOf(seen, depth),
    properties: {
      id: { type: 'integer' },
      ...(documentId === 'never' ? {} : { documentId: { type: 'string' } }),
      ...Object.fromEntries([...values, ...populated]),
      ...tag,
    },
    required: ['id', ...(documentId === 'always' ? ['documentId'] : [])],
    additionalProperties: isOpen,
  }
}

function descriptionOf({ model }: SeenModel, depth: Depth): string {
  const what = model.modelType === 'contentType' ? `An entry of ${model.uid}` : `The component ${model.uid}`
  if (depth === 'whole') return what
  return depth === 'linked'
    ? `${what}, in a relation`
    : `${what}. This schema does not describe its relations`
}

/** Returns the member that names the type or component of an entry: `__type` or `__component`. */
const tagOf = ({ model }: SeenModel): '__component' | '__type' =>
  model.modelType === 'contentType' ? '__type' : '__component'

/** Returns the schema of an entry that states its type or component, for attributes that allow several types. */
export const elementSchema = (seen: SeenModel, depth: Depth, names: SchemaNames): JsonObject => {
  const { uid } = seen.model
  const tag = tagOf(seen)
  const says = { type: 'object', properties: { [tag]: { const: uid } }, required: [tag] }
  return { allOf: [ref(names.entry(uid, depth)), says] }
}

/** Returns whether an attribute is a zone or a morphTo relation, which allow several target types or components. */
export const isMixed = ({ attribute }: SeenLink): boolean =>
  attribute.kind === 'zone' || attribute.kind === 'morphTo'

function linkSchema(link: SeenLink, depth: Depth, names: SchemaNames): JsonObject {
  const { attribute } = link
  const one = oneSchema(link, depth, names)
  const isMany = attribute.kind === 'zone' || attribute.many
  if (!isMany) return { anyOf: [one, { type: 'null' }] }
  return { type: link.emptyIsNull ? ['array', 'null'] : 'array', items: one }
}

function oneSchema(link: SeenLink, depth: Depth, names: SchemaNames): Json {
  const { attribute, to } = link
  const below = depthBelow(link, depth)
  if (below === undefined) return ref('OpenElement')
  if (attribute.kind === 'morphTo') return ref('AnyElement')
  if (attribute.kind === 'zone') return anyElementSchema(to, '__component', below, names)
  const [uid] = to
  return uid === undefined ? false : ref(names.entry(uid, below))
}

/**
 * Returns the schema of an entry of one of several types or components, with the discriminator that names the type
 * or component.
 */
function anyElementSchema(
  uids: readonly Uid[],
  propertyName: '__component' | '__type',
  depth: Depth,
  names: SchemaNames,
): Json {
  if (uids.length === 0) return false
  const kinds = uids.map((uid): [string, JsonObject] => [uid, ref(names.element(uid, depth))])
  const mapping = Object.fromEntries(kinds.map(([uid, { $ref = '' }]) => [uid, $ref]))
  return { oneOf: kinds.map(([, schema]) => schema), discriminator: { propertyName, mapping } }
}

/** Returns the schemas of morph relation targets, which all morph relations share. */
export function morphSchemas({ models }: Seen, names: SchemaNames): JsonObject {
  const morphs = [...models.values()].flatMap(({ model, links }) =>
    links.filter(({ attribute }) => attribute.kind === 'morphTo').map(({ to }) => ({ uid: model.uid, to })),
  )
  const whole = morphs.find(({ uid }) => names.depths.of(uid).includes('whole'))
  const linked = morphs.some(({ uid }) => names.depths.of(uid).includes('linked'))
  return {
    ...(whole === undefined ? {} : { AnyElement: anyElementSchema(whole.to, '__type', 'plain', names) }),
    ...(linked ? { OpenElement: OPEN_ELEMENT } : {}),
  }
}

const OPEN_ELEMENT: JsonObject = {
  type: 'object',
  description: 'An entry of any type, without a description of its attributes',
  properties: { id: { type: 'integer' }, documentId: { type: 'string' }, __type: { type: 'string' } },
  required: ['id', '__type'],
  additionalProperties: true,
}

/**
 * Returns the models that occur in attributes with several target types or components, each as a text of uid and
 * depth.
 */
export function elementKeys({ models }: Seen, depths: SchemaNames['depths']): ReadonlySet<string> {
  const lists = new Map<Depth, Set<readonly Uid[]>>()
  for (const [uid, seen] of models)
    for (const depth of depths.of(uid))
      for (const link of linksAt(seen, depth).filter(isMixed)) {
        const below = depthBelow(link, depth)
        if (below !== undefined) lists.set(below, (lists.get(below) ?? new Set()).add(link.to))
      }
  return new Set(
    [...lists].flatMap(([depth, of]) => [...of].flat().map((uid) => `${uid} ${depths.at(uid, depth)}`)),
  )
}
