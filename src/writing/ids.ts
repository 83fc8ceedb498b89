/** Generates ids. Each counts on from the highest id ever used, so that no id is used twice. */

import type { ComponentNode, Graph, Row, Table } from '../reference/graph/graph.ts'
import { nodesOf } from '../reference/load/rows/related.ts'
import type { Uid } from '../reference/schema/schema.ts'
import { onceFor } from '../util/cache/once.ts'
import { digest } from '../util/digest.ts'

/** An immutable value: equal `Ids` generate the same ids. */
export interface Ids {
  /** The highest id ever used for each type or component. */
  readonly highest: ReadonlyMap<Uid, number>
  /** The number of generated documentIds. */
  readonly documents: number
  /** Different seeds generate different documentIds. */
  readonly seed: string
  readonly replica?: Replica | undefined
}

/** A server among others with the same data. Its ids have the remainder `number` by `of`. */
export interface Replica {
  readonly number: number
  readonly of: number
}

/** The initial ids of a graph. */
export const firstIds = (graph: Graph, seed = '', replica?: Replica): Ids => ({
  highest: highestOnce(graph, '', () => highestIn(graph)),
  documents: 0,
  seed: replica === undefined ? seed : `${seed} replica ${replica.number}`,
  replica,
})

const highestOnce = onceFor<Ids['highest']>()

/** By table, because a change replaces few tables. */
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

/** Every id has the remainder 0 by 1. */
const ALONE: Replica = { number: 0, of: 1 }

/** The lowest id above `last` that a replica may give. */
export function idAfter(last: number, { number, of }: Replica = ALONE): number {
  const next = last + 1
  return next + ((((number - next) % of) + of) % of)
}

/** Generates the ids of one write. A refused write discards this object, which frees its ids. */
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

  /** The next id of a type or component. */
  next(uid: Uid): number {
    const id = idAfter(this.#highest.get(uid) ?? 0, this.#replica)
    this.#highest.set(uid, id)
    return id
  }

  /** Reserves an id that the caller chose. */
  take(uid: Uid, id: number): void {
    if (id > (this.#highest.get(uid) ?? 0)) this.#highest.set(uid, id)
  }

  /** A documentId for which `isTaken` is false. */
  document(isTaken: (documentId: string) => boolean): string {
    for (;;) {
      const documentId = documentIdOf(`${this.#seed} ${++this.#documents}`)
      if (!isTaken(documentId)) return documentId
    }
  }

  /** The ids for the next write. */
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

/** Lower-case letters and digits, a letter first, as in Strapi. */
function documentIdOf(text: string): string {
  const letters = BigInt(`0x${digest(text)}`)
    .toString(36)
    .padStart(LENGTH, '0')
  return `w${letters.slice(-(LENGTH - 1))}`
}
