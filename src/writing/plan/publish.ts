/**
 * Publishes or discards a draft. Both actions create a new row in the other status, in place of the earlier row. Links
 * from other rows to the earlier row then lead to the new row.
 */

import type { Ref } from '../../reference/graph/graph.ts'
import { invariant } from '../../util/invariant.ts'
import { pushAll } from '../../util/push.ts'
import type { MutableNode } from '../change/mutable-copy.ts'
import { copiedData } from './copied.ts'
import { checkedData, createRows, type EntryContext, type NewRow } from './entries.ts'
import type { MutableRow, RowOrDraft, Transaction } from './transaction.ts'
import { partsOf } from './transaction.ts'

/** The new row in the other status, and a function that restores the links of other rows to the new row. */
export interface Published {
  readonly row: MutableRow
  readonly settle: () => void
}

/** The options for copying one version of a document to the other status. */
export interface PublishOptions {
  readonly losesLinks: boolean
  /**
   * The locale in which values must be unique; by default, the locale of the draft. If `uniqueIn` is null, values must
   * be unique among all rows.
   */
  readonly uniqueIn?: string | null | undefined
  /** The status of the new row: `published` (the default) publishes the draft; `draft` discards the draft. */
  readonly to?: RowOrDraft['status']
}

/**
 * Creates the published row of a draft, and removes the earlier published row. With `to: 'draft'`, the function creates
 * a draft from a published row.
 * @throws Refused for an incomplete draft.
 */
export function publish(writing: EntryContext, draft: RowOrDraft, options: PublishOptions): Published {
  const [published] = publishAll(writing, [draft], options)
  invariant(published !== undefined, 'each draft has a published row')
  return published
}

/** Publishes the drafts of several locales at once. @throws Refused for an incomplete draft. */
export function publishAll(
  writing: EntryContext,
  drafts: readonly RowOrDraft[],
  { losesLinks, uniqueIn, to = 'published' }: PublishOptions,
): readonly Published[] {
  const { transaction, type, now } = writing
  const noted = drafts.map((draft) => {
    const before = versionOf(transaction, draft, to)
    return {
      ...{ draft, before },
      incoming: incomingLinks(writing, draft, before),
      places: otherPlaces(writing, draft, before),
    }
  })
  for (const { before } of noted) if (before !== undefined) transaction.remove(type.uid, before.id)
  const isDraft = to === 'draft'
  const items = drafts.map((draft): NewRow => {
    const { documentId, locale } = draft
    const data = { ...copiedData(writing, draft, to), publishedAt: isDraft ? null : now }
    const own = {
      id: undefined,
      locale: uniqueIn === undefined ? locale : uniqueIn,
      source: { isLocalized: type.localized, locale, status: to },
    }
    transaction.cite('write.publish.row')
    return {
      data: checkedData(writing, data, { isCreation: true, isDraft }, own),
      version: { documentId, locale, status: to },
    }
  })
  const rows = createRows(writing, items)
  return noted.flatMap(({ draft, incoming, places }, at): Published[] => {
    const row = rows[at]
    if (row === undefined) return []
    for (const { name, ...attribute } of type.attributes.values())
      if (attribute.kind === 'relation' && attribute.via === 'creator')
        row.links[name] = draft.links[name] ?? []
    const settle = (): void => {
      if (losesLinks) return
      if (incoming.length > 0) transaction.cite('write.publish.incoming')
      for (const one of incoming) one.restore(row)
      for (const place of places) restorePlace(transaction, row, place)
      linkToItself(writing, draft, row)
    }
    return [{ row, settle }]
  })
}

/** Returns the row of the same document and locale that has the status `status`. */
export const versionOf = (
  transaction: Transaction,
  { uid, documentId, locale }: RowOrDraft,
  status: RowOrDraft['status'],
): RowOrDraft | undefined =>
  transaction.document(uid, documentId).find((row) => row.status === status && row.locale === locale)

