/** Finds the changes that a recipe made to the dataset files of a graph, if possible as a change of single rows. */

import { copyFiles } from '../../reference/load/files/copied-files.ts'
import { newCopier } from '../../reference/load/files/copy.ts'
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { membersOf } from '../../reference/load/files/members.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { newFallback } from '../change/changeset.ts'
import type { FileChange } from '../change/rebuild.ts'
import { type Change, RowList } from '../change/row-list.ts'
import { filesIn, type State } from '../change/state.ts'
import { type DiffContext, diffRows, type RowDiff, type RowFile } from './diff-rows.ts'
import { UNREAD } from './lazy-object.ts'
import { type OpenFiles, PLAIN_PARTS } from './open.ts'

/** The changes that one call of `editGraph` makes. */
export interface Collected {
  readonly change: Change
  /** Whether the edit changes nothing. */
  readonly isSame: boolean
  /**
   * The changed schemas and locales, and the new and missing files of rows. Such changes require that all files are
   * built again. Undefined without such changes.
   */
  readonly files: FileChange | undefined
}

type Members = ReadonlyMap<string, unknown>

/**
 * Returns the changes that a recipe made; undefined if only the slow path, which builds all files, can find the
 * changes or their faults.
 */
export function collectEdit(open: OpenFiles): Collected | undefined {
  const { state } = open
  const [parts, entries] = [valuesOf(open.dataset.target), valuesOf(open.entries.target)]
  if (parts === undefined || entries === undefined || !hasAllParts(parts, open)) return undefined
  const diffs = diffAll(parts, entries, open)
  const others = changedFiles(parts, entries, state)
  if (diffs === undefined || others === undefined) return undefined
  const { access, settings, ...files } = others
  const isThere = (stem: string): boolean => entries.has(stem) || state.unwritten.has(stem)
  const missing = new Set([...state.stems.keys()].filter((stem) => !isThere(stem)))
  const orders = [...diffs].flatMap(([uid, { order }]): [Uid, RowList][] => (order ? [[uid, order]] : []))
  const change = {
    puts: new Map([...diffs].map(([uid, { puts }]) => [uid, puts])),
    orders: new Map(orders),
    ...(access === undefined ? {} : { access }),
    ...(settings === undefined ? {} : { settings }),
  }
  const isReshaped = Object.keys(files).length > 0 || missing.size > 0
  return {
    change,
    isSame: diffs.size === 0 && Object.keys(others).length === 0 && missing.size === 0,
    files: isReshaped ? { files, missing } : undefined,
  }
}

/**
 * Returns the members of an object without running getters; undefined if the object has a getter or a symbol as a key.
 */
function valuesOf(target: object): Members | undefined {
  const found = membersOf(target)
  if (typeof found === 'string') return undefined
  return new Map(found.members.map(([name, value]) => [String(name), value]))
}

/**
 * Returns whether the dataset still has all its members after the recipe, and `entries` is still the object that the
 * recipe got.
 */
function hasAllParts(parts: Members, { entries }: OpenFiles): boolean {
  const names = [...PLAIN_PARTS, 'entries', 'media']
  const folder = parts.get('entries')
  const isOpened = folder === UNREAD || folder === entries.proxy
  return isOpened && parts.size === names.length && names.every((name) => parts.has(name))
}

/**
 * Returns the diffs of all files of rows that the recipe changed; undefined if any diff needs the slow path (building
 * all files).
 */
