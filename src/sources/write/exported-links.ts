/**
 * Converts links to the form of a Strapi export. An export contains each link once, even if both sides of the relation
 * show it. The member `left` is the side that owns the link in Strapi's database; for media, this is the file.
 */

import type { Graph, Node, Ref } from '../../reference/graph/graph.ts'
import { ADMIN_USER_UID, type Attribute, FILE_UID } from '../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'

/** The schema files of content types and components, by uid. */
export type Schemas = ReadonlyMap<string, JsonObject>

/** Returns the exported links of the attributes of a row and of its components. */
export function linksOf(row: Node, graph: Graph, schemas: Schemas): readonly Json[] {
  const links: Json[] = []
  const nodes: Node[] = [row]
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    pushAll(links, ownLinks(node, graph, schemas))
    pushAll(nodes, Object.values(node.components).flat())
  }
  return links
}

function ownLinks(node: Node, graph: Graph, schemas: Schemas): readonly Json[] {
  const { contentTypes, components } = graph.schema
  const model = contentTypes.get(node.uid) ?? components.get(node.uid)
  return [...(model?.attributes ?? [])].flatMap(([name, attribute]) =>
    keptOf(attribute, node.links[name] ?? [])
      .filter(({ type }) => type !== ADMIN_USER_UID)
      .flatMap((ref, at) => linkOf({ node, name, attribute, ref, at }, graph, schemas)),
  )
}

/**
 * Returns the links of an attribute that the archive contains. The database stores a to-one morph relation in one
 * column, so only the last link (to the published row) is included.
 */
const keptOf = (attribute: Attribute, refs: readonly Ref[]): readonly Ref[] =>
  attribute.kind === 'morphTo' && !attribute.many ? refs.slice(-1) : refs

interface PlacedLink {
  readonly node: Node
  readonly name: string
  readonly attribute: Attribute
  readonly ref: Ref
  /** The position of the link among the links of the attribute, counted from 0. */
  readonly at: number
}

function linkOf(placed: PlacedLink, graph: Graph, schemas: Schemas): readonly Json[] {
  const { node, name, attribute, ref, at } = placed
  // The row of an uploaded file only lists the entries that show the file. The rows of these entries export the links.
  if (node.uid === FILE_UID) return []
  const left = { type: node.uid, field: name, ref: node.id }
  switch (attribute.kind) {
    case 'media': {
      const right = { ref: node.id, pos: at + 1, type: node.uid, field: name }
      return [morph('morphToMany', { type: FILE_UID, field: 'related', ref: ref.id }, right)]
    }
    case 'morphTo': {
      if (!attribute.many) return [morph('morphToOne', left, { type: ref.type, ref: ref.id })]
      const right = { ref: ref.id, pos: at + 1, type: ref.type, field: shownBy(ref, node, name, graph) }
      return [morph('morphToMany', left, right)]
    }
    case 'relation':
      return attribute.via === 'stored' ? plainLink(placed, attribute.inverse, graph, schemas) : []
    default:
      return []
  }
}

const morph = (relation: string, left: JsonObject, right: JsonObject): Json => ({
  kind: 'relation.morph',
  relation,
  left,
  right,
})

/**
 * Returns the name of the attribute in the linked content type that is the inverse side of a morph relation; null
 * without such an attribute.
 */
function shownBy(ref: Ref, node: Node, name: string, { schema }: Graph): string | null {
  const attributes = schema.contentTypes.get(ref.type)?.attributes ?? []
  for (const [other, one] of attributes)
    if (one.kind === 'morphBy' && one.target === node.uid && one.by === name) return other
  return null
}

function plainLink(
  { node, name, ref, at }: PlacedLink,
  inverse: string | null,
  graph: Graph,
  schemas: Schemas,
): readonly Json[] {
  const attributes = member(schemas.get(node.uid) ?? {}, 'attributes')
  const written = isObject(attributes) ? member(attributes, name) : undefined
  // Omits the link, because the inverse side owns the relation.
  if (!isObject(written) || member(written, 'mappedBy') !== undefined) return []
  const relation = String(member(written, 'relation'))
  const others = inverse === null ? [] : (graph.tables.get(ref.type)?.byId.get(ref.id)?.links[inverse] ?? [])
  const back = others.findIndex(({ type, id }) => type === node.uid && id === node.id)
  const isMany = relation.endsWith('ToMany')
  const isFromMany = relation.startsWith('many') && inverse !== null && back >= 0
  return [
    {
      kind: ref.type === node.uid ? 'relation.circular' : 'relation.basic',
      relation,
      left: { type: node.uid, field: name, ref: node.id, ...(isMany ? { pos: at + 1 } : {}) },
      right: {
        type: ref.type,
        ...(inverse === null ? {} : { field: inverse }),
        ref: ref.id,
        ...(isFromMany ? { pos: back + 1 } : {}),
      },
    },
  ]
}
