/** Reads and validates the files of an archive line by line. */
import { isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { at, textAt } from '../../database/model.ts'
import type { Note } from '../../note.ts'
import { SourceError } from '../../source.ts'
import type { ArchiveLimits } from './limits.ts'
import { jsonOf, type Line, linesOf } from './lines.ts'
import type { TarFile } from './tar.ts'
import { joined } from './wrapping.ts'

/**
 * A database row in an archive, with the components of the row. Other files of the archive contain the links of the
 * row.
 */
export interface Entity {
  readonly type: string
  readonly id: number
  readonly data: JsonObject
}

/** One of the two ends of a link. */
export interface LinkEnd {
  readonly type: string | undefined
  /**
   * The id of the database row at this end of the link. For a link of the attribute `localizations`, `ref` is the
   * documentId of the row.
   */
  readonly ref: Json | undefined
  readonly field: string | undefined
  /**
   * The position of the link among the links of the row at this end. In a morph relation, the `pos` of the right end
   * is the value of the column `order`. If the links have no order, `pos` is undefined.
   */
  readonly pos: number | undefined
}

export interface Link {
  /** The name of the JSON file in the archive that contains the link; notes for the user contain this name. */
  readonly file: string
  readonly line: number
  /**
   * The end of the link at the row that owns the link. The link is a value of the attribute `field` of the owning
   * row.
   */
  readonly left: LinkEnd & { readonly type: string; readonly field: string }
  readonly right: LinkEnd
}

export interface Contents {
  readonly metadata: Json
  /** The schemas in the form that a running server has in memory. */
  readonly schemas: readonly JsonObject[]
  readonly entities: readonly Entity[]
  readonly links: readonly Link[]
  /** The stored settings of the server, by key. */
  readonly settings: ReadonlyMap<string, Json>
  /** The uploaded files by name. The map does not contain uploaded files beyond the size limit. */
  readonly uploads: ReadonlyMap<string, Uint8Array>
  /** The names of the folders that the archive contains, such as `links`. */
  readonly parts: ReadonlySet<string>
  readonly notes: readonly Note[]
}

interface ArchiveContents {
  readonly limits: ArchiveLimits
  metadata: Json | undefined
  readonly schemas: JsonObject[]
  readonly entities: Entity[]
  readonly links: Link[]
  readonly settings: Map<string, Json>
  readonly uploads: Map<string, Uint8Array>
  readonly parts: Set<string>
  readonly unknown: string[]
  /** The total size in bytes of the JSON files that the reader has read so far. */
  json: number
  held: number
  left: { files: number; bytes: number }
}

/** Reads the files of an archive. @throws SourceError for a file that is not a complete export */
export async function readContents(
  path: string,
  files: AsyncIterable<TarFile>,
  limits: ArchiveLimits,
): Promise<Contents> {
  const found: ArchiveContents = {
    limits,
    metadata: undefined,
    schemas: [],
    entities: [],
    links: [],
    settings: new Map(),
    uploads: new Map(),
    parts: new Set(),
    unknown: [],
    json: 0,
    held: 0,
    left: { files: 0, bytes: 0 },
  }
  for await (const file of files) await take(file, path, found)
  const { metadata } = found
  if (metadata === undefined) {
    const says = 'expected metadata.json at the end of the archive, found none'
    throw new SourceError(
      `${path}: cut off, or not an archive of \`strapi export\`: ${says}; copy the archive or export it again`,
    )
  }
  return { ...found, metadata, notes: notesOf(found) }
}

const METADATA = 'metadata.json'

/** The functions that store a parsed line of JSON, by the name of the archive folder that contains the line's file. */
const TAKERS: Readonly<Record<string, (line: Line, found: ArchiveContents) => void>> = {
  schemas: (line, { schemas }) => void schemas.push(schemaIn(line)),
  entities: (line, { entities }) => void entities.push(entityIn(line)),
  links: (line, { links }) => void links.push(linkIn(line)),
  configuration: (line, { settings }) => takeSetting(line, settings),
}

async function take(file: TarFile, path: string, found: ArchiveContents): Promise<void> {
  const { name } = file
  const folder = name.slice(0, Math.max(0, name.lastIndexOf('/')))
  const taker = Object.hasOwn(TAKERS, folder) ? TAKERS[folder] : undefined
  if (taker !== undefined && name.endsWith('.jsonl')) {
    weigh(file, path, found)
    found.parts.add(folder)
    try {
      for await (const line of linesOf(name, file.body, found.limits)) taker(line, found)
    } catch (error) {
      throw error instanceof SourceError && !error.message.startsWith(path) ? within(path, error) : error
    }
  } else if (name === METADATA) {
    weigh(file, path, found)
    found.metadata = jsonOf(await bytesOf(file), `${path}: ${name}`, found.limits)
  } else if (folder === 'assets/uploads') await takeUpload(file, found)
  else if (folder !== 'assets/metadata') found.unknown.push(name)
}

const within = (path: string, { message }: SourceError): SourceError => new SourceError(`${path}: ${message}`)

/**
 * Adds the size in a file's tar header to the total size of JSON files, and checks the limit before reading the
 * file.
 */
function weigh({ name, size }: TarFile, path: string, found: ArchiveContents): void {
  found.json += size
  const most = found.limits.jsonBytes
  if (found.json <= most) return
  const expected = `at most ${most} bytes of schemas, entities, links and configuration`
  throw new SourceError(`${path}: ${name}: too large: expected ${expected}, found more`)
}

async function takeUpload(file: TarFile, found: ArchiveContents): Promise<void> {
  found.parts.add('assets')
  if (found.held + file.size > found.limits.uploadBytes) {
    found.left = { files: found.left.files + 1, bytes: found.left.bytes + file.size }
    return
  }
  found.held += file.size
  found.uploads.set(file.name.slice(file.name.lastIndexOf('/') + 1), await bytesOf(file))
}

async function bytesOf({ body }: TarFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return joined(chunks)
}

function refuse({ file, line }: Line, expected: string): never {
  throw new SourceError(
    `${file}:${line}: expected ${expected}, found something else; export the project again`,
  )
}

function schemaIn(line: Line): JsonObject {
  const { json } = line
  const isSchema =
    isObject(json) &&
    textAt(json, ['uid']) !== undefined &&
    ['contentType', 'component'].includes(textAt(json, ['modelType']) ?? '') &&
    isObject(member(json, 'attributes'))
  return isSchema ? json : refuse(line, 'a schema with uid, modelType and attributes')
}

function entityIn(line: Line): Entity {
  const [type, id, data] = [textAt(line.json, ['type']), at(line.json, ['id']), at(line.json, ['data'])]
  if (type === undefined || !isId(id) || !isObject(data))
    return refuse(line, 'an entity: {"type", "id", "data"}')
  return { type, id, data }
}

/** Returns whether a value is an integer above 0. */
export const isId = (json: Json | undefined): json is number =>
  typeof json === 'number' && Number.isSafeInteger(json) && json > 0

function linkIn(line: Line): Link {
  const { file, json } = line
  const end = (side: 'left' | 'right'): LinkEnd => {
    const pos = at(json, [side, 'pos'])
    return {
      type: textAt(json, [side, 'type']),
      ref: at(json, [side, 'ref']),
      field: textAt(json, [side, 'field']),
      pos: typeof pos === 'number' ? pos : undefined,
    }
  }
  const [left, right] = [end('left'), end('right')]
  const { type, field } = left
  if (type === undefined || field === undefined || !isObject(at(json, ['right'])))
    return refuse(line, 'a link: {"left": {"type", "ref", "field"}, "right": {"type", "ref"}}')
  return { file, line: line.line, left: { ...left, type, field }, right }
}

function takeSetting(line: Line, settings: Map<string, Json>): void {
  const [type, value] = [textAt(line.json, ['type']), at(line.json, ['value'])]
  if (type === undefined || value === undefined) refuse(line, 'a setting: {"type", "value"}')
  const [key, json] = [textAt(value, ['key']), at(value, ['value'])]
  if (type === 'core-store' && key !== undefined && json !== undefined) settings.set(key, json)
}

function notesOf({ unknown, left, limits }: ArchiveContents): readonly Note[] {
  const notes: Note[] = []
  const [firstUnknown] = unknown
  if (firstUnknown !== undefined) {
    const others = unknown.length === 1 ? '' : `, nor are ${unknown.length - 1} more`
    notes.push({ file: firstUnknown, line: 0, says: `not part of an export${others}; ignored` })
  }
  if (left.files > 0) {
    const { uploadBytes } = limits
    const most =
      uploadBytes === 0
        ? 'this page does not store uploaded files'
        : `the limit is ${uploadBytes} bytes of uploaded files`
    const says = `${most}; ${left.files} files with ${left.bytes} bytes are missing under /uploads`
    notes.push({ file: 'assets/uploads', line: 0, says })
  }
  return notes
}
