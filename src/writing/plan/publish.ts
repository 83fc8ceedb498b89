/** A draft → its published row: made anew, with what others linked to the one before. */

import { freezeTree } from '../../reference/graph/freeze.ts'
import type { Ref } from '../../reference/graph/graph.ts'
import type { Attribute } from '../../reference/schema/schema.ts'
import { invariant } from '../../util/invariant.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import type { WriteModel } from '../model.ts'
import type { MutableNode, MutableRow, Piece, RowOrDraft, Transaction } from './desk.ts'
import { partsOf } from './desk.ts'
import { checkedData, createRow, type EntryContext } from './entries.ts'

/** What is put in order behind a published row, after it was answered. */
export interface Published {
  readonly row: MutableRow
  readonly settle: () => void
}

/**
 * Makes the published row of a draft; the one before goes.
 * @throws Refused where the draft is unfinished.
 */
export function publish(
  writing: EntryContext,
  draft: RowOrDraft,
  { losesLinks, uniqueIn }: { readonly losesLinks: boolean; readonly uniqueIn: string | null },
): Published {
  const { desk, type, now } = writing
  const before = versionOf(desk, draft, 'published')
  const incoming = incomingLinks(writing, draft, before)
  const places = otherPlaces(writing, draft, before)
  if (before !== undefined) desk.remove(type.uid, before.id)
  const data = { ...publishedData(writing, draft), publishedAt: now }
  const source = { isLocalized: type.localized, locale: draft.locale, status: 'published' } as const
  const own = { id: undefined, locale: uniqueIn, source }
  const checked = checkedData(writing, data, { isCreation: true, isDraft: false }, own)
  const { documentId, locale } = draft
  desk.cite('write.publish.row')
  const row = createRow(writing, checked, { documentId, locale, status: 'published' })
  for (const { name, ...attribute } of type.attributes.values())
    if (attribute.kind === 'relation' && attribute.via === 'creator')
      row.links[name] = draft.links[name] ?? []
  const settle = (): void => {
    if (losesLinks) return
    if (incoming.length > 0) desk.cite('write.publish.incoming')
    for (const link of incoming) link.restore(row)
    for (const place of places) restorePlace(desk, row, place)
    linkToItself(writing, draft, row)
  }
  return { row, settle }
}

/** The row of the same document and locale with another status. */
export const versionOf = (
  desk: Transaction,
  { uid, documentId, locale }: RowOrDraft,
  status: RowOrDraft['status'],
): RowOrDraft | undefined =>
  desk.document(uid, documentId).find((row) => row.status === status && row.locale === locale)

/** What a draft holds, as a body that says it all: links to the published rows, components without ids. */
function publishedData({ desk, type, model, models }: EntryContext, draft: RowOrDraft): JsonObject {
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
          const isKept = attribute.kind === 'component' || attribute.components.includes(inner.uid)
          if (inside === undefined || !isKept) return []
          const json = dataOf(inner, inside)
          return [attribute.kind === 'zone' ? { __component: inner.uid, ...json } : json]
        })
        return attribute.kind === 'component' && !attribute.many ? (list[0] ?? null) : list
      }
      case 'relation':
        if (attribute.via !== 'stored') return undefined
        return { set: publishedRefs(desk, part.links[name] ?? [], draft, type.localized).map(({ id }) => id) }
      case 'media':
        return { set: (part.links[name] ?? []).map(({ id }) => id) }
      case 'morphTo':
        if (!attribute.many) return undefined
        return publishedRefs(desk, part.links[name] ?? [], draft, type.localized).map(
          (ref): Json => ({ __type: ref.type, id: ref.id }),
        )
      case 'morphBy':
        return undefined
    }
  }
  return freezeTree(dataOf(draft, model))
}

/** Where a draft links, the published rows of the same documents; those that have none are left out. */
function publishedRefs(
  desk: Transaction,
  refs: readonly Ref[],
  draft: RowOrDraft,
  isLocalized: boolean,
): readonly Ref[] {
  if (refs.length > 0) desk.cite('write.publish.links')
  const found = refs.flatMap((ref): Ref[] => {
    const target = desk.row(ref.type, ref.id)
    const type = desk.graph.schema.contentTypes.get(ref.type)
    if (target === undefined || type === undefined) return []
    const locale = !type.localized ? null : isLocalized ? draft.locale : target.locale
    const row = desk
      .document(ref.type, target.documentId)
      .find((other) => other.status === 'published' && other.locale === locale)
    return row === undefined ? [] : [{ type: ref.type, id: row.id }]
  })
  return [...new Map(found.map((ref) => [`${ref.type} ${ref.id}`, ref])).values()]
}

interface Incoming {
  readonly restore: (row: MutableRow) => void
}

/** One-way links of others that lead to the published row, or to a draft that was never published. */
function incomingLinks(
  writing: EntryContext,
  draft: RowOrDraft,
  before: RowOrDraft | undefined,
): readonly Incoming[] {
  const { desk } = writing
  const found: Incoming[] = []
  for (const namer of before === undefined ? [] : desk.linkedTo(before)) {
    if (namer.uid === draft.uid && namer.id === before?.id) continue
    pushAll(found, linksTo(writing, namer, before ?? draft, undefined))
  }
  for (const namer of desk.linkedTo(draft)) {
    const type = desk.graph.schema.contentTypes.get(namer.uid)
    if (type?.draftAndPublish !== true) pushAll(found, linksTo(writing, namer, draft, { not: before }))
  }
  return found
}

