/** Where new ids come from: counted on from the highest there ever was, so that none is given twice. */

import type { ComponentNode, Graph, Row } from '../reference/graph/graph.ts'
import { nodesOf } from '../reference/load/rows/related.ts'
import type { Uid } from '../reference/schema/schema.ts'
import { onceFor } from '../util/cache/once.ts'
import { digest } from '../util/digest.ts'

/** A value: equal ids give the same ids. */
export interface Ids {
  /** The highest id of a type or component that was ever given. */
  readonly highest: ReadonlyMap<Uid, number>
  /** How many documents were made. */
  readonly documents: number
  /** Texts that begin otherwise make other documentIds. */
  readonly seed: string
}

/** The ids that a graph goes on from. */
export const firstIds = (graph: Graph, seed = ''): Ids => ({
  highest: highestOnce(graph, '', () => highestIn(graph)),
  documents: 0,
  seed,
})

const highestOnce = onceFor<Ids['highest']>()

function highestIn({ tables }: Graph): Ids['highest'] {
  const highest = new Map<Uid, number>()
  for (const { rows } of tables.values()) {
    for (const row of rows) {
      for (const { uid, id } of nodesOf<Row | ComponentNode>(row))
        if (id > (highest.get(uid) ?? 0)) highest.set(uid, id)
    }
  }
  return highest
}

/** Ids that are being given: those of a write that is refused are given back by forgetting this. */
export class IdSource {
  readonly #highest: Map<Uid, number>
  #documents: number
  readonly #seed: string

  constructor({ highest, documents, seed }: Ids) {
    this.#highest = new Map(highest)
    this.#documents = documents
    this.#seed = seed
  }

  /** The next id of a type or component. */
  next(uid: Uid): number {
    const id = (this.#highest.get(uid) ?? 0) + 1
    this.#highest.set(uid, id)
    return id
  }

  /** A documentId that `isTaken` does not know. */
  document(isTaken: (documentId: string) => boolean): string {
    for (;;) {
      const documentId = documentIdOf(`${this.#seed} ${++this.#documents}`)
      if (!isTaken(documentId)) return documentId
    }
  }

  /** What the next write goes on from. */
  get left(): Ids {
    return { highest: this.#highest, documents: this.#documents, seed: this.#seed }
  }
}

const LENGTH = 24

/** Lower-case letters and digits, a letter first, as the real ones are. */
function documentIdOf(text: string): string {
  const letters = BigInt(`0x${digest(text)}`)
    .toString(36)
    .padStart(LENGTH, '0')
  return `w${letters.slice(-(LENGTH - 1))}`
}
