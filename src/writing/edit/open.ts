/** The files of a graph, opened for a recipe: each is copied when it is first looked at. */

import type { Graph } from '../../reference/graph/graph.ts'
import { stemsOf } from '../../reference/load/files/entry-files.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'
import { RowList } from '../change/row-list.ts'
import { type State, stateOf } from '../change/state.ts'
import { thawed } from '../change/thaw.ts'
import { type Lazy, lazyObject, refuseName, UNTOUCHED } from './editable.ts'
import { type Lists, newLists } from './lists.ts'

/** An edit that has begun. */
export interface Editing {
  readonly graph: Graph
  readonly state: State
  readonly dataset: Lazy
  readonly entries: Lazy
  readonly lists: Lists
}

/** The parts of a dataset that are not rows. */
export const PLAIN_PARTS = ['contentTypes', 'components', 'locales', 'access', 'settings'] as const
const PARTS = [...PLAIN_PARTS, 'entries', 'media'] as const

/** Opens the files of a graph that was built from files. */
export function openFiles(graph: Graph): Editing {
  const state = stateOf(graph)
  const lists = newLists()
  const openRows = (uid: Uid): object => lists.open(state.lists.get(uid) ?? RowList.of([]))
  const refuseStem = (stem: string): void => {
    // A recipe that writes schemas makes types of its own.
    if (dataset.target['contentTypes'] !== UNTOUCHED || stemsOf(graph.schema).has(stem)) return
    refuseName(stem, 'entries', state.stems.keys())
  }
  const entries = lazyObject(state.stems.keys(), (stem) => openRows(state.stems.get(stem) ?? ''), refuseStem)
  const make = (name: string): unknown => {
    if (name === 'entries') return entries.proxy
    if (name === 'media') return openRows(FILE_UID)
    const part = PLAIN_PARTS.find((one) => one === name)
    return part === undefined ? undefined : thawed({ part: state.files[part] })['part']
  }
  const dataset: Lazy = lazyObject(PARTS, make, (name) => refuseName(name, 'a dataset', PARTS))
  return { graph, state, dataset, entries, lists }
}
