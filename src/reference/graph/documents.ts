/** Maps each document to its rows. Most documents have one row, which the map stores directly and not in a list. */
import { lazy } from './lazy.ts'

/** A map from each documentId to a row or to several rows, while a table is built. */
export type ByDocument<R> = Map<string, R | R[]>

/**
 * Adds a row to the document that the row belongs to. If `isTwin` finds the same version of the document, the row is
 * not added.
 */
export function addToDocument<R extends { readonly documentId: string }>(
  rows: ByDocument<R>,
  row: R,
  isTwin: (a: R, b: R) => boolean = () => false,
): 'added' | 'twin' {
  const { documentId } = row
  const there = rows.get(documentId)
  if (there === undefined) rows.set(documentId, row)
  else if (Array.isArray(there) ? there.some((other) => isTwin(other, row)) : isTwin(there, row))
    return 'twin'
  else if (Array.isArray(there)) there.push(row)
  else rows.set(documentId, [there, row])
  return 'added'
}

const NONE: readonly never[] = Object.freeze([])

/** Returns the rows of a document as a list. */
export function rowsOfDocument<R>(rows: ReadonlyMap<string, R | R[]>, documentId: string): readonly R[] {
  const there = rows.get(documentId)
  return there === undefined ? NONE : listOf(there)
}

/** A read-only map from documents to lists of rows, built on first use. */
export class DocumentMap<R> implements ReadonlyMap<string, readonly R[]> {
  readonly #rows: () => ReadonlyMap<string, R | readonly R[]>

  /**
   * On first use of the map, `made` builds it, and `order` sorts the rows of each document. After the map is built,
   * it never changes.
   */
  constructor(made: () => ByDocument<R>, order: (a: R, b: R) => number) {
    this.#rows = lazy(() => {
      const rows = made()
      for (const there of rows.values()) if (Array.isArray(there)) Object.freeze(there.sort(order))
      return rows
    })
    Object.freeze(this)
  }

  get size(): number {
    return this.#rows().size
  }

  get(documentId: string): readonly R[] | undefined {
    const there = this.#rows().get(documentId)
    return there === undefined ? undefined : listOf(there)
  }

  has(documentId: string): boolean {
    return this.#rows().has(documentId)
  }

  forEach(
    call: (rows: readonly R[], documentId: string, map: ReadonlyMap<string, readonly R[]>) => void,
  ): void {
    for (const [documentId, rows] of this) call(rows, documentId, this)
  }

  *entries(): MapIterator<[string, readonly R[]]> {
    for (const [documentId, there] of this.#rows()) yield [documentId, listOf(there)]
  }

  keys(): MapIterator<string> {
    return this.#rows().keys()
  }

  *values(): MapIterator<readonly R[]> {
    for (const there of this.#rows().values()) yield listOf(there)
  }

  [Symbol.iterator](): MapIterator<[string, readonly R[]]> {
    return this.entries()
  }
}

const isList = <R>(there: R | readonly R[]): there is readonly R[] => Array.isArray(there)

const listOf = <R>(there: R | readonly R[]): readonly R[] => (isList(there) ? there : Object.freeze([there]))
