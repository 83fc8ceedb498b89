/** What somebody sees of a schema: for whom types are written. */
import { findableTypes, may, openAttributes, type Viewer } from '../../reference/access.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import type {
  ContentType,
  Model,
  PopulatableAttribute,
  ScalarAttribute,
  Uid,
} from '../../reference/schema/schema.ts'
import { isAnswerable, linkedUids, modelOf } from '../../reference/schema/target.ts'

/** For whom a schema is described. */
export interface SeenBy {
  /** The name of a role: only what it may find is there. Everything is, where it is left out. */
  readonly role?: string
  /** As `createContentApi` takes it: which server answers. `documented` where it is left out. */
  readonly profile?: string
}

/** A content type or component as it may be answered. */
export interface SeenModel {
  readonly model: Model
  /** In schema order, behind id and documentId. */
  readonly scalars: readonly ScalarAttribute[]
  /** What may be populated, in schema order. */
  readonly links: readonly SeenLink[]
  /** Whether its entries have a documentId: always, never, or those of which the dataset says so. */
  readonly documentId: 'always' | 'never' | 'some'
}

export interface SeenLink {
  readonly attribute: PopulatableAttribute
  /** What may be linked; of a zone and of a morph relation several. */
  readonly to: readonly Uid[]
}

/** A type with a path of its own. */
export interface SeenRoute {
  readonly type: ContentType
  /** Behind the prefix, without a slash. */
  readonly path: string
  /** Whether it may be asked for as a list, or as the entry of a single type. */
  readonly find: boolean
  /** Whether its documents may be asked for by their ids. */
  readonly findOne: boolean
}

export interface Seen {
  readonly routes: readonly SeenRoute[]
  /** By uid: the types with a path in schema order, then what they lead to. */
  readonly models: ReadonlyMap<Uid, SeenModel>
}

/** Somebody who may do everything. */
const ANYONE: Role = { name: '', permissions: new Set(['*']) }

/** The role for whom a schema is described. @throws RangeError for one that there is not. */
export function roleSeen({ access }: Graph, { role: name }: SeenBy): Role {
  const role = name === undefined ? ANYONE : access.roles.get(name)
  if (role !== undefined) return role
  throw new RangeError(`There is no role ${name}: expected one of ${[...access.roles.keys()].join(', ')}`)
}

/** @throws RangeError for a role that there is not. */
export function seenOf(graph: Graph, by: SeenBy = {}): Seen {
  const { schema } = graph
  const role = roleSeen(graph, by)
  const viewer: Viewer = { role, schema }
  const findable = findableTypes(viewer)
  const routes = [...schema.contentTypes.values()]
    .filter(({ uid }) => uid.startsWith('api::'))
    .map((type) => routeOf(type, role))
    .filter(({ find, findOne }) => find || findOne)
  const models = new Map<Uid, SeenModel>()
  const documentIds = componentsWithDocumentId(graph)
  const waiting = routes.map(({ type }) => type.uid)
  let waitsForAll = false
  for (let at = 0; at < waiting.length; at++) {
    const uid = waiting[at] ?? ''
    const model = modelOf(schema, uid)
    if (model === undefined || models.has(uid)) continue
    const seen = seenModel(model, viewer, findable, documentIds)
    models.set(uid, seen)
    // What every morph relation leads to is waited for once.
    for (const { to } of seen.links) if (to !== findable) for (const one of to) waiting.push(one)
    if (!waitsForAll && seen.links.some(({ to }) => to === findable)) {
      waitsForAll = true
      for (const one of findable) waiting.push(one)
    }
  }
  return { routes, models }
}

/** The path of a type behind the prefix. */
export const pathOf = ({ kind, pluralName, singularName }: ContentType): string =>
  (kind === 'collectionType' ? pluralName : singularName).toLowerCase()

function routeOf(type: ContentType, role: Role): SeenRoute {
  const isList = type.kind === 'collectionType'
  return {
    type,
    path: pathOf(type),
    find: may(role, type.uid, 'find'),
    findOne: isList && may(role, type.uid, 'findOne'),
  }
}

function seenModel(
  model: Model,
  viewer: Viewer,
  findable: readonly Uid[],
  documentIds: ReadonlySet<Uid>,
): SeenModel {
  return {
    model,
    scalars: [...model.attributes.values()].filter(isAnswerable),
    links: openAttributes(model, viewer).map((attribute) => ({
      attribute,
      to: linkedUids(attribute, findable),
    })),
    documentId: model.modelType === 'contentType' ? 'always' : documentIds.has(model.uid) ? 'some' : 'never',
  }
}

/** A real server's components have none; a dataset may give them one. */
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
