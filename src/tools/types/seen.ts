/** Selects the readable part of a schema for a role, to describe it as declarations or OpenAPI. */
import { findableTypes, may, openAttributes, type Viewer } from '../../reference/access.ts'
import type { RouteQuery } from '../../reference/code-effect.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import type {
  ContentType,
  Model,
  PopulatableAttribute,
  ScalarAttribute,
  Uid,
} from '../../reference/schema/schema.ts'
import { isAnswerable, linkedUids, modelOf } from '../../reference/schema/target.ts'
import { departsIn } from './departs.ts'

/** The role and the server profile for which types or an OpenAPI document are generated. */
export interface SeenBy {
  /**
   * The name of a role. The generated types or OpenAPI document then describe only what this role may find. Without
   * a role, they describe all content types.
   */
  readonly role?: string
  /** The profile of the server, by the names that `createContentApi` accepts. The default profile is `documented`. */
  readonly profile?: string
  /**
   * Whether the server may have other locales than the graph. For example, a project that was opened without its
   * database may have other locales.
   */
  readonly anyLocale?: boolean
  /**
   * The effects of a project's own code on the routes. The function `probesOf` lists the requests that show these
   * effects, and `probedQuery` reads the effect from each answer.
   */
  readonly routes?: readonly RouteQuery[]
  /** The actions of content types to which no route leads, such as `api::note.note.delete`. */
  readonly unreached?: readonly string[]
}

/** A content type or component with the attributes that a role can read. */
export interface SeenModel {
  readonly model: Model
  /** The scalar attributes in schema order, after `id` and `documentId`. */
  readonly scalars: readonly ScalarAttribute[]
  /** The attributes that can be populated, in schema order. */
  readonly links: readonly SeenLink[]
  /** Whether entries of the model have a documentId: always, never, or only some entries of the dataset. */
  readonly documentId: 'always' | 'never' | 'some'
}

export interface SeenLink {
  readonly attribute: PopulatableAttribute
  /** The uids of the possible target types. Zones and morph relations have several target types. */
  readonly to: readonly Uid[]
  /** Whether an answer shows null in place of an empty list, as in releases before 5.51.1. */
  readonly emptyIsNull: boolean
}

/** A content type with a route of the content API. */
export interface SeenRoute {
  readonly type: ContentType
  /** The path after the prefix, without a slash. */
  readonly path: string
  /** Whether the role may request the list of a collection, or the entry of a single type. */
  readonly find: boolean
  /** Whether the role may request one document by its id. */
  readonly findOne: boolean
}

export interface Seen {
  readonly routes: readonly SeenRoute[]
  /**
   * The models (content types and components) by uid: first the types with a path in schema order, and then the
   * models to which these types link.
   */
  readonly models: ReadonlyMap<Uid, SeenModel>
}

/** A role with every permission, for a description that names no role. */
const ANYONE: Role = { name: '', permissions: new Set(['*']) }

/**
 * Returns the role that a schema is described for.
 * @throws RangeError for an unknown role.
 */
export function roleSeen({ access }: Graph, { role: name }: SeenBy): Role {
  const role = name === undefined ? ANYONE : access.roles.get(name)
  if (role !== undefined) return role
  throw new RangeError(`There is no role ${name}: expected one of ${[...access.roles.keys()].join(', ')}`)
}

/**
 * Collects the readable part of a schema.
 * @throws RangeError for an unknown role, ProfileError for an unknown profile.
 */
export function seenOf(graph: Graph, by: SeenBy = {}): Seen {
  const { schema } = graph
  const role = roleSeen(graph, by)
  const viewer: Viewer = { role, schema }
  const findable = findableTypes(viewer)
  const routes = [...schema.contentTypes.values()]
    .filter(({ uid }) => uid.startsWith('api::'))
    .map((type) => routeOf(type, role, by))
    .filter(({ find, findOne }) => find || findOne)
  const models = new Map<Uid, SeenModel>()
  const documentIds = componentsWithDocumentId(graph)
  const hasNullLists = departsIn(by.profile).includes('empty-morph-many-is-array')
  const waiting = routes.map(({ type }) => type.uid)
  let waitsForAll = false
  for (let at = 0; at < waiting.length; at++) {
    const uid = waiting[at] ?? ''
    const model = modelOf(schema, uid)
    if (model === undefined || models.has(uid)) continue
    const seen = seenModel(model, viewer, { findable, documentIds, hasNullLists })
    models.set(uid, seen)
    // All morph relations share one list of targets, so the list is added only once.
    for (const { to } of seen.links) if (to !== findable) for (const one of to) waiting.push(one)
    if (!waitsForAll && seen.links.some(({ to }) => to === findable)) {
      waitsForAll = true
      for (const one of findable) waiting.push(one)
    }
  }
  return { routes, models }
}

/** Returns the path of a type after the prefix. */
export const pathOf = ({ kind, pluralName, singularName }: ContentType): string =>
  (kind === 'collectionType' ? pluralName : singularName).toLowerCase()

/** Returns whether a route leads to an action of a content type. */
export const isReached = ({ unreached = [] }: SeenBy, uid: Uid, action: string): boolean =>
  !unreached.includes(`${uid}.${action}`)

function routeOf(type: ContentType, role: Role, by: SeenBy): SeenRoute {
  const { uid, kind } = type
  return {
    type,
    path: pathOf(type),
    find: may(role, uid, 'find') && isReached(by, uid, 'find'),
    findOne: kind === 'collectionType' && may(role, uid, 'findOne') && isReached(by, uid, 'findOne'),
  }
}

/** The facts about the server that the description of every content type and component needs. */
interface SeenServer {
  readonly findable: readonly Uid[]
  readonly documentIds: ReadonlySet<Uid>
  readonly hasNullLists: boolean
}

function seenModel(model: Model, viewer: Viewer, server: SeenServer): SeenModel {
  const { findable, documentIds, hasNullLists } = server
  return {
    model,
    scalars: [...model.attributes.values()].filter(isAnswerable),
    links: openAttributes(model, viewer).map((attribute) => ({
      attribute,
      to: linkedUids(attribute, findable),
      emptyIsNull:
        hasNullLists && (attribute.kind === 'media' || attribute.kind === 'morphBy') && attribute.many,
    })),
    documentId: model.modelType === 'contentType' ? 'always' : documentIds.has(model.uid) ? 'some' : 'never',
  }
}

/**
 * Returns the uids of the component types of which at least one component in the dataset has a documentId. On a real
 * server, no component has a documentId.
 */
function componentsWithDocumentId({ tables }: Graph): ReadonlySet<Uid> {
  const found = new Set<Uid>()
  const waiting = [...tables.values()].flatMap(({ rows }) =>
    rows.flatMap(({ components }) => Object.values(components).flat()),
  )
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.documentId !== undefined) found.add(next.uid)
    for (const inner of Object.values(next.components)) for (const one of inner) waiting.push(one)
  }
  return found
}
