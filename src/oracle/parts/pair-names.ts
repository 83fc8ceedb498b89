/**
 * Pairs the ids of the reference with the ids of the target before the check compares answers. Lists the entries of
 * each content type on both servers, and matches these entries by their content. Without these pairs, a wrong order of
 * entries could look like other ids.
 */

import { may } from '../../reference/access.ts'
import type { Role } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { type JsonMapping, mapJson } from '../bodies/map-json.ts'
import { DOCUMENT_ID_SPACE, INSTANT_SPACE, idSpace, isInstant } from '../compare/meaning.ts'
import { draftOf, type Renaming } from '../compare/renaming.ts'
import { ask, type Session } from '../exchange/session.ts'
import type { WireRequest } from '../target/target.ts'

/** The maximum number of pages that the check reads of each list of entries to pair ids. */
const MAX_PAGES = 10

/**
 * Pairs the ids of every `api::` content type whose entries the public role or the role of some token may list. The ids
 * of other content types stay unpaired.
 */
export async function pairNames(session: Session): Promise<void> {
  const { graph } = session.reference
  for (const type of graph.schema.contentTypes.values()) {
    const headers = credentials(session, type)
    if (!type.uid.startsWith('api::') || headers === undefined) continue
    for (const query of queriesFor(session, type)) await readPages(session, type, query, headers)
  }
}

/**
 * Returns the request headers to list the entries of a content type. If the public role may list the entries, the
 * headers contain no token. Otherwise, they contain the first token whose role may list the entries. The result is
 * undefined if no role may.
 */
function credentials({ reference }: Session, type: ContentType): WireRequest['headers'] | undefined {
  const { roles, publicRole, tokens } = reference.graph.access
  const isOpen = (role: Role | undefined): boolean => role !== undefined && may(role, type.uid, 'find')
  if (isOpen(roles.get(publicRole))) return {}
  const token = [...tokens].find(([, name]) => isOpen(roles.get(name)))?.[0]
  return token === undefined ? undefined : { authorization: `Bearer ${token}` }
}

function queriesFor({ reference }: Session, type: ContentType): readonly string[] {
  // If a server has no drafts, both queries return published rows.
  const statuses = type.draftAndPublish ? ['status=published', 'status=draft'] : ['']
  const codes = reference.graph.locales.codes.map(({ code }) => code)
  const all = type.kind === 'singleType' ? codes : ['*']
  const locales = type.localized ? all.map((code) => `locale=${encodeURIComponent(code)}`) : ['']
  return statuses.flatMap((status) => locales.map((locale) => [status, locale].filter(Boolean).join('&')))
}

async function readPages(
  session: Session,
  type: ContentType,
  query: string,
  headers: WireRequest['headers'],
): Promise<void> {
  const { prefix, maxLimit } = session.reference.graph.settings
  const isSingle = type.kind === 'singleType'
  const path = `${prefix}/${isSingle ? type.singularName : type.pluralName}`
  const size = Math.min(100, maxLimit ?? 100)
  for (let page = 1; page <= MAX_PAGES; page++) {
    const paging = isSingle ? '' : `pagination[page]=${page}&pagination[pageSize]=${size}`
    const url = `${path}?${[query, paging].filter(Boolean).join('&')}`
    const result = await ask(session, { method: 'GET', url, headers })
    if (result.kind === 'skipped' || result.outcome.kind === 'failed') return
    const expected = entriesOf(result.referenced.answer.body)
    pairSame(session, type, expected, entriesOf(result.outcome.answer.body))
    if (isSingle || expected.length < size) return
  }
}

function entriesOf(body: Json): readonly JsonObject[] {
  const data = isObject(body) ? body['data'] : undefined
  return (isList(data) ? data : [data]).filter(isObject)
}

/**
 * Pairs each entry of the reference with the target's entry of the same content. If several entries have equal
 * content, pairs those with the same documentId, and all others in list order, provided that both lists contain equally
 * many of them.
 */
function pairSame(
  { equality }: Session,
  type: ContentType,
  expected: readonly JsonObject[],
  found: readonly JsonObject[],
): void {
  const contentOf = (entry: JsonObject): string | undefined => content(entry, equality.times === 'exact')
  const theirs = groupBy(found, contentOf)
  for (const [key, ours] of groupBy(expected, contentOf)) {
    const same = theirs.get(key) ?? []
    if (same.length !== ours.length) continue
    for (const [at, entry] of ours.entries()) {
      const other = same.find(({ documentId }) => documentId === entry['documentId']) ?? same[at]
      if (other !== undefined) pairEntries(entry, other)
    }
  }

  function pairEntries(reference: JsonObject, target: JsonObject): void {
    const draft = draftOf(equality.renaming)
    const spaces = { id: idSpace(type), documentId: DOCUMENT_ID_SPACE }
    const isAccepted = Object.entries(spaces).every(([key, space]) => {
      const [left, right] = [reference[key], target[key]]
      const areNames = typeof left === typeof right && (typeof left === 'number' || typeof left === 'string')
      return areNames && draft.pair({ space, reference: left, target: nameOf(right) })
    })
    if (isAccepted) equality.renaming.commit(draft.pairs())
    recordInstants(equality.renaming, reference, target)
  }
}

/** Groups items by key, and leaves out items without a key. */
function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Records the pairs of instants (`createdAt`, `updatedAt`, `publishedAt`) in two paired entries. */
function recordInstants(renaming: Renaming, reference: JsonObject, target: JsonObject): void {
  for (const [key, ours] of Object.entries(reference)) {
    const theirs = target[key]
    if (!isInstant(key) || typeof ours !== 'string' || typeof theirs !== 'string') continue
    renaming.commit([{ space: INSTANT_SPACE, reference: ours, target: theirs }])
  }
}

const nameOf = (json: Json | undefined): number | string => (typeof json === 'number' ? json : String(json))

/**
 * Returns the content of an entry as text, without ids and with sorted keys. If `withInstants` is false, the text
 * contains only whether each instant is null, so that a draft still differs from its published row. The result is
 * undefined for an entry that is nested too deeply for the stack.
 */
function content(entry: JsonObject, withInstants: boolean): string | undefined {
  const kept = Object.entries(entry)
    .filter(([key]) => key !== 'id' && key !== 'documentId')
    .map(([key, value]) => [key, isInstant(key) && !withInstants ? value !== null : value] as const)
  try {
    return JSON.stringify(mapJson(Object.fromEntries(kept), undefined, SORTED_KEYS))
  } catch {
    return undefined
  }
}

const SORTED_KEYS: JsonMapping<undefined> = {
  item: () => undefined,
  member: () => undefined,
  leaf: (json) => json,
  keys: (owner) => Object.keys(owner).sort(),
}
