/** Makes the published version of a draft for `populace/world`. */

import type { ComponentNode, Graph, Node, Ref, Row } from '../../reference/graph/graph.ts'
import { nodesOf } from '../../reference/graph/nodes.ts'
import type { ContentType, Model } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { componentsIn } from '../../writing/change/complete.ts'
import { mutableCopy } from '../../writing/change/mutable-copy.ts'
import { writtenOf } from '../../writing/change/state.ts'
import { withIds } from './values.ts'
import type { Workshop } from './workshop.ts'

/**
 * Returns the published version of a draft, with the id of the previous published version. Links lead to the published
 * version of each linked document; the published version omits links to documents that are not published.
 */
export function publishedCopy(workshop: Workshop, type: ContentType, draft: Row): JsonObject {
  const { graph } = workshop
  const versions = graph.tables.get(type.uid)?.byDocument.get(draft.documentId) ?? []
  const earlier = versions.find(({ status, locale }) => status === 'published' && locale === draft.locale)
  const { id: _, ...copy } = mutableCopy(writtenOf(graph, draft))
  const nodes = [...nodesOf<Row | ComponentNode>(draft)]
  const parts = [{ json: copy, model: type }, ...componentsIn(copy, type, graph.schema)]
  for (const [at, part] of parts.entries()) {
    const node = nodes[at]
    if (node !== undefined) relink(part.json, part.model, node, graph)
    if (part.json !== copy) Reflect.deleteProperty(part.json, 'id')
  }
  const row = { ...(earlier === undefined ? {} : { id: earlier.id }), ...copy, publishedAt: workshop.now() }
  return withIds(row, workshop, type, () => draft.documentId)
}

/** Replaces the links of a row or component by links to the published versions of the linked documents. */
function relink(json: JsonObject, { attributes }: Model, node: Node, graph: Graph): void {
  for (const { name, kind } of attributes.values()) {
    const links = node.links[name]
    if (links === undefined || !Object.hasOwn(json, name)) continue
    const refs = links.flatMap((ref) => published(ref, graph) ?? [])
    const ids = [...new Map(refs.map((ref) => [`${ref.type} ${ref.id}`, ref])).values()]
    const written = ids.map(({ type, id }): Json => (kind === 'morphTo' ? { __type: type, id } : id))
    Reflect.set(json, name, written)
  }
}

function published(ref: Ref, { schema, tables }: Graph): Ref | undefined {
  const table = tables.get(ref.type)
  const row = table?.byId.get(ref.id)
  if (row === undefined || schema.contentTypes.get(ref.type)?.draftAndPublish !== true) return ref
  const version = table?.byDocument
    .get(row.documentId)
    ?.find(({ status, locale }) => status === 'published' && locale === row.locale)
  return version === undefined ? undefined : { type: ref.type, id: version.id }
}