const indexOf = (refs: readonly Ref[] | undefined, row: RowOrDraft | undefined): number =>
  (refs ?? []).findIndex(({ type, id }) => type === row?.uid && id === row.id)

/** Links that go where `to` was; with `beside`, behind `to` where the one before is not linked. */
function linksTo(
  writing: EntryContext,
  namer: RowOrDraft,
  to: RowOrDraft,
  beside: { readonly not: RowOrDraft | undefined } | undefined,
): readonly Incoming[] {
  const { desk } = writing
  const found: Incoming[] = []
  const work = desk.edit(namer.uid, namer.id)
  for (const { part, top } of partsOf(work)) {
    for (const name of oneWayNames(writing, part)) {
      const at = indexOf(part.links[name], to)
      if (at < 0 || (beside !== undefined && indexOf(part.links[name], beside.not) >= 0)) continue
      const restore = (row: MutableRow): void => {
        if (desk.row(work.uid, work.id) === undefined) return
        const refs = [...(part.links[name] ?? [])]
        refs.splice(beside === undefined ? at : indexOf(refs, to) + 1, 0, { type: row.uid, id: row.id })
        part.links[name] = refs
        desk.touch(work, top ?? name)
      }
      found.push({ restore })
    }
  }
  return found
}

/** Relations to the type that have no other side. */
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

/** Where the row stood in a list of another. */
interface ListPosition {
  readonly ref: Ref
  readonly name: string
  readonly at: number
  /** The row that it comes behind; undefined where it stands at `at`. */
  readonly behind: number | undefined
}

function otherPlaces(
  { desk, type }: EntryContext,
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
      const list = desk.row(ref.type, ref.id)?.links[name] ?? []
      const at = list.findIndex(({ type: uid, id }) => uid === from.uid && id === from.id)
      return at < 0 ? [] : [{ ref, name, at, behind: before === undefined ? draft.id : undefined }]
    })
  })
}

function restorePlace(desk: Transaction, row: MutableRow, { ref, name, at, behind }: ListPosition): void {
  const target = desk.row(ref.type, ref.id)
  const list = target?.links[name] ?? []
  const isOwn = ({ type, id }: Ref): boolean => type === row.uid && id === row.id
  if (target === undefined || list.length < 2 || !list.some(isOwn)) return
  const others = list.filter((one) => !isOwn(one))
  const beside = others.findIndex(({ type, id }) => type === row.uid && id === behind)
  const place = behind !== undefined && beside >= 0 ? beside + 1 : at
  const work = desk.edit(ref.type, ref.id)
  work.links[name] = [...others.slice(0, place), { type: row.uid, id: row.id }, ...others.slice(place)]
  desk.touch(work, name)
}

/** Links between rows of the same type: of the row to itself, and of others to it whose drafts have them. */
function linkToItself(writing: EntryContext, draft: RowOrDraft, row: MutableRow): void {
  const { desk, type } = writing
  const own: Ref = { type: row.uid, id: row.id }
  for (const attribute of type.attributes.values()) {
    if (attribute.kind !== 'relation' || attribute.via !== 'stored' || attribute.target !== type.uid) continue
    const { name, inverse } = attribute
    const refs = draft.links[name] ?? []
    const isSelf = refs.some((ref) => ref.id === draft.id && ref.type === draft.uid)
    if (isSelf) insertLike(desk, row, name, own, refs, draft)
    for (const other of desk.linkedTo(draft)) {
      if (other.uid !== type.uid || other.id === draft.id) continue
      const isNamed = (other.links[name] ?? []).some((ref) => ref.id === draft.id && ref.type === draft.uid)
      const counterpart = isNamed ? versionOf(desk, other, 'published') : undefined
      if (counterpart === undefined || counterpart.id === row.id) continue
      const work = desk.edit(counterpart.uid, counterpart.id)
      insertLike(desk, work, name, own, other.links[name] ?? [], draft)
      if (inverse !== null) addOther(desk, row, inverse, { type: work.uid, id: work.id })
    }
  }
}

/**
 * Puts a link where the draft has its own: behind those before it that the row has as well. Where the draft has others by
 * now, it comes by its number in the draft, behind the one of the row that has the same.
 */
function insertLike(
  desk: Transaction,
  row: MutableRow,
  name: string,
  ref: Ref,
  like: readonly Ref[],
  draft: RowOrDraft,
): void {
  const before = row.links[name] ?? []
  if (before.some(({ type, id }) => type === ref.type && id === ref.id)) return
  const documentOf = ({ type, id }: Ref): string => `${type} ${desk.row(type, id)?.documentId ?? ''}`
  const own = before.map(documentOf)
  const known = new Set(own)
  const documents = like.map(documentOf)
  const shared = documents.filter((one) => known.has(one))
  const isSameOrder = shared.length === own.length && shared.every((one, at) => one === own[at])
  const place = indexOf(like, draft)
  const ahead = documents.slice(0, Math.max(place, 0)).filter((one) => known.has(one))
  const at = isSameOrder ? ahead.length : place + 1
  row.links[name] = [...before.slice(0, at), ref, ...before.slice(at)]
  desk.touch(row, name)
}

function addOther(desk: Transaction, row: MutableRow, name: string, ref: Ref): void {
  const there = desk.row(row.uid, row.id)
  invariant(there !== undefined, 'a row that was published is there')
  if ((there.links[name] ?? []).some(({ type, id }) => type === ref.type && id === ref.id)) return
  row.links[name] = [...(row.links[name] ?? []), ref]
  desk.touch(row, name)
}
