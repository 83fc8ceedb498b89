/** What a recipe has left of the files, and what is built of it. */

import type { Graph, Row } from '../../reference/graph/graph.ts'
import { buildOwned } from '../../reference/load/build.ts'
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { ownFiles } from '../../reference/load/files/own.ts'
import { newCopier } from '../../reference/load/files/plain.ts'
import { DatasetError, type Fault } from '../../reference/schema/fault.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { changeGraph } from '../change/change.ts'
import type { Change } from '../change/change-of-rows.ts'
import { newTrouble, rowBefore } from '../change/changeset.ts'
import { buildWhole } from '../change/rebuild.ts'
import { type Puts, RowList } from '../change/row-list.ts'
import { filesIn, type State, stateOf, valuesIn } from '../change/state.ts'
import { insideOf, type TakenRows, type Taking, takeRows } from './diff-rows.ts'
import { UNTOUCHED } from './editable.ts'
import type { Lists } from './lists.ts'
import { type Editing, PLAIN_PARTS } from './open.ts'

/** What a recipe has left, as JSON of ours. */
export interface Left {
  readonly change: Change
  /** Whether it is what there was. */
  readonly isSame: boolean
  /** Files that are others and no rows of before; undefined where there is none. */
  readonly files?: DatasetFiles | undefined
  /** Files of rows that are no more. */
  readonly missing: ReadonlySet<string>
}

type Members = ReadonlyMap<string, unknown>

/** What it left; undefined where that can only be told by building all of it. */
export function takeLeft(editing: Editing): Left | undefined {
  const { state } = editing
  const [parts, entries] = [membersIn(editing.dataset.target), membersIn(editing.entries.target)]
  if (parts === undefined || entries === undefined || !hasAllParts(parts, editing)) return undefined
  const rows = takeAllRows(parts, entries, editing)
  const strangers = [...entries].filter(([stem]) => !state.stems.has(stem))
  const owned = ownParts(parts, strangers, state)
  if (rows === undefined || owned === undefined) return undefined
  const { access, settings, ...files } = owned
  const missing = new Set(
    [...state.stems.keys()].filter((stem) => !entries.has(stem) && !state.unkept.has(stem)),
  )
  const change = {
    puts: new Map([...rows].map(([uid, { puts }]) => [uid, puts])),
    orders: new Map([...rows].flatMap(([uid, { order }]): [Uid, RowList][] => (order ? [[uid, order]] : []))),
    ...(access === undefined ? {} : { access }),
    ...(settings === undefined ? {} : { settings }),
  }
  const isReshaped = Object.keys(files).length > 0 || missing.size > 0
  const isSame = rows.size === 0 && Object.keys(owned).length === 0 && missing.size === 0
  return {
    change,
    isSame,
    files: isReshaped ? { contentTypes: state.files.contentTypes, ...files } : undefined,
    missing,
  }
}

/** The members of a target, without a call of what a recipe put there; undefined where some cannot be told so. */
function membersIn(target: object): Members | undefined {
  const members = new Map<string, unknown>()
  for (const key of Reflect.ownKeys(target)) {
    const member = Object.getOwnPropertyDescriptor(target, key)
    if (typeof key === 'symbol' || member === undefined || !('value' in member)) return undefined
    members.set(key, member.value)
  }
  return members
}

/** Whether the parts are those of a dataset, and the rows in the files that were opened. */
function hasAllParts(parts: Members, { entries }: Editing): boolean {
  const names = [...PLAIN_PARTS, 'entries', 'media']
  const left = parts.get('entries')
  const isOpened = left === UNTOUCHED || left === entries.proxy
  return isOpened && parts.size === names.length && names.every((name) => parts.has(name))
}

function takeAllRows(
  parts: Members,
  entries: Members,
  { graph, state, lists }: Editing,
): ReadonlyMap<Uid, TakenRows> | undefined {
  const trouble = newTrouble()
  const { depth, values } = state.limits
  // Rows stand in the list of their file.
  const copier = newCopier({ depth: depth - 1, values }, trouble.note)
  const taking: Taking = { graph, state, lists, copier, trouble, componentIds: new Map() }
  const taken = new Map<Uid, TakenRows>()
  const take = (uid: Uid, value: unknown): boolean => {
    const type = graph.schema.contentTypes.get(uid)
    const inside = lists.inside(value) ?? insideOf(value)
    if (type === undefined || inside === undefined) return false
    const list = state.lists.get(uid) ?? RowList.of([])
    const rows = takeRows(inside, type, taking)
    if (rows !== undefined && (rows.order !== undefined || hasChanged(rows.puts, list))) taken.set(uid, rows)
    return rows !== undefined
  }
  for (const [stem, uid] of state.stems) {
    const value = entries.has(stem) ? entries.get(stem) : []
    if (value !== UNTOUCHED && !take(uid, value)) return undefined
  }
  const media = parts.get('media')
  if (media !== UNTOUCHED && !take(FILE_UID, media)) return undefined
  return trouble.isThere() ? undefined : taken
}

const hasChanged = (puts: Puts, list: RowList): boolean =>
  [...puts].some(([id, json]) => list.get(id) !== json)