function diffAll(
  parts: Members,
  entries: Members,
  { graph, state, rowDrafts }: OpenFiles,
): ReadonlyMap<Uid, RowDiff> | undefined {
  const fallback = newFallback()
  const { depth, values } = state.limits
  // The limit on nesting is one lower for a row, because a row is one level deeper than the list of its file.
  const copier = newCopier({ depth: depth - 1, values }, fallback.request)
  const context: DiffContext = { graph, state, copier, fallback, componentIds: new Map() }
  const diffs = new Map<Uid, RowDiff>()
  const add = (uid: Uid, value: unknown): boolean => {
    const type = graph.schema.contentTypes.get(uid)
    const file = rowFileOf(value, rowDrafts)
    const diff = type && file && diffRows(file, type, context)
    if (diff === undefined) return false
    const list = state.lists.get(uid) ?? RowList.of([])
    const hasPuts = [...diff.puts].some(([id, json]) => list.get(id) !== json)
    if (hasPuts || diff.order !== undefined) diffs.set(uid, diff)
    return true
  }
  for (const [stem, uid] of state.stems) {
    const value = entries.has(stem) ? entries.get(stem) : []
    if (value !== UNREAD && !add(uid, value)) return undefined
  }
  const media = parts.get('media')
  if (media !== UNREAD && !add(FILE_UID, media)) return undefined
  return fallback.isRequested() ? undefined : diffs
}

/** Returns the items of a file of rows after the recipe; undefined if the value is not a list. */
function rowFileOf(value: unknown, rowDrafts: OpenFiles['rowDrafts']): RowFile | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const draft = rowDrafts.get(value)
  if (draft !== undefined) return { items: draft.items(), isReplaced: false }
  const found = membersOf(value)
  if (typeof found === 'string' || !found.isList) return undefined
  return { items: found.members.map(([, item]) => item), isReplaced: true }
}

/** Returns the changed files except files of rows of a known type; undefined if a changed file has a fault. */
function changedFiles(
  parts: Members,
  entries: Members,
  { files, limits, stems }: State,
): Partial<DatasetFiles> | undefined {
  const read = PLAIN_PARTS.filter((name) => parts.get(name) !== UNREAD)
  const unknown = [...entries].filter(([stem]) => !stems.has(stem))
  if (read.length === 0 && unknown.length === 0) return {}
  const given = Object.fromEntries(read.map((name) => [name, parts.get(name)]))
  const owned = copyFiles({ ...given, entries: Object.fromEntries(unknown) }, limits, files)
  if (owned.isCut || owned.collected.faults.length > 0) return undefined
  const changed = read.flatMap((name): [string, Json][] => {
    const [json, before] = [owned.files[name], files[name]]
    return json === undefined || isSameFile(json, before) ? [] : [[name, json]]
  })
  const rows = unknown.length === 0 ? {} : { entries: owned.files.entries ?? {} }
  return { ...Object.fromEntries(changed), ...rows }
}

/**
 * Returns whether two values are the same JSON of a file, or two folders that contain the same files in the same
 * order.
 */
function isSameFile(json: Json, before: Json): boolean {
  if (json === before) return true
  if (typeof json !== 'object' || typeof before !== 'object' || json === null || before === null) return false
  const [parts, others] = [Object.entries(json), Object.entries(before)]
  return (
    parts.length === others.length &&
    parts.every(([name, part], at) => name === others[at]?.[0] && part === others[at]?.[1])
  )
}

/** Returns all dataset files after the recipe. Files that the recipe did not read have their earlier contents. */
export function filesLeft({ state, dataset, entries }: OpenFiles): object {
  const before = filesIn(state)
  const left = withUnread(dataset.target, (name) =>
    name === 'entries' ? entries.proxy : Reflect.get(before, name),
  )
  const folder = Object.getOwnPropertyDescriptor(left, 'entries')
  if (folder?.value !== entries.proxy) return left
  const rows = before.entries ?? {}
  const value = withUnread(entries.target, (stem) => (Object.hasOwn(rows, stem) ? rows[stem] : undefined))
  return Object.defineProperty(left, 'entries', { ...folder, value })
}

/**
 * Sets the members that the recipe never read to their earlier content. A member without earlier content is removed.
 */
function withUnread(target: object, before: (name: string) => unknown): object {
  for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    if (member.value !== UNREAD) continue
    const value = before(name)
    if (value === undefined) Reflect.deleteProperty(target, name)
    else Object.defineProperty(target, name, { ...member, value })
  }
  return target
}
