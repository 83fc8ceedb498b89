/**
 * Answers `/upload`, which uploads, changes and deletes files. The mock stores uploaded files in memory, and makes no
 * smaller formats of a picture.
 */
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import slugify from '@sindresorhus/slugify'
import { imageSize } from 'image-size'
import type { EntryValue } from '../../../reference/evaluate/populate.ts'
import { parseQueryString } from '../../../reference/parse/url.ts'
import { CRASH } from '../../../reference/respond/respond.ts'
import { FILE_UID } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../../util/json.ts'
import { type FormPart, lengthOf, MOST_JSON, partsOf, textOf } from '../../../writing/index.ts'
import { failed, invalid, notFound, type PluginResponse } from '../answer.ts'
import type { Endpoint, EndpointRequest } from '../context.ts'
import { reading } from '../reading.ts'
import { rowIdIn } from '../users/people.ts'
import { compressed } from './compressed.ts'

/** The maximum number of files in one request. */
const MOST_FILES = 100

/** The names of form parts that are parsed as text. */
const TEXTS: ReadonlySet<string> = new Set(['fileInfo', 'ref', 'refId', 'field'])

export const upload: Endpoint = async (asked) => {
  const { search, bytes, contentType } = asked
  const parts = partsOf(bytes, contentType) ?? []
  const sent = parts.filter(
    ({ name, filename }) => name === 'files' && filename !== undefined && filename !== '',
  )
  if (lengthOf(parts.filter(({ name }) => TEXTS.has(name))) > MOST_JSON)
    return failed(413, 'PayloadTooLargeError', 'request entity too large')
  const infos = infosIn(parts)
  if (infos === undefined) return CRASH
  const { id } = parseQueryString(search, () => undefined)
  const isChanged = typeof id === 'string'
  if (!isChanged && sent.length === 0) return invalid('Files are empty')
  if (sent.length > MOST_FILES) return invalid(`Expected at most ${MOST_FILES} files`)
  const files: FormPart[] = []
  for (const part of sent) files.push({ ...part, bytes: await storedBytes(part) })
  return isChanged ? changed(asked, rowIdIn(id), files[0], infos[0] ?? {}) : added(asked, files, infos, parts)
}

/** Returns the `fileInfo` of each file; undefined if any `fileInfo` is invalid JSON. */
function infosIn(parts: readonly FormPart[]): readonly JsonObject[] | undefined {
  const infos: JsonObject[] = []
  for (const part of parts) {
    if (part.name !== 'fileInfo') continue
    const json = parseJson(textOf(part))
    if (json === undefined) return undefined
    for (const one of isList(json) ? json : [json]) infos.push(isObject(one) ? one : {})
  }
  return infos
}

function added(
  asked: EndpointRequest,
  files: readonly FormPart[],
  infos: readonly JsonObject[],
  parts: readonly FormPart[],
): PluginResponse {
  const { world, uploaded } = asked.context
  const [ref, refId, field] = ['ref', 'refId', 'field'].map((name) => {
    const part = parts.find((one) => one.name === name)
    return part === undefined ? undefined : textOf(part)
  })
  const type = ref === undefined ? undefined : world.graph.schema.contentTypes.get(ref)
  const attribute = type?.attributes.get(field ?? '')
  const row =
    type === undefined ? undefined : world.graph.tables.get(type.uid)?.byId.get(rowIdIn(refId ?? ''))
  const isLinked = ref !== undefined && refId !== undefined && field !== undefined
  if (isLinked && (attribute?.kind !== 'media' || row === undefined)) return CRASH
  const rows = files.map((file, at) =>
    rowOf(file, infos[at] ?? {}, `${world.graph.tables.get(FILE_UID)?.byId.size} ${at}`),
  )
  for (const [at, file] of files.entries())
    if (!uploaded.keep(storedName(rows[at]), file.bytes)) return noRoom()
  const ids = world.change((change) => {
    const made = rows.map((data) => change.insert(FILE_UID, data).id)
    if (isLinked && row !== undefined && attribute?.kind === 'media') {
      const before = (row.links[attribute.name] ?? []).map(({ id }) => id)
      const all = attribute.many ? [...before, ...made] : made.slice(0, 1)
      change.update(row.uid, row.id, { [attribute.name]: all })
    }
    return made
  })
  return { status: 201, body: ids.flatMap((id) => shownFile(asked, id) ?? []) }
}

