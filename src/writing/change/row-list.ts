/** A persistent list of the rows in a dataset file: a base list, and the changes to the base list. */
import type { ComponentNode } from '../../reference/graph/graph.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'

/** Changed rows by id; undefined marks a removed row. */
export type Puts = ReadonlyMap<number, JsonObject | undefined>

/** The rows and files that an edit or a write changes. */
export interface Change {
  /** The changed rows by type and id, as frozen JSON that contains every id. */
  readonly puts: ReadonlyMap<Uid, Puts>
  /**
   * The complete rows of the files in which the edit changed the order of rows, by type. The rows in `orders` do not
   * show consequences of the change, such as cascades.
   */
  readonly orders?: ReadonlyMap<Uid, RowList>
  readonly access?: Json
  /** The components that remain without a row. */
  readonly orphans?: readonly ComponentNode[]
  readonly settings?: Json
}

interface Base {
  readonly rows: readonly JsonObject[]
  /** The index of each row in `rows`, by id. */
  readonly positions: ReadonlyMap<number, number>
}

/** An immutable list of rows by id. A list with few changes shares its base list with the previous list. */
export class RowList {
  readonly #base: Base
  /** The changed rows by their index in the base list; undefined for a removed row. */
  readonly #changed: ReadonlyMap<number, JsonObject | undefined>
  /** The rows that were added after the rows of the base list, by id. */
  readonly #added: ReadonlyMap<number, JsonObject>
  /** A lower bound for unused ids: all lower ids are in use. */
  #free: number

  private constructor(
    base: Base,
    changed: ReadonlyMap<number, JsonObject | undefined>,
    added: ReadonlyMap<number, JsonObject>,
    free: number,
  ) {
    this.#base = base
    this.#changed = changed
    this.#added = added
    this.#free = free
  }

  /** Makes a list from rows; every id below `free` must be in use. */
  static of(rows: readonly JsonObject[], free = 1): RowList {
    const positions = new Map(rows.map((row, at) => [Number(row['id']), at]))
    return new RowList({ rows, positions }, new Map(), new Map(), free)
  }

  /** Returns the row with an id; undefined if the list has no such row. */
  get(id: number): JsonObject | undefined {
    const at = this.#base.positions.get(id)
    if (at === undefined || this.#isRemoved(at)) return this.#added.get(id)
    return this.#changed.get(at) ?? this.#base.rows[at]
  }

  #isRemoved(at: number): boolean {
    return this.#changed.has(at) && this.#changed.get(at) === undefined
  }

  /** Returns the lowest id that no row has. */
  firstFree(): number {
    while (this.get(this.#free) !== undefined) this.#free++
    return this.#free
  }

  /**
   * Returns a new list with the changed rows; this list stays as it is. A changed row keeps its place, and a new row
   * comes last. A changed row keeps its place in the list, and a new row comes last.
   */
  with(puts: Puts): RowList {
    const [changed, added] = [new Map(this.#changed), new Map(this.#added)]
    let free = this.#free
    for (const [id, row] of puts) {
      const at = this.#base.positions.get(id)
      const isRemoved = at === undefined || (changed.has(at) && changed.get(at) === undefined)
      if (!isRemoved) changed.set(at, row)
      else if (row !== undefined) added.set(id, row)
      else added.delete(id)
      if (row === undefined && id < free) free = id
    }
    const list = new RowList(this.#base, changed, added, free)
    // Each new list copies the changes that were recorded since the base list was made. With more than about √n
    // changes, a new base list of n rows is cheaper.
    const most = 64 + 2 * Math.sqrt(this.#base.rows.length)
    return changed.size + added.size > most ? RowList.of(list.toArray(), free) : list
  }

  /** Returns the rows of the list as a new array. */
  toArray(): JsonObject[] {
    const rows = [...this.#base.rows]
    const removed = new Set<number>()
    for (const [at, row] of this.#changed) {
      if (row === undefined) removed.add(at)
      else rows[at] = row
    }
    const kept = removed.size === 0 ? rows : rows.filter((_, at) => !removed.has(at))
    for (const row of this.#added.values()) kept.push(row)
    return kept
  }
}
