/**
 * Opens the dataset files of a graph for a recipe. The recipe gets each file as an Immer draft, which is made when the
 * recipe first reads the file.
 */

import { createDraft, enableArrayMethods, isDraft, original } from 'immer'
import type { Graph } from '../../reference/graph/graph.ts'
import { isRowJson } from '../../reference/graph/share.ts'
import { stemsOf } from '../../reference/load/files/entry-files.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import type { JsonObject } from '../../util/json.ts'
import { type State, stateOf } from '../change/state.ts'
import { type LazyObject, lazyObject, refuseName, UNREAD } from './lazy-object.ts'

// With this Immer plugin, methods such as `find` pass frozen rows to callbacks, so that a search does not make drafts
// of all rows.
enableArrayMethods()

/** The dataset files of a graph, opened for a recipe. */
export interface OpenFiles {
  readonly graph: Graph
  readonly state: State
  readonly dataset: LazyObject
  readonly entries: LazyObject
  /** The Immer draft of each file of rows; the key of the map is the array that the recipe sees. */
  readonly rowDrafts: RowDrafts
}

/** A file of rows, opened as an Immer draft. */
export interface RowDraft {
  /** Returns the current items of the file: unchanged rows, drafts of rows, and values that the recipe added. */
  readonly items: () => readonly unknown[]
}

type RowDrafts = WeakMap<object, RowDraft>

/** The members of a dataset that contain no rows. */
export const PLAIN_PARTS = ['contentTypes', 'components', 'locales', 'access', 'settings'] as const
const PARTS = [...PLAIN_PARTS, 'entries', 'media'] as const

/** Opens the dataset files of a graph for a recipe. The graph must have been built from files. */
export function openFiles(graph: Graph): OpenFiles {
  const state = stateOf(graph)
  const rowDrafts: RowDrafts = new WeakMap()
  const rows = (uid: Uid | undefined): object =>
    openRows(state.lists.get(uid ?? '')?.toArray() ?? [], rowDrafts)
  const refuseStem = (stem: string): void => {
    // A recipe that read the schemas may have added a content type, so any file name may be valid.
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
  // Uses `concat`, because `concat` returns the items without making an Immer draft of each item.
  const row: RowDraft = { items: () => draft.concat() }
  rowDrafts.set(proxy, row).set(draft, row)
  return proxy
}

type Removing = 'pop' | 'shift' | 'splice'

const isRemoving = (key: string | symbol): key is Removing =>
  key === 'pop' || key === 'shift' || key === 'splice'

/**
 * Makes drafts of rows before an array method removes the rows. Without drafts, Immer would return frozen rows,
 * although a recipe may change removed rows and add them again.
 */
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

/** Returns the original row that a recipe holds directly or as a draft; undefined for a new row. */
export function originOf(row: unknown): JsonObject | undefined {
  if (isRowJson(row)) return row
  try {
    const base: unknown = isDraft(row) ? original(row) : undefined
    return isRowJson(base) ? base : undefined
  } catch {
    // The value may be a JavaScript Proxy that the recipe made, and reading a Proxy can throw any error.
    return undefined
  }
}
