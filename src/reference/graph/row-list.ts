/** The rows of a file, each with an id: those of the file it began with, and what differs. */
import type { JsonObject } from '../../ground/json.ts'

/** Changes of rows by id; undefined takes the row away. */
export type Puts = ReadonlyMap<number, JsonObject | undefined>

interface Root {
  readonly rows: readonly JsonObject[]
  /** By id. */
  readonly positions: ReadonlyMap<number, number>
}

/** A list that never changes; a few rows put in or taken away make another that shares the rest. */
export class RowList {
  readonly #root: Root
  /** By position in the root. */
  readonly #changed: ReadonlyMap<number, JsonObject | undefined>
  /** By id, after the root. */
  readonly #added: ReadonlyMap<number, JsonObject>

  /** All ids below are taken. */
  #free = 1

  private constructor(
    root: Root,
    changed: ReadonlyMap<number, JsonObject | undefined>,
    added: ReadonlyMap<number, JsonObject>,
  ) {
    this.#root = root
    this.#changed = changed
    this.#added = added
  }

  /** Of rows with ids; all ids below `free` are known to be taken. */
  static of(rows: readonly JsonObject[], free = 1): RowList {
    const positions = new Map(rows.map((row, at) => [Number(row['id']), at]))
    const list = new RowList({ rows, positions }, new Map(), new Map())
    list.#free = free
    return list
  }

  /** The row with an id. */
  get(id: number): JsonObject | undefined {
    const at = this.#root.positions.get(id)
    if (at === undefined || (this.#changed.has(at) && this.#changed.get(at) === undefined))
      return this.#added.get(id)
    return this.#changed.get(at) ?? this.#root.rows[at]
  }

  /** The least id that no row has. */
  firstFree(): number {
    while (this.get(this.#free) !== undefined) this.#free++
    return this.#free
  }

  /** With other rows in the places of those of the same id, and new ones at the end. */
  with(puts: Puts): RowList {
    const [changed, added] = [new Map(this.#changed), new Map(this.#added)]
    for (const [id, row] of puts) {
      const at = this.#root.positions.get(id)
      const isGone = at === undefined || (changed.has(at) && changed.get(at) === undefined)
      if (!isGone) changed.set(at, row)
      else if (row !== undefined) added.set(id, row)
      else added.delete(id)
    }
    const list = new RowList(this.#root, changed, added)
    list.#free = this.#free
    for (const [id, row] of puts) if (row === undefined && id < list.#free) list.#free = id
    const most = 64 + 2 * Math.sqrt(this.#root.rows.length)
    return changed.size + added.size > most ? RowList.of(list.toArray(), list.#free) : list
  }

  /** A new array. */
  toArray(): JsonObject[] {
    const rows = [...this.#root.rows]
    const gone: number[] = []
    for (const [at, row] of this.#changed) {
      if (row === undefined) gone.push(at)
      else rows[at] = row
    }
    dropPlaces(rows, gone)
    for (const row of this.#added.values()) rows.push(row)
    return rows
  }
}

/** Takes out what stands at some places, which are few; what is behind them moves up. */
function dropPlaces(rows: unknown[], places: readonly number[]): void {
  if (places.length === 0) return
  const sorted = [...places].sort((a, b) => a - b)
  let next = 0
  let to = sorted[0] ?? 0
  for (let from = to; from < rows.length; from++) {
    if (from === sorted[next]) next++
    else rows[to++] = rows[from]
  }
  rows.length = to
}
