/** Converts a row back to a body, from which another version of the document or a clone is created. */
import { freezeTree } from '../../reference/graph/freeze.ts'
import type { Ref } from '../../reference/graph/graph.ts'
import type { Attribute } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { WriteModel } from '../model.ts'
import type { EntryContext } from './entries.ts'
import type { Piece, RowOrDraft, Transaction } from './transaction.ts'

/**
 * Returns the complete content of a row as a body; its components have no ids. Links lead to the rows in status `to` of
 * the linked documents; if `to` is null, links stay unchanged.
 */
export function copiedData(
  { transaction, type, model, models }: EntryContext,
  draft: RowOrDraft,
  to: RowOrDraft['status'] | null,
): JsonObject {
  const linked = (refs: readonly Ref[]): readonly Ref[] =>
    to === null ? refs : counterparts(transaction, refs, draft, type.localized, to)
  const dataOf = (part: Piece, of: WriteModel): { [key: string]: Json } => {
    const data: { [key: string]: Json } = { ...part.values }
    for (const [name, { attribute }] of of.attributes) {
      const value = memberOf(part, name, attribute)
      if (value !== undefined) data[name] = value
    }
    return data
  }
  const memberOf = (part: Piece, name: string, attribute: Attribute): Json | undefined => {
    switch (attribute.kind) {
      case 'scalar':
        return part.values[name]
      case 'component':
      case 'zone': {
        const list = (part.components[name] ?? []).flatMap((inner): Json[] => {
          const inside = models.get(inner.uid)
          const isListed = attribute.kind === 'component' || attribute.components.includes(inner.uid)
          if (inside === undefined || !isListed) return []
          const json = dataOf(inner, inside)
          return [attribute.kind === 'zone' ? { __component: inner.uid, ...json } : json]
        })
        return attribute.kind === 'component' && !attribute.many ? (list[0] ?? null) : list
      }
      case 'relation':
        if (attribute.via !== 'stored') return undefined
        return { set: linked(part.links[name] ?? []).map(({ id }) => id) }
      case 'media':
        return { set: (part.links[name] ?? []).map(({ id }) => id) }
      case 'morphTo':
        if (!attribute.many) return (part.links[name] ?? []).map(typed)[0] ?? null
        return linked(part.links[name] ?? []).map(typed)
      case 'morphBy': {
        if (to !== null) return undefined
        const ids = (part.links[name] ?? []).map(({ id }) => id)
        return attribute.many ? ids : (ids[0] ?? null)
      }
    }
  }
  return freezeTree(dataOf(draft, model))
}

const typed = ({ type, id }: Ref): Json => ({ __type: type, id })

/** Returns the rows in status `to` of the linked documents. A document without a row in the status `to` is omitted. */
function counterparts(
  transaction: Transaction,
  refs: readonly Ref[],
  draft: RowOrDraft,
  isLocalized: boolean,
  to: RowOrDraft['status'],
): readonly Ref[] {
  if (refs.length > 0) transaction.cite('write.publish.links')
  const found = refs.flatMap((ref): Ref[] => {
    const target = transaction.row(ref.type, ref.id)
    const type = transaction.graph.schema.contentTypes.get(ref.type)
    if (target === undefined || type === undefined) return []
    const locale = !type.localized ? null : isLocalized ? draft.locale : target.locale
    const row = transaction
      .document(ref.type, target.documentId)
      .find((other) => other.status === (type.draftAndPublish ? to : 'published') && other.locale === locale)
    return row === undefined ? [] : [{ type: ref.type, id: row.id }]
  })
  return [...new Map(found.map((ref) => [`${ref.type} ${ref.id}`, ref])).values()]
}
