/**
 * Resolves a dataset: adds all ids and default values, and writes both sides of each relation. The loader builds the
 * same graph from the resolved dataset as from the original dataset.
 */

import type { ComponentNode, Graph, Node, Ref, Row } from '../../reference/graph/graph.ts'
import { type DatasetFiles, withDefaults } from '../../reference/load/files/files.ts'
import { type Attribute, FILE_UID, type LinkAttribute, type Model } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { SourceError } from '../source.ts'

/**
 * Returns the dataset files with every id and default value, and with each relation on both of its sides. @throws
 * SourceError for too deeply nested components
 */
export function resolvedFiles(files: DatasetFiles, graph: Graph): Required<DatasetFiles> {
  const rowsOf = (uid: string): readonly Json[] =>
    graph.tables.get(uid)?.rows.map((row) => rowJson(row, graph)) ?? []
  const entries = [...graph.tables].flatMap(([uid, { rows }]): readonly [string, Json][] =>
    uid === FILE_UID || rows.length === 0
      ? []
      : [[uid.replaceAll('::', '-').replaceAll('.', '-'), rowsOf(uid)]],
  )
  return { ...withDefaults(files), entries: Object.fromEntries(entries), media: rowsOf(FILE_UID) }
}

function rowJson(row: Row, graph: Graph): Json {
  const model = graph.schema.contentTypes.get(row.uid)
  return {
    id: row.id,
    documentId: row.documentId,
    ...row.values,
    ...(row.locale === null ? {} : { locale: row.locale }),
    ...heldBy(row, model, graph, 0),
  }
}

/** The maximum depth of nested components in a row; no real schema nests components so deep. */
const MOST_DEEP = 100

/** Returns the links and components of a row or component, in the dataset format. */
function heldBy(node: Node, model: Model | undefined, graph: Graph, depth: number): Record<string, Json> {
  if (depth > MOST_DEEP)
    throw new SourceError(`${node.uid}: expected components at most ${MOST_DEEP} deep, found more`)
  const held: Record<string, Json> = {}
  for (const [name, attribute] of model?.attributes ?? []) {
    if (isWritten(node, attribute)) held[name] = linksJson(attribute, node.links[name] ?? [])
    const parts = node.components[name]
    if (parts === undefined) continue
    const all = parts.map((part) => partJson(part, attribute, graph, depth + 1))
    const isOne = attribute.kind === 'component' && !attribute.many
    held[name] = isOne ? (all[0] ?? null) : all
  }
  return held
}

function partJson(part: ComponentNode, { kind }: Attribute, graph: Graph, depth: number): Json {
  return {
    ...(kind === 'zone' ? { __component: part.uid } : {}),
    id: part.id,
    ...(part.documentId === undefined ? {} : { documentId: part.documentId }),
    ...part.values,
    ...heldBy(part, graph.schema.components.get(part.uid), graph, depth),
  }
}

/**
 * Returns whether files in the dataset format contain the links of an attribute. The dataset format has no derived
 * attributes: no `localizations`, and no inverse links of uploaded files.
 */
function isWritten(node: Node, attribute: Attribute): attribute is LinkAttribute {
  if (attribute.kind === 'media' || attribute.kind === 'morphTo') return node.uid !== FILE_UID
  if (attribute.kind === 'morphBy') return node.uid !== FILE_UID && attribute.target !== FILE_UID
  return attribute.kind === 'relation' && attribute.via !== 'localizations' && node.uid !== FILE_UID
}

/**
 * Converts the links of an attribute to JSON in the dataset format. A to-one relation may have two links: to the
 * draft and to the published row of one document.
 */
function linksJson(attribute: LinkAttribute, links: readonly Ref[]): Json {
  const named = links.map(({ type, id }): Json => (attribute.kind === 'morphTo' ? { __type: type, id } : id))
  return attribute.many || named.length > 1 ? named : (named[0] ?? null)
}