const noRoom = (): PluginResponse =>
  failed(413, 'PayloadTooLargeError', 'There is no room for more files. DELETE some, or reset the world')

/** Returns the file name of a media row below `/uploads/`. */
const storedName = (row: JsonObject | undefined): string => `${String(row?.['hash'])}${String(row?.['ext'])}`

function rowOf(file: FormPart, info: JsonObject, seed: string): JsonObject {
  const { filename = '' } = file
  const given = typeof info['name'] === 'string' && info['name'] !== '' ? info['name'] : filename
  const name = given.normalize()
  const ext = /\.[A-Za-z0-9]{1,20}$/.exec(filename)?.[0] ?? ''
  const hash = `${slugOf(posix.basename(name, ext))}_${createHash('sha256').update(`${seed} ${name}`).update(file.bytes).digest('hex').slice(0, 10)}`
  return {
    ...{ name, ext, hash, url: `/uploads/${hash}${ext}`, provider: 'local', folderPath: '/' },
    alternativeText: info['alternativeText'] ?? null,
    caption: info['caption'] ?? null,
    ...contentOf(file),
  }
}

const storedBytes = async ({ bytes, type }: FormPart): Promise<Uint8Array> =>
  type?.startsWith('image/') ? compressed(bytes) : bytes

/**
 * Returns the attributes that depend on the content of a file: the type, the size in kilobytes, and the width and
 * height of a picture.
 */
function contentOf({ bytes, type }: FormPart): JsonObject {
  const mime = type ?? 'application/octet-stream'
  const { width = null, height = null } = mime.startsWith('image/') ? pixelsOf(bytes) : {}
  return { mime, size: Math.round(bytes.length / 10) / 100, width, height }
}

function pixelsOf(bytes: Uint8Array): { readonly width?: number; readonly height?: number } {
  try {
    const { width, height } = imageSize(bytes)
    return { width, height }
  } catch {
    // The client chooses the content type of a file, so a file of the type `image/…` may contain no picture.
    return {}
  }
}

/** The maximum number of characters of a file's name that the server converts for the URL of the file. */
const LONGEST_NAME = 100

/**
 * Converts a name to letters, digits and `_`, with the package that the real server uses: `Größe` becomes `Groesse`.
 */
const slugOf = (name: string): string =>
  slugify(name.slice(0, LONGEST_NAME), { separator: '_', lowercase: false })

function changed(
  asked: EndpointRequest,
  id: number,
  file: FormPart | undefined,
  info: JsonObject,
): PluginResponse {
  const { world, uploaded } = asked.context
  const row = world.graph.tables.get(FILE_UID)?.byId.get(id)
  if (row === undefined) return notFound('Entity not found')
  if (file !== undefined && !uploaded.keep(storedName(row.values), file.bytes)) return noRoom()
  const said = Object.fromEntries(
    ['name', 'alternativeText', 'caption'].flatMap((key): [string, Json][] =>
      info[key] === undefined ? [] : [[key, info[key]]],
    ),
  )
  const replaced = file === undefined ? {} : { name: file.filename ?? '', ...contentOf(file), formats: {} }
  world.change((change) => change.update(FILE_UID, id, { ...replaced, ...said, updatedAt: change.now }))
  const shown = shownFile(asked, id)
  return shown === undefined ? notFound('Entity not found') : { status: 200, body: shown }
}

export const removeFile: Endpoint = (asked) => {
  const { world, uploaded } = asked.context
  const id = rowIdIn(asked.params[0] ?? '')
  const shown = shownFile(asked, id)
  const row = world.graph.tables.get(FILE_UID)?.byId.get(id)
  if (shown === undefined || row === undefined) return notFound('file.notFound')
  world.change((change) => change.remove(FILE_UID, id))
  uploaded.forget(storedName(row.values))
  return { status: 200, body: shown }
}

/** Returns the file in the form of `/upload/files/ID`; undefined if the file does not exist. */
function shownFile({ context, caller }: EndpointRequest, id: number): EntryValue | undefined {
  let shown: EntryValue | undefined
  const bare = { id, isPopulateAlone: true }
  reading({ context, caller, search: '' }, FILE_UID, bare, ({ result }) => {
    const [entry] = result.entries
    if (entry !== undefined) shown = { ...entry, isUrlSigned: false }
    return { status: 204 }
  })
  return shown
}
