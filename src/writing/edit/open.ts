/** Opens the files of a graph for a recipe: an Immer draft of each file, made when the recipe first reads it. */

import { createDraft, enableArrayMethods, isDraft, original } from 'immer'
import type { Graph } from '../../reference/graph/graph.ts'
import { isRowJson } from '../../reference/graph/share.ts'
import { stemsOf } from '../../reference/load/files/entry-files.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import type { JsonObject } from '../../util/json.ts'
import { type State, stateOf } from '../change/state.ts'
import { type LazyObject, lazyObject, refuseName, UNREAD } from './lazy-object.ts'

// `find`, `filter` and the like pass frozen rows to their callbacks, so that a search makes no draft of each row.
enableArrayMethods()

/** A recipe's view of the files of a graph. */
export interface OpenFiles {
  readonly graph: Graph
  readonly state: State
  readonly dataset: LazyObject
  readonly entries: LazyObject
  /** The drafts of files of rows, by the object that the recipe references. */
  readonly rowDrafts: RowDrafts
}

/** A draft of a file of rows. */
export interface RowDraft {
  /** The items in it now: rows as they were, drafts of rows, and what the recipe put in. */
  readonly items: () => readonly unknown[]
}

type RowDrafts = WeakMap<object, RowDraft>

/** The files of a dataset that hold no rows. */
export const PLAIN_PARTS = ['contentTypes', 'components', 'locales', 'access', 'settings'] as const
const PARTS = [...PLAIN_PARTS, 'entries', 'media'] as const

/** Opens the files of a graph that was built from files. */
export function openFiles(graph: Graph): OpenFiles {
  const state = stateOf(graph)
  const rowDrafts: RowDrafts = new WeakMap()
  const rows = (uid: Uid | undefined): object =>
    openRows(state.lists.get(uid ?? '')?.toArray() ?? [], rowDrafts)
  const refuseStem = (stem: string): void => {
    // A recipe that reads the schemas may add a type, so any name may be a file.
    if (dataset.target['contentTypes'] !== UNREAD || stemsOf(graph.schema).has(stem)) return
    refuseName(stem, 'entries', state.stems.keys())
  }
  const entries = lazyObject(state.stems.keys(), (stem) => rows(state.stems.get(stem)), refuseStem)
  const open = (name: string): unknown => {
    if (name === 'entries') return entries.proxy
    if (name === 'media') return rows(FILE_UID)
    const part = PLAIN_PARTS.find((one) => one === name)
    const file = part && state.files[part]
    return typeof file === 'object' && file !== null ? createDraft(file) : file
  }
  const dataset: LazyObject = lazyObject(PARTS, open, (name) => refuseName(name, 'a dataset', PARTS))
  return { graph, state, dataset, entries, rowDrafts }
}

function openRows(before: JsonObject[], rowDrafts: RowDrafts): object {
  const draft = createDraft<unknown[]>(before)
  const proxy = new Proxy(draft, {
    get: (_, key) => {
      const found: unknown = Reflect.get(draft, key)
      if (typeof found !== 'function' || !isRemoving(key)) return found
      return (...args: unknown[]): unknown => {
        draftRemoved(draft, key, args)
        return Reflect.apply(found, draft, args)
      }
    },
  })
  // `concat` gives the items without making a draft of each.
  const row: RowDraft = { items: () => draft.concat() }
  rowDrafts.set(proxy, row).set(draft, row)
  return proxy
}

type Removing = 'pop' | 'shift' | 'splice'

const isRemoving = (key: string | symbol): key is Removing =>
  key === 'pop' || key === 'shift' || key === 'splice'

/** Makes drafts of the rows that a method removes: Immer would return them frozen, and a recipe may change and reuse them. */
function draftRemoved(draft: unknown[], method: Removing, [start, count]: readonly unknown[]): void {
  if (method === 'pop') draft.slice(-1)
  else if (method === 'shift') draft.slice(0, 1)
  else {
    const from = Math.trunc(Number(start)) || 0
    const first = from < 0 ? Math.max(draft.length + from, 0) : from
    const most = count === undefined ? draft.length : Math.trunc(Number(count)) || 0
    draft.slice(first, first + most)
  }
}

/** The row of the graph's files that a recipe holds, itself or as a draft; undefined for a new row. */
export function originOf(row: unknown): JsonObject | undefined {
  if (isRowJson(row)) return row
  try {
    const base: unknown = isDraft(row) ? original(row) : undefined
    return isRowJson(base) ? base : undefined
  } catch {
    // A proxy of the recipe's own may throw anything.
    return undefined
  }
}
