/**
 * Generates ids of rows and components. Each id is higher than all ids that its type ever used, so that no id is used
 * twice.
 */

import type { ComponentNode, Graph, Row, Table } from '../reference/graph/graph.ts'
import { nodesOf } from '../reference/graph/nodes.ts'
import type { Uid } from '../reference/schema/schema.ts'
import { onceFor } from '../util/cache/once.ts'
import { digest } from '../util/digest.ts'

/** The immutable state of the id generator. Equal states generate the same ids. */
export interface Ids {
  /** The highest id ever used, by type or component. */
  readonly highest: ReadonlyMap<Uid, number>
  /** The number of documentIds generated so far. */
  readonly documents: number
  /** The seed from which documentIds are generated; different seeds give different documentIds. */
  readonly seed: string
  readonly replica?: Replica | undefined
}

/**
 * One of several servers that share their data. Each server generates only ids that leave the remainder `number` when
 * divided by `of`.
 */
export interface Replica {
  readonly number: number
  readonly of: number
}

/** Returns the initial state of the id generator for a graph. */
export const firstIds = (graph: Graph, seed = '', replica?: Replica): Ids => ({
  highest: highestOnce(graph, '', () => highestIn(graph)),
  documents: 0,
  seed: replica === undefined ? seed : `${seed} replica ${replica.number}`,
  replica,
})

const highestOnce = onceFor<Ids['highest']>()

/**
 * The highest ids in each table, by type or component. The ids are cached, because a change replaces only a few
 * tables.
 */
const highestOf = new WeakMap<Table, Ids['highest']>()

function highestIn({ tables }: Graph): Ids['highest'] {
  const highest = new Map<Uid, number>()
  for (const table of tables.values()) {
    const found = highestOf.get(table) ?? highestInRows(table.rows)
    highestOf.set(table, found)
    for (const [uid, id] of found) if (id > (highest.get(uid) ?? 0)) highest.set(uid, id)
  }
  return highest
}

function highestInRows(rows: readonly Row[]): Ids['highest'] {
  const highest = new Map<Uid, number>()
  for (const row of rows) {
    for (const { uid, id } of nodesOf<Row | ComponentNode>(row))
      if (id > (highest.get(uid) ?? 0)) highest.set(uid, id)
  }
  return highest
}

/** The replica for a single server, which may use every id. */
const ALONE: Replica = { number: 0, of: 1 }

/** Returns the lowest id above `last` that belongs to the replica. */
export function idAfter(last: number, { number, of }: Replica = ALONE): number {
  const next = last + 1
  return next + ((((number - next) % of) + of) % of)
}

/**
 * Generates the ids of one write. If the write is refused, the caller discards the generator, so that the next write
 * may use the same ids.
 */
export class IdSource {
  readonly #highest: Map<Uid, number>
  #documents: number
  readonly #seed: string
  readonly #replica: Replica | undefined

  constructor({ highest, documents, seed, replica }: Ids) {
    this.#highest = new Map(highest)
    this.#documents = documents
    this.#seed = seed
    this.#replica = replica
  }

  /** Returns the next id of a type or component. */
  next(uid: Uid): number {
    const id = idAfter(this.#highest.get(uid) ?? 0, this.#replica)
    this.#highest.set(uid, id)
    return id
  }

  /** Reserves an id that the caller has chosen for a row of a type. */
  take(uid: Uid, id: number): void {
    if (id > (this.#highest.get(uid) ?? 0)) this.#highest.set(uid, id)
  }

  /** Generates a documentId that is unused: `isTaken` returns false for it. */
  document(isTaken: (documentId: string) => boolean): string {
    for (;;) {
      const documentId = documentIdOf(`${this.#seed} ${++this.#documents}`)
      if (!isTaken(documentId)) return documentId
    }
  }

  /** Returns the state of the generator for the next write. */
  get left(): Ids {
    return {
      highest: this.#highest,
      documents: this.#documents,
      seed: this.#seed,
      replica: this.#replica,
    }
  }
}

const LENGTH = 24

/**
 * Returns a documentId that is derived from a text. As in Strapi, a documentId has 24 lower-case letters and digits,
 * and begins with a letter.
 */
function documentIdOf(text: string): string {
  const letters = BigInt(`0x${digest(text)}`)
    .toString(36)
    .padStart(LENGTH, '0')
  return `w${letters.slice(-(LENGTH - 1))}`
}
