/**
 * Clones a document. The clone copies one row in each locale of the call: the draft, or the only version in a type
 * without draft & publish. The values that the call passes are merged into the copies.
 */
import type { Ref } from '../../../reference/graph/graph.ts'
import type { RelationAttribute } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { copiedData } from '../../plan/copied.ts'
import { newDocumentId } from '../../plan/documents.ts'
import { checkedData, createRow } from '../../plan/entries.ts'
import type { MutableRow, RowOrDraft } from '../../plan/transaction.ts'
import type { Call } from './call.ts'
import { resolvedMembers } from './merge.ts'
import { rowsOf, uniqueIn } from './params.ts'

/** Creates the rows of the clone. @throws Refused for invalid values. */
export function cloneDocument(call: Call, params: JsonObject, given: JsonObject): readonly MutableRow[] {
  const { type, writing, uid } = call
  const { transaction } = writing
  const documentId = newDocumentId(transaction, uid)
  const sources = rowsOf(call, params).filter(
    ({ status }) => status === (type.draftAndPublish ? 'draft' : 'published'),
  )
  const unchanged = unchangedOnes(call, given)
  return sources.map((source) => {
    const kept = unchanged.filter(({ name }) => (source.links[name] ?? []).length > 0)
    const { createdAt: _created, updatedAt: _updated, ...original } = copiedData(writing, source, null)
    const creators = creatorsOf(call, source)
    const merged = resolvedMembers({ ...original, ...idsOf(creators) }, given)
    const data: JsonObject = Object.fromEntries(
      Object.entries({ ...merged, documentId }).filter(([name]) => kept.every((one) => one.name !== name)),
    )
    const { locale } = source
    const own = {
      id: undefined,
      locale: uniqueIn(call, params, locale),
      source: {
        isLocalized: type.localized,
        locale,
        status: type.draftAndPublish ? ('draft' as const) : null,
      },
    }
    const mode = { isCreation: true, isDraft: type.draftAndPublish }
    const checked = checkedData(writing, data, mode, own)
    const row = createRow(writing, checked, { documentId, locale, status: source.status })
    Object.assign(row.links, creators)
    for (const attribute of kept) copyLinks(call, source, row, attribute)
    return row
  })
}

/** Returns the links of a row to the administrators who created and updated it, by attribute. */
function creatorsOf({ type }: Call, source: RowOrDraft): Readonly<Record<string, readonly Ref[]>> {
  const creators = [...type.attributes.values()].filter(
    (one) => one.kind === 'relation' && one.via === 'creator',
  )
  return Object.fromEntries(creators.map(({ name }) => [name, source.links[name] ?? []]))
}

/** Converts the links of to-one relations to JSON: the id of the first linked row, or null. */
const idsOf = (links: Readonly<Record<string, readonly Ref[]>>): JsonObject =>
  Object.fromEntries(
    Object.entries(links).map(([name, [first]]) => [name, first === undefined ? null : { id: first.id }]),
  )

/**
 * Returns the two-sided one-to-one relations that the call leaves unchanged. In an unchanged relation, the clone
 * links the same rows as the original; a write of the relation would remove the links of the original.
 */
function unchangedOnes({ type, writing }: Call, given: JsonObject): readonly RelationAttribute[] {
  return [...type.attributes.values()].flatMap((attribute): readonly RelationAttribute[] => {
    if (attribute.kind !== 'relation' || attribute.inverse === null || attribute.via !== 'stored') return []
    const isOne = writing.model.attributes.get(attribute.name)?.cardinality === 'oneToOne'
    return isOne && !isChanged(member(given, attribute.name)) ? [attribute] : []
  })
}

/** Adds the links that the original has in a relation to its clone, on both sides of the relation. */
function copyLinks(
  { uid, writing: { transaction } }: Call,
  source: RowOrDraft,
  row: MutableRow,
  { name, inverse }: RelationAttribute,
): void {
  const links = source.links[name] ?? []
  row.links[name] = links
  transaction.touch(row, name)
  if (inverse === null) return
  for (const { type, id } of links) {
    const linked = transaction.edit(type, id)
    linked.links[inverse] = [...(linked.links[inverse] ?? []), { type: uid, id: row.id }]
    transaction.touch(linked, inverse)
  }
}

/**
 * Returns whether the value of a relation in the call changes the relation. An empty `connect` or `disconnect` changes
 * nothing.
 */
function isChanged(value: Json | undefined): boolean {
  if (value === undefined) return false
  if (!isObject(value)) return true
  const words = ['connect', 'disconnect', 'set'].filter((word) => Object.hasOwn(value, word))
  if (words.length === 0 || words.includes('set')) return true
  return words.some((word) => {
    const items = value[word]
    return isList(items) ? items.length > 0 : items !== null && items !== undefined
  })
}
