/** Converts a row back to a body, from which another version of the document or a clone is created. */
import { freezeTree } from '../../reference/graph/freeze.ts'
import type { Ref } from '../../reference/graph/graph.ts'
import type {
  Attribute,
  MorphByAttribute,
  RelationAttribute,
  ScalarAttribute,
} from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { WriteModel } from '../model.ts'
import type { EntryContext } from './entries.ts'
import { copiedValue } from './stored.ts'
import type { Piece, RowOrDraft, Transaction } from './transaction.ts'

/**
 * Returns the complete content of a row as the body of a write. Links lead to the rows in status `to` of the linked
 * documents. For a clone, `to` is null: links stay unchanged, and components keep their ids in the body.
 */
export function copiedData(
  { transaction, type, model, models, departs }: EntryContext,
  draft: RowOrDraft,
  to: RowOrDraft['status'] | null,
): JsonObject {
  // A clone links only one row in a to-one relation: the row that the original shows. The original may link the draft
  // and the published row.
  const linkedBy = (refs: readonly Ref[], { many }: RelationAttribute): readonly Ref[] =>
    many || to !== null ? linked(refs) : refs.slice(0, 1)
  const linked = (refs: readonly Ref[]): readonly Ref[] =>
    to === null ? refs : counterparts(transaction, refs, draft, type.localized, to)
  const dataOf = (part: Piece, of: WriteModel): { [key: string]: Json } => {
    // Strapi ignores the id of a component in the body of a new row, but shows this id in the details of an error.
    const data: { [key: string]: Json } =
      to === null && part !== draft ? { id: part.id, ...part.values } : { ...part.values }
    for (const [name, { attribute }] of of.attributes) {
      const value = memberOf(part, name, attribute)
      if (value !== undefined) data[name] = value
    }
    return data
  }
  const scalarOf = (value: Json | undefined, attribute: ScalarAttribute): Json | undefined =>
    value === undefined ? undefined : copiedValue(attribute, value, departs)
  const memberOf = (part: Piece, name: string, attribute: Attribute): Json | undefined => {
    switch (attribute.kind) {
      case 'scalar':
        return scalarOf(part.values[name], attribute)
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
        return listed(linkedBy(part.links[name] ?? [], attribute), attribute.many)
      case 'media':
        return listed(part.links[name] ?? [], attribute.many)
      case 'morphTo':
        if (!attribute.many) return (part.links[name] ?? []).map(typed)[0] ?? null
        return linked(part.links[name] ?? []).map(typed)
      case 'morphBy':
        return to === null ? listed(morphsOf(part, attribute), attribute.many) : undefined
    }
  }
  // Strapi reads only the ids of the linked rows here, so that it does not find rows that store the link in a column.
  const morphsOf = ({ links }: Piece, { name, target, by }: MorphByAttribute): readonly Ref[] => {
    const other = transaction.graph.schema.contentTypes.get(target)?.attributes.get(by)
    return other?.kind === 'morphTo' && other.many ? (links[name] ?? []) : []
  }
  return freezeTree(dataOf(draft, model))
}

const listed = (refs: readonly Ref[], isMany: boolean): Json =>
  isMany || refs.length > 0 ? { set: refs.map(({ id }) => id) } : null

const typed = ({ type, id }: Ref): Json => ({ __type: type, id })

/**
 * Returns the rows in status `to` of the documents that a row links. The result omits linked documents that have no
 * row in status `to`.
 */
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
