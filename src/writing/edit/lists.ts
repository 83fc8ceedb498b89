/** The rows of files as a recipe sees them: lists, in which a row is copied when it is first looked at. */

import { isCompleted } from '../../reference/graph/share.ts'
import type { JsonObject } from '../../util/json.ts'
import type { RowList } from '../change/row-list.ts'
import { thawed } from '../change/thaw.ts'
import { OpenList, type Put } from './open-list.ts'

/** What a recipe left of a list. */
export interface Inside {
  /** All that is in it: rows of ours as they were, and what was put in their places. */
  readonly items: () => readonly unknown[]
  /**
   * What was looked at or put somewhere, where all other rows stand as they stood; undefined where that cannot be told
   * without going along all of them.
   */
  readonly puts: readonly Put[] | undefined
  /** Whether it is a list that the recipe was given. */
  readonly isOurs: boolean
}

/** The rows of files, handed out one by one. */
export interface Lists {
  /** Rows as a list: in place of each there is a copy as soon as it is looked at. */
  readonly open: (rows: RowList) => object
  /** What is in such a list; undefined for what is none. */
  readonly inside: (list: unknown) => Inside | undefined
  /** What a row was before it was handed out; undefined for one that is new. */
  readonly origin: (row: unknown) => JsonObject | undefined
}

/** Lists for one recipe: a row that is handed out twice is the same object. */
export function newLists(): Lists {
  const opened = new WeakMap<object, OpenList>()
  const copies = new Map<JsonObject, object>()
  const origins = new WeakMap<object, JsonObject>()
  let isSplit = false
  const handOut = (item: unknown): unknown => {
    if (!isCompleted(item)) return item
    const copy = copies.get(item) ?? thawed(item)
    copies.set(item, copy)
    origins.set(copy, item)
    return copy
  }
  const part = (rows: readonly unknown[], stay: boolean): object => {
    isSplit ||= stay
    return open(rows)
  }
  const open = (rows: RowList | readonly unknown[]): object => {
    const list = new OpenList(rows, { handOut, part })
    opened.set(list.proxy, list)
    return list.proxy
  }
  const inside = (value: unknown): Inside | undefined => {
    const list = typeof value === 'object' && value !== null ? opened.get(value) : undefined
    if (list === undefined) return undefined
    if (!isSplit || copies.size === 0) return { items: () => list.peek(), puts: list.puts(), isOurs: true }
    // A row may have been handed out by one list and still be as it was in another.
    const now = (row: unknown): unknown => (isCompleted(row) ? (copies.get(row) ?? row) : row)
    return { items: () => list.peek().map(now), puts: undefined, isOurs: true }
  }
  const origin = (row: unknown): JsonObject | undefined => {
    if (isCompleted(row)) return row
    return typeof row === 'object' && row !== null ? origins.get(row) : undefined
  }
  return { open, inside, origin }
}
