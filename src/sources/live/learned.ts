/** Infers, from the answers of a server, schema options that the server does not reveal. */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { isObject, type Json } from '../../util/json.ts'
import { withStrays } from '../assembly/dataset.ts'
import { textAt } from '../database/model.ts'
import type { Schemas } from '../database/read.ts'
import type { Note } from '../note.ts'
import type { ComponentDraft, RestRow } from '../rest/draft.ts'
import type { RestWorld } from '../rest/world.ts'
import type { AccessFound } from './access.ts'
import type { Client } from './client.ts'

/**
 * Sets the schema option `populateCreatorFields` for each content type if a request can populate `createdBy` of this
 * type.
 */
export async function withCreators(
  files: DatasetFiles,
  { get }: Client,
  { routes, listed }: AccessFound,
): Promise<DatasetFiles> {
  const open = new Set<string>()
  for (const { type, path, kind, as } of routes) {
    if (kind === 'bare list' || !listed.has(type.uid)) continue
    const none = kind === 'collection' ? '&filters[id][$lt]=0' : ''
    const { status } = await get(`${path}?fields[0]=id&populate[createdBy][fields][0]=id${none}`, as)
    if (status !== 400) open.add(type.uid)
  }
  return withOptions(files, (uid) => (open.has(uid) ? { populateCreatorFields: true } : {}))
}

interface Learned {
  readonly files: DatasetFiles
  readonly notes: readonly Note[]
}

/**
 * For each content type of the project, adds the scalar attributes that no listed entry shows to the schema option
 * `privateAttributes`.
 */
export function withUnseen(files: DatasetFiles, { rows, schema }: RestWorld): Learned {
  const unseen = new Map<string, readonly string[]>()
  const notes: Note[] = []
  for (const [uid, those] of rows) {
    const type = schema.contentTypes.get(uid)
    const listed = those.filter((row) => row.isListed)
    if (type === undefined || !uid.startsWith('api::') || listed.length === 0) continue
    const names = shownOf(type).filter((name) => listed.every(({ members }) => !members.has(name)))
    if (names.length === 0) continue
    unseen.set(uid, [...privateIn(type), ...names])
    const says = `no entry shows ${names.join(', ')}; populace assumes that these are private`
    notes.push({ file: uid, line: 0, says })
  }
  const changed = withOptions(files, (uid) => {
    const names = unseen.get(uid)
    return names === undefined ? {} : { privateAttributes: names }
  })
  return { files: changed, notes }
}

/**
 * Returns the names of the attributes that are already private. A new value of the option `privateAttributes` must
 * repeat the names of private attributes, because it replaces the old list.
 */
const privateIn = ({ attributes }: ContentType): readonly string[] =>
  [...attributes.values()].flatMap((attribute) => (attribute.private ? [attribute.name] : []))

/**
 * Returns the names of the scalar attributes that an entry of a content type always shows, even if the value is
 * null.
 */
const shownOf = ({ attributes }: ContentType): readonly string[] =>
  [...attributes.values()].flatMap((attribute) =>
    attribute.kind === 'scalar' && !attribute.private && attribute.type !== 'password'
      ? [attribute.name]
      : [],
  )

function withOptions(
  files: DatasetFiles,
  optionsOf: (uid: string) => Readonly<Record<string, Json>>,
): DatasetFiles {
  const changed = Object.entries(files.contentTypes).map(([stem, json]): readonly [string, Json] => {
    const name = textAt(json, ['info', 'singularName']) ?? ''
    const more = optionsOf(textAt(json, ['uid']) ?? `api::${name}.${name}`)
    if (!isObject(json) || Object.keys(more).length === 0) return [stem, json]
    const options = json['options']
    return [stem, { ...json, options: { ...(isObject(options) ? options : {}), ...more } }]
  })
  return { ...files, contentTypes: Object.fromEntries(changed) }
}

/** Adds to the schemas the enumeration values that entries contain but the schemas lack. */
export function withStrayValues(
  { files, notes }: Learned,
  { contentTypes, components }: Schemas,
  { rows, schema }: RestWorld,
): Learned {
  const strays = new Map<string, Set<string>>()
  const waiting: (RestRow | ComponentDraft)[] = [...rows.values()].flat()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const model = 'type' in node ? node.type : schema.components.get(node.uid)
    for (const [name, value] of node.members) {
      if (value.kind === 'parts') for (const part of value.parts) if (part.kind === 'part') waiting.push(part)
      const attribute = model?.attributes.get(name)
      if (attribute?.kind !== 'scalar' || attribute.type !== 'enumeration' || value.kind !== 'plain') continue
      if (typeof value.json !== 'string' || attribute.enum.includes(value.json)) continue
      const key = `${model?.uid ?? ''} ${name}`
      strays.set(key, (strays.get(key) ?? new Set()).add(value.json))
    }
  }
  const now = {
    contentTypes: contentTypes.map((file) => ({ ...file, json: files.contentTypes[file.stem] ?? file.json })),
    components: components.map((file) => ({ ...file, json: files.components?.[file.stem] ?? file.json })),
  }
  const grown = withStrays(now, strays)
  const byStem = (all: Schemas['contentTypes']) =>
    Object.fromEntries(all.map(({ stem, json }) => [stem, json]))
  const { schemas } = grown
  return {
    files: { ...files, contentTypes: byStem(schemas.contentTypes), components: byStem(schemas.components) },
    notes: [...notes, ...grown.notes],
  }
}