/** Every other file that was looked at and is not what it was; undefined after a fault. */
function ownParts(
  parts: Members,
  strangers: readonly (readonly [string, unknown])[],
  { files, limits }: State,
): Partial<DatasetFiles> | undefined {
  const seen = PLAIN_PARTS.filter((name) => parts.get(name) !== UNTOUCHED)
  if (seen.length === 0 && strangers.length === 0) return {}
  const given = Object.fromEntries(seen.map((name) => [name, parts.get(name)]))
  const entries = Object.fromEntries(strangers)
  const { files: owned, collected, isCut } = ownFiles({ ...given, entries }, limits, files)
  if (isCut || collected.faults.length > 0) return undefined
  const changed = seen.flatMap((name): [string, Json][] => {
    const [json, before] = [owned[name], files[name]]
    return json === undefined || isSameFile(json, before) ? [] : [[name, json]]
  })
  return {
    ...Object.fromEntries(changed),
    ...(strangers.length === 0 ? {} : { entries: owned.entries ?? {} }),
  }
}

/** Whether it is the same file, or a folder of the same files in the same order. */
function isSameFile(json: Json, before: Json): boolean {
  if (json === before) return true
  if (typeof json !== 'object' || typeof before !== 'object' || json === null || before === null) return false
  const [parts, others] = [Object.entries(json), Object.entries(before)]
  return (
    parts.length === others.length &&
    parts.every(([name, part], at) => name === others[at]?.[0] && part === others[at]?.[1])
  )
}

/** Builds all files as they were left. */
export function buildLeft(editing: Editing, { change, files, missing }: Left): Graph {
  return buildChanged(editing.graph, change, { files, missing }) ?? buildRaw(editing)
}

/** Makes the graph with other rows: as `changeGraph` does where that can, else by building all. */
export function putRows(graph: Graph, puts: Change['puts']): Graph {
  const changed = changeGraph(graph, { puts }) ?? buildChanged(graph, { puts }, {})
  if (changed !== undefined) return changed
  throw new DatasetError(...tooMany(stateOf(graph)))
}

function tooMany({ limits }: State): readonly [readonly Fault[]] {
  const message = 'too many values'
  const expected = `at most ${limits.values} values in all files together (limit "values")`
  return [[{ file: '.', pointer: '', message, expected, found: 'more' }]]
}

/** Builds all files after a change; undefined where they hold more values than they may. */
function buildChanged(
  graph: Graph,
  change: Change,
  { files, missing = new Set() }: Partial<Pick<Left, 'files' | 'missing'>>,
): Graph | undefined {
  const state = stateOf(graph)
  const lists = new Map(state.lists)
  const gone = new Map<Uid, Row[]>()
  for (const [uid, puts] of change.puts) {
    lists.set(uid, change.orders?.get(uid) ?? (lists.get(uid) ?? RowList.of([])).with(puts))
    const rows = [...puts].flatMap(([id, json]) =>
      json === undefined ? (rowBefore({ graph }, uid, id) ?? []) : [],
    )
    if (rows.length > 0) gone.set(uid, rows)
  }
  const stems = new Map([...state.stems].filter(([stem]) => !missing.has(stem)))
  const { puts: _, orders: __, ...others } = change
  const changed = { ...state.files, ...others, ...without(files, 'entries') }
  const kept = filesIn({ ...state, files: changed, stems, lists })
  const all = { ...kept, entries: { ...kept.entries, ...files?.entries } }
  if (weightOfFiles(all) > state.limits.values) return undefined
  return buildWhole(all, graph, gone, { limits: state.limits })
}

const without = <T extends object, K extends keyof T>(
  object: T | undefined,
  name: K,
): Partial<Omit<T, K>> => {
  if (object === undefined) return {}
  const { [name]: _, ...rest } = object
  return rest
}

function weightOfFiles({ contentTypes, components = {}, entries = {}, ...single }: DatasetFiles): number {
  const files: Json[] = [contentTypes, components, entries].flatMap((folder) => Object.values(folder))
  return [...files, ...Object.values(single)].reduce((sum: number, json) => sum + valuesIn(json ?? null), 0)
}

/** Builds whatever was left, and tells what is wrong with it. */
export function buildRaw({ graph, state, dataset, entries, lists }: Editing): Graph {
  const before = filesIn(state)
  const target = withBefore(dataset.target, (name) =>
    name === 'entries' ? entries.proxy : Reflect.get(before, name),
  )
  const opened = Object.getOwnPropertyDescriptor(target, 'entries')
  if (opened?.value === entries.proxy) {
    const files: JsonObject = before.entries ?? {}
    const rows = withBefore(entries.target, (stem) => (Object.hasOwn(files, stem) ? files[stem] : undefined))
    Object.defineProperty(target, 'entries', { ...opened, value: closed(rows, lists.inside) })
  }
  const { files, collected, isCut } = ownFiles(closed(target, lists.inside), state.limits, before)
  const result = isCut ? collected : buildOwned(files, { limits: state.limits, collected, before: graph })
  if ('graph' in result) return result.graph
  throw new DatasetError(result.faults, result.more)
}

/** The same object, with what was there in the place of what nobody looked at. */
function withBefore(target: object, before: (name: string) => unknown): object {
  for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    if (member.value !== UNTOUCHED) continue
    const value = before(name)
    if (value === undefined) Reflect.deleteProperty(target, name)
    else Object.defineProperty(target, name, { ...member, value })
  }
  return target
}

/** The same object, with plain lists in the place of opened ones. */
function closed(target: object, inside: Lists['inside']): object {
  for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(target))) {
    const list = 'value' in member ? inside(member.value) : undefined
    if (list !== undefined) Object.defineProperty(target, name, { ...member, value: list.items() })
  }
  return target
}