interface Incoming {
  readonly restore: (row: MutableRow) => void
}

/**
 * Returns the one-way links that publishing must restore: the links to the earlier published row, and the links to
 * the draft alone from types without draft & publish.
 */
function incomingLinks(
  writing: EntryContext,
  draft: RowOrDraft,
  before: RowOrDraft | undefined,
): readonly Incoming[] {
  const { transaction } = writing
  const found: Incoming[] = []
  for (const namer of before === undefined ? [] : transaction.linkedTo(before)) {
    if (namer.uid === draft.uid && namer.id === before?.id) continue
    pushAll(found, linksTo(writing, namer, before ?? draft, undefined))
  }
  for (const namer of transaction.linkedTo(draft)) {
    const type = transaction.graph.schema.contentTypes.get(namer.uid)
    if (type?.draftAndPublish !== true) pushAll(found, linksTo(writing, namer, draft, { unless: before }))
  }
  return found
}

const indexOf = (refs: readonly Ref[] | undefined, row: RowOrDraft | undefined): number =>
  (refs ?? []).findIndex(({ type, id }) => type === row?.uid && id === row.id)

/**
 * Finds links from the row `namer` to the row `to`, and makes functions that insert links to the new row at the same
 * positions. With `behind`, the functions insert the new link after the link to `to`, but only if the list has no link
 * to `unless`.
 */
function linksTo(
  writing: EntryContext,
  namer: RowOrDraft,
  to: RowOrDraft,
  behind: { readonly unless: RowOrDraft | undefined } | undefined,
): readonly Incoming[] {
  const { transaction } = writing
  const found: Incoming[] = []
  const work = transaction.edit(namer.uid, namer.id)
  for (const { part, top } of partsOf(work)) {
    for (const name of oneWayNames(writing, part)) {
      const at = indexOf(part.links[name], to)
      if (at < 0 || (behind !== undefined && indexOf(part.links[name], behind.unless) >= 0)) continue
      const restore = (row: MutableRow): void => {
        if (transaction.row(work.uid, work.id) === undefined) return
        const refs = [...(part.links[name] ?? [])]
        refs.splice(behind === undefined ? at : indexOf(refs, to) + 1, 0, { type: row.uid, id: row.id })
        part.links[name] = refs
        transaction.touch(work, top ?? name)
      }
      found.push({ restore })
    }
  }
  return found
}

/** Returns the names of the relations of a model to the published type that have no inverse attribute. */
function oneWayNames({ models, type }: EntryContext, { uid }: MutableNode): readonly string[] {
  const attributes = [...(models.get(uid)?.attributes.values() ?? [])].map(({ attribute }) => attribute)
  return attributes.flatMap((attribute) =>
    attribute.kind === 'relation' &&
    attribute.via === 'stored' &&
    attribute.inverse === null &&
    attribute.target === type.uid
      ? [attribute.name]
      : [],
  )
}

/** The position of a row in the list of links of another row. */
interface ListPosition {
  readonly ref: Ref
  readonly name: string
  readonly at: number
  /** The id of the row that precedes the position in the list; undefined if the index `at` determines the position. */
  readonly behind: number | undefined
}

function otherPlaces(
  { transaction, type }: EntryContext,
  draft: RowOrDraft,
  before: RowOrDraft | undefined,
): readonly ListPosition[] {
  const from = before ?? draft
  return [...type.attributes.values()].flatMap((attribute): ListPosition[] => {
    if (attribute.kind !== 'relation' || attribute.inverse === null) return []
    const name = attribute.inverse
    const refs =
      before === undefined ? (draft.links[attribute.name] ?? []) : (before.links[attribute.name] ?? [])
    return refs.flatMap((ref): ListPosition[] => {
      const list = transaction.row(ref.type, ref.id)?.links[name] ?? []
      const at = list.findIndex(({ type: uid, id }) => uid === from.uid && id === from.id)
      return at < 0 ? [] : [{ ref, name, at, behind: before === undefined ? draft.id : undefined }]
    })
  })
}

