/** The rows of a file, each with an id: those of the file it began with, and what differs. */
import type { JsonObject } from '../../util/json.ts'
import { firstPlace } from '../../util/sorted.ts'

/** Changes of rows by id; undefined takes the row away. */
export type Puts = ReadonlyMap<number, JsonObject | undefined>

interface Root {
  readonly rows: readonly JsonObject[]
  /** By id. */
  readonly positions: ReadonlyMap<number, number>
}

/** Where the rows stand in the list. */
interface Places {
  /** Positions in the root that no row has any more, ascending. */
  readonly gone: readonly number[]
  /** After the root. */
  readonly added: readonly JsonObject[]
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
  /** Worked out when a place is first asked for. */
  #places: Places | undefined

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

  /** How many rows there are. */
  get length(): number {
    const { gone, added } = this.#placed()
    return this.#root.rows.length - gone.length + added.length
  }

  /** The row in a place, from 0. */
  at(place: number): JsonObject | undefined {
    const { rows } = this.#root
    const { gone, added } = this.#placed()
    const left = rows.length - gone.length
    if (place >= left) return added[place - left]
    const position = place + goneBefore(gone, place)
    return this.#changed.get(position) ?? rows[position]
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
    for (const [at, row] of this.#changed) if (row !== undefined) rows[at] = row
    const { gone, added } = this.#placed()
    dropPositions(rows, gone)
    for (const row of added) rows.push(row)
    return rows
  }

  #placed(): Places {
    if (this.#places !== undefined) return this.#places
    const gone: number[] = []
    for (const [at, row] of this.#changed) if (row === undefined) gone.push(at)
    this.#places = { gone: gone.sort((a, b) => a - b), added: [...this.#added.values()] }
    return this.#places
  }
}

/** How many positions that are gone stand before the row in a place, of those that are left. */
const goneBefore = (gone: readonly number[], place: number): number =>
  firstPlace(gone.length, (at) => (gone[at] ?? 0) - at > place)

/** Takes out what stands at some positions, ascending; what is behind them moves up. */
function dropPositions(rows: unknown[], positions: readonly number[]): void {
  if (positions.length === 0) return
  let next = 0
  let to = positions[0] ?? 0
  for (let from = to; from < rows.length; from++) {
    if (from === positions[next]) next++
    else rows[to++] = rows[from]
  }
  rows.length = to
}
