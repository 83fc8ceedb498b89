/** Selects the writable part of a schema for a role, to describe the bodies of its requests. */

import { findableTypes, may, mayDo } from '../../reference/access.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import type { Attribute, ContentType, Schema, Uid } from '../../reference/schema/schema.ts'
import { pushAll } from '../../util/push.ts'
import { modelsOf, type WritableAttribute, type WriteModel } from '../../writing/index.ts'
import { isReached, pathOf, roleSeen, type SeenBy } from './seen.ts'

/** A content type with a route of the content API, and the kinds of writes that the role may do. */
export interface WrittenRoute {
  readonly type: ContentType
  /** The path after the prefix, without a slash. */
  readonly path: string
  /** Whether POST is allowed; false for every single type, because PUT creates its entry. */
  readonly creates: boolean
  readonly updates: boolean
  readonly deletes: boolean
}

/** A content type or component with the attributes that a body may contain. */
export interface WrittenModel {
  readonly uid: Uid
  readonly type: ContentType | undefined
  /** The attributes that a body may contain, in schema order. */
  readonly attributes: readonly WritableAttribute[]
}

export interface DeclarationText {
  readonly routes: readonly WrittenRoute[]
  /** The models by uid: first the writable types in schema order, then the components that these types contain. */
  readonly models: ReadonlyMap<Uid, WrittenModel>
  /** The uids of the content types with drafts, and of the components that their request bodies contain. */
  readonly draftable: ReadonlySet<Uid>
  /**
   * The content types that the role may find. In a request body, a morph relation may link only entries of types
   * that the role may find.
   */
  readonly findable: readonly Uid[]
}

/**
 * Collects the writable part of a schema.
 * @throws RangeError for an unknown role.
 */
export function writtenOf(graph: Graph, by: SeenBy = {}): DeclarationText {
  const { schema } = graph
  const role = roleSeen(graph, by)
  const routes = [...schema.contentTypes.values()]
    .filter(({ uid }) => uid.startsWith('api::'))
    .map((type) => routeOf(type, role, by))
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

function routeOf(type: ContentType, role: Role, by: SeenBy): WrittenRoute {
  const may = (action: string): boolean =>
    mayDo(role, `${type.uid}.${action}`) && isReached(by, type.uid, action)
  return {
    type,
    path: pathOf(type),
    creates: type.kind === 'collectionType' && may('create'),
    updates: may('update'),
    deletes: may('delete'),
  }
}

/** Returns the content types in `types`, and every component that these types contain directly or indirectly. */
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

/**
 * Returns whether a body may contain the attribute. The server rejects relations to types that the role may not find,
 * and to-one morph relations from either side.
 */
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

/**
 * Returns whether a body that creates an entry must contain the attribute. Relations and media attributes are never
 * mandatory, and a draft may also lack scalars and single components.
 */
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

/**
 * Returns whether the attribute of a request body accepts null. A zone, a list of components and a morph relation
 * never accept null. All other relations and media attributes accept null. A scalar and a single component accept
 * null in a draft, or if the attribute is not required.
 */
export function mayBeNull({ attribute, required }: WritableAttribute, isDraft: boolean): boolean {
  if (attribute.kind === 'zone' || (attribute.kind === 'component' && attribute.many)) return false
  if (attribute.kind === 'morphTo' || attribute.kind === 'morphBy') return false
  if (attribute.kind === 'relation' || attribute.kind === 'media') return true
  return isDraft || !required
}

/**
 * The attributes of an entry that query parameters of a write set, such as `locale`. The body must not contain these
 * attributes.
 */
export const SAID_IN_QUERY: readonly string[] = ['publishedAt', 'locale']