function restorePlace(
  transaction: Transaction,
  row: MutableRow,
  { ref, name, at, behind }: ListPosition,
): void {
  const target = transaction.row(ref.type, ref.id)
  const list = target?.links[name] ?? []
  const isOwn = ({ type, id }: Ref): boolean => type === row.uid && id === row.id
  if (target === undefined || list.length < 2 || !list.some(isOwn)) return
  const others = list.filter((one) => !isOwn(one))
  const found = others.findIndex(({ type, id }) => type === row.uid && id === behind)
  const place = behind !== undefined && found >= 0 ? found + 1 : at
  const work = transaction.edit(ref.type, ref.id)
  work.links[name] = [...others.slice(0, place), { type: row.uid, id: row.id }, ...others.slice(place)]
  transaction.touch(work, name)
}

/**
 * Adds the links of a published row within its content type: its link to itself, and the links from published rows
 * whose drafts link to its draft.
 */
function linkToItself(writing: EntryContext, draft: RowOrDraft, row: MutableRow): void {
  const { transaction, type } = writing
  const own: Ref = { type: row.uid, id: row.id }
  for (const attribute of type.attributes.values()) {
    if (attribute.kind !== 'relation' || attribute.via !== 'stored' || attribute.target !== type.uid) continue
    const { name, inverse } = attribute
    const refs = draft.links[name] ?? []
    const isSelf = refs.some((ref) => ref.id === draft.id && ref.type === draft.uid)
    if (isSelf) insertLike(transaction, row, name, own, refs, draft)
    for (const other of transaction.linkedTo(draft)) {
      if (other.uid !== type.uid || other.id === draft.id) continue
      const isNamed = (other.links[name] ?? []).some((ref) => ref.id === draft.id && ref.type === draft.uid)
      const counterpart = isNamed ? versionOf(transaction, other, row.status) : undefined
      if (counterpart === undefined || counterpart.id === row.id) continue
      const work = transaction.edit(counterpart.uid, counterpart.id)
      insertLike(transaction, work, name, own, other.links[name] ?? [], draft)
      if (inverse !== null) addOther(transaction, row, inverse, { type: work.uid, id: work.id })
    }
  }
}

/**
 * Inserts a link into a list of the published row, after the documents that precede the link in the list of the draft.
 * If the two lists have different orders, the index of the link is its index in the list of the draft plus one.
 */
function insertLike(
  transaction: Transaction,
  row: MutableRow,
  name: string,
  ref: Ref,
  like: readonly Ref[],
  draft: RowOrDraft,
): void {
  const before = row.links[name] ?? []
  if (before.some(({ type, id }) => type === ref.type && id === ref.id)) return
  const documentOf = ({ type, id }: Ref): string => `${type} ${transaction.row(type, id)?.documentId ?? ''}`
  const own = before.map(documentOf)
  const known = new Set(own)
  const documents = like.map(documentOf)
  const shared = documents.filter((one) => known.has(one))
  const isSameOrder = shared.length === own.length && shared.every((one, at) => one === own[at])
  const place = indexOf(like, draft)
  const ahead = documents.slice(0, Math.max(place, 0)).filter((one) => known.has(one))
  const at = isSameOrder ? ahead.length : place + 1
  row.links[name] = [...before.slice(0, at), ref, ...before.slice(at)]
  transaction.touch(row, name)
}

function addOther(transaction: Transaction, row: MutableRow, name: string, ref: Ref): void {
  const there = transaction.row(row.uid, row.id)
  invariant(there !== undefined, 'a published row exists')
  if ((there.links[name] ?? []).some(({ type, id }) => type === ref.type && id === ref.id)) return
  row.links[name] = [...(row.links[name] ?? []), ref]
  transaction.touch(row, name)
}
