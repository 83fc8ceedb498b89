/** What somebody may write of a schema: for whom types of bodies are written. */

import { findableTypes, may, mayDo } from '../../reference/access.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import type { Attribute, ContentType, Schema, Uid } from '../../reference/schema/schema.ts'
import { pushAll } from '../../util/push.ts'
import { modelsOf, type WritableAttribute, type WriteModel } from '../../writing/index.ts'
import { pathOf, roleSeen, type SeenBy } from './seen.ts'

/** A type with a path of its own, and what of it may be written. */
export interface WrittenRoute {
  readonly type: ContentType
  /** Behind the prefix, without a slash. */
  readonly path: string
  /** Never so of a single type, of which PUT makes the entry. */
  readonly creates: boolean
  readonly updates: boolean
  readonly deletes: boolean
}

/** A content type or component as bodies have it. */
export interface WrittenModel {
  readonly uid: Uid
  readonly type: ContentType | undefined
  /** What may stand in a body, in schema order. */
  readonly attributes: readonly WritableAttribute[]
}

export interface DeclarationText {
  readonly routes: readonly WrittenRoute[]
  /** By uid: the types that may be created or updated in schema order, then the components that they hold. */
  readonly models: ReadonlyMap<Uid, WrittenModel>
  /** The components that stand in bodies of types with drafts, and those types. */
  readonly draftable: ReadonlySet<Uid>
  /** What a relation to anything may name. */
  readonly findable: readonly Uid[]
}

/** @throws RangeError for a role that there is not. */
export function writtenOf(graph: Graph, by: SeenBy = {}): DeclarationText {
  const { schema } = graph
  const role = roleSeen(graph, by)
  const routes = [...schema.contentTypes.values()]
    .filter(({ uid }) => uid.startsWith('api::'))
    .map((type) => routeOf(type, role))
    .filter(({ creates, updates, deletes }) => creates || updates || deletes)
  const types = routes.filter(({ creates, updates }) => creates || updates).map(({ type }) => type)
  const models = reached(types, graph, role)
  const draftable = reached(
    types.filter(({ draftAndPublish }) => draftAndPublish),
    graph,
    role,
  )
  const findable = findableTypes({ role, schema })
  return { routes, models, draftable: new Set(draftable.keys()), findable }
}

function routeOf(type: ContentType, role: Role): WrittenRoute {
  const may = (action: string): boolean => mayDo(role, `${type.uid}.${action}`)
  return {
    type,
    path: pathOf(type),
    creates: type.kind === 'collectionType' && may('create'),
    updates: may('update'),
    deletes: may('delete'),
  }
}

/** The types, and every component below them. */
function reached(types: readonly ContentType[], graph: Graph, role: Role): ReadonlyMap<Uid, WrittenModel> {
  const models = new Map<Uid, WrittenModel>()
  const waiting = types.map(({ uid }) => uid)
  for (let at = 0; at < waiting.length; at++) {
    const uid = waiting[at] ?? ''
    const model = modelsOf(graph).get(uid)
    if (model === undefined || models.has(uid)) continue
    const written = writtenModel(model, graph.schema, role)
    models.set(uid, written)
    for (const { attribute } of written.attributes) pushAll(waiting, componentsOf(attribute))
  }
  return models
}

const componentsOf = (attribute: Attribute): readonly Uid[] => {
  if (attribute.kind === 'component') return [attribute.component]
  return attribute.kind === 'zone' ? attribute.components : []
}

const writtenModel = ({ uid, attributes }: WriteModel, schema: Schema, role: Role): WrittenModel => ({
  uid,
  type: schema.contentTypes.get(uid),
  attributes: [...attributes.values()].filter(
    ({ attribute, writable }) => writable && mayStand(attribute, schema, role),
  ),
})

/** Relations to what the role may not find are refused, and so is a relation to one entry of any type, from either side. */
function mayStand(attribute: Attribute, schema: Schema, role: Role): boolean {
  switch (attribute.kind) {
    case 'relation':
      return attribute.via === 'stored' && may(role, attribute.target, 'find')
    case 'morphTo':
      return attribute.many
    case 'morphBy': {
      const by = schema.contentTypes.get(attribute.target)?.attributes.get(attribute.by)
      return by?.kind === 'morphTo' && by.many && may(role, attribute.target, 'find')
    }
    case 'scalar':
    case 'media':
    case 'component':
    case 'zone':
      return true
  }
}

/** Whether a body that makes an entry has to have it. A relation and a file never need be there. */
export function isNeeded(
  { attribute, required, default: given }: WritableAttribute,
  isDraft: boolean,
): boolean {
  if (!required || given !== undefined) return false
  switch (attribute.kind) {
    case 'scalar':
      return !isDraft
    case 'component':
      return !isDraft || attribute.many
    case 'zone':
      return true
    case 'relation':
    case 'media':
    case 'morphTo':
    case 'morphBy':
      return false
  }
}

/** Whether null may stand in its place. */
export function mayBeNull({ attribute, required }: WritableAttribute, isDraft: boolean): boolean {
  if (attribute.kind === 'zone' || (attribute.kind === 'component' && attribute.many)) return false
  if (attribute.kind === 'morphTo' || attribute.kind === 'morphBy') return false
  if (attribute.kind === 'relation' || attribute.kind === 'media') return true
  return isDraft || !required
}

/** What a type has beside its attributes, and a body says in its query. */
export const SAID_IN_QUERY: readonly string[] = ['publishedAt', 'locale']
