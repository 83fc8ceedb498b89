/** Functions that change the lists of links of rows and components. */

import type { Ref } from '../../reference/graph/graph.ts'
import type { WrittenUse } from '../change/file-uses.ts'
import type { MutableNode } from '../change/mutable-copy.ts'
import { type MutableRow, partsOf, type Transaction } from './transaction.ts'

/** The holder of links: a row, or a component that an attribute of the row contains. */
export interface Holder {
  readonly row: MutableRow
  readonly part: MutableNode
  readonly top: string | undefined
  /** Whether the row or component is new, so that it has no links yet. */
  readonly isNew: boolean
}

/** Returns the links of an attribute of a row or component. */
export const linksOf = ({ part }: Holder, name: string): readonly Ref[] => part.links[name] ?? []

/** Replaces the links of an attribute of a row or component. */
export function setLinks(
  transaction: Transaction,
  { row, part, top }: Holder,
  name: string,
  refs: readonly Ref[],
): void {
  part.links[name] = refs
  transaction.touch(row, top ?? name)
}

/** Returns whether two references name the same row. */
export const sameRow = (a: Ref, b: Ref): boolean => a.type === b.type && a.id === b.id
/** Returns whether a list of references contains a row. */
export const has = (refs: readonly Ref[], ref: Ref): boolean => refs.some((one) => sameRow(one, ref))

/** Removes a link to a row from an attribute of another row. */
export function dropOther(transaction: Transaction, ref: Ref, name: string, own: Ref): void {
  const target = transaction.row(ref.type, ref.id)
  const refs = target?.links[name] ?? []
  if (!has(refs, own)) return
  const work = transaction.edit(ref.type, ref.id)
  work.links[name] = refs.filter((one) => !sameRow(one, own))
  transaction.touch(work, name)
}

/** Yields, in order, the uses of uploaded files that a transaction set and that still exist at its end. */
export function* usesSetBy(transaction: Transaction): Generator<WrittenUse> {
  for (const { row, part, name, files } of transaction.writtenMedia) {
    if (transaction.row(row.uid, row.id) !== row || ![...partsOf(row)].some((one) => one.part === part))
      continue
    const links = part.links[name] ?? []
    for (const { id: file } of files) {
      const at = links.findIndex(({ id }) => id === file)
      if (at >= 0) yield { file, position: at + 1, json: { __type: part.uid, id: part.id, field: name } }
    }
  }
}
