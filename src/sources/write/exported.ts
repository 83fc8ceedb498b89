/**
 * Exports a dataset in the format of `strapi export`. The command `strapi import --force` can import the archive
 * into a project with the same schemas.
 */
import { gzipSync } from 'node:zlib'
import { packTar } from 'modern-tar'
import type { ComponentNode, Graph, Node, Row } from '../../reference/graph/graph.ts'
import { type DatasetFiles, withDefaults } from '../../reference/load/files/files.ts'
import { ADMIN_USER_UID } from '../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { SourceError } from '../source.ts'
import { linksOf } from './exported-links.ts'
import { builtInSchemas, PERMISSION_UID, schemaOf } from './exported-schemas.ts'
import { serverRows } from './exported-server.ts'

/** The Strapi release that the archive states as its origin. */
const RELEASE = '5.54.0'
const WRITTEN_AT = '2024-01-01T00:00:00.000Z'

/**
 * Returns the bytes of a `.tar.gz` with the schemas, rows, links, locales and roles of a dataset. The same dataset
 * always gives the same bytes. The archive contains no API tokens, no admin users and no content of
 * uploaded files.
 * @throws SourceError for too deeply nested components
 */
export async function archiveOf(files: DatasetFiles, graph: Graph): Promise<Uint8Array> {
  const server = serverRows(withDefaults(files), graph, WRITTEN_AT)
  const schemas = [...schemasOf(files), ...builtInSchemas(graph)]
  const written = new Map(schemas.map((schema) => [String(schema['uid']), schema]))
  // Omits the rows of permissions, because `server` already contains these rows without wildcards.
  const tables = [...graph.tables].filter(([uid]) => uid !== ADMIN_USER_UID && uid !== PERMISSION_UID)
  const entities = tables.flatMap(([type, { rows }]) =>
    rows.map((row): Json => ({ type, id: row.id, data: dataOf(row, graph) })),
  )
  const links = tables.flatMap(([, { rows }]) => rows.flatMap((row) => linksOf(row, graph, written)))
  const parts: readonly (readonly [string, readonly Json[]])[] = [
    ['schemas/schemas_00001.jsonl', schemas],
    ['entities/entities_00001.jsonl', [...server.entities, ...entities]],
    ['links/links_00001.jsonl', [...server.links, ...links]],
    ['configuration/configuration_00001.jsonl', server.configuration],
  ]
  const metadata = JSON.stringify({ createdAt: WRITTEN_AT, strapi: { version: RELEASE } }, undefined, 2)
  const texts = parts.map(([name, lines]) => [
    name,
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  ])
  return packed([...texts, ['metadata.json', metadata]])
}

async function packed(texts: readonly (readonly string[])[]): Promise<Uint8Array> {
  const entries = texts.map(([name = '', text = '']) => {
    const body = Buffer.from(text)
    return { header: { name, size: body.length, mode: 0o644, mtime: new Date(WRITTEN_AT) }, body }
  })
  const bytes = gzipSync(await packTar(entries))
  // Byte 9 of a gzip file names the operating system. A constant value in byte 9 makes the archive deterministic and
  // hides the operating system.
  bytes[SYSTEM_BYTE] = UNKNOWN_SYSTEM
  return bytes
}

const SYSTEM_BYTE = 9
const UNKNOWN_SYSTEM = 255

/** Returns the schemas of the dataset, with the attributes that a server adds. */
function schemasOf({ contentTypes, components = {} }: DatasetFiles): readonly JsonObject[] {
  const types = Object.values(contentTypes).flatMap((json) => {
    if (!isObject(json)) return []
    const info = member(json, 'info')
    const name = String((isObject(info) ? member(info, 'singularName') : undefined) ?? '')
    const uid = String(member(json, 'uid') ?? `api::${name}.${name}`)
    return uid.startsWith('api::') ? [schemaOf(json, uid, name, 'contentType')] : []
  })
  const parts = Object.entries(components).flatMap(([path, json]) => {
    const name = path.slice(path.indexOf('/') + 1)
    return isObject(json) ? [schemaOf(json, path.replace('/', '.'), name, 'component')] : []
  })
  return [...types, ...parts]
}

function dataOf(row: Row, graph: Graph): Json {
  return { documentId: row.documentId, ...row.values, locale: row.locale, ...partsOf(row, graph, 0) }
}

/** The maximum depth of nested components in a row; no real schema nests components so deep. */
const MOST_DEEP = 100

function partsOf(node: Node, graph: Graph, depth: number): Record<string, Json> {
  if (depth > MOST_DEEP)
    throw new SourceError(`${node.uid}: expected components at most ${MOST_DEEP} deep, found more`)
  const { contentTypes, components } = graph.schema
  const model = contentTypes.get(node.uid) ?? components.get(node.uid)
  const held = Object.entries(node.components).map(([name, parts]): [string, Json] => {
    const attribute = model?.attributes.get(name)
    const all = parts.map((part) => partOf(part, attribute?.kind === 'zone', graph, depth + 1))
    return [name, attribute?.kind === 'component' && !attribute.many ? (all[0] ?? null) : all]
  })
  return Object.fromEntries(held)
}

function partOf(part: ComponentNode, isOfZone: boolean, graph: Graph, depth: number): Json {
  const kind = isOfZone ? { __component: part.uid } : {}
  return { id: part.id, ...part.values, ...partsOf(part, graph, depth), ...kind }
}
