/**
 * Compares the target's answer to a request with the reference's answer.
 *
 * The target's answer is equal to the reference's answer if all of these conditions hold:
 *
 * - Both answers have the same status.
 * - Both bodies are the same JSON value. Numbers are compared by value. The order of an object's keys does not matter,
 *   but the order of a list does. A null member is not equal to an absent member. A body that is not JSON is compared
 *   as text.
 * - If the reference sends `content-type`, the target names the same media type. For an answer with status 405,
 *   `allow` names the same methods in both answers. If the reference permits an origin by
 *   `access-control-allow-origin`, the target permits this origin too. Headers other than `content-type`, `allow` and
 *   `access-control-allow-origin` are not compared. If the target cannot report headers, no header is compared.
 *
 * Exceptions:
 *
 * - `ids: 'mapped'`: an `id`, a `documentId`, and the `url`, `hash` and `previewUrl` of a file may differ if one
 *   renaming makes them equal. The renaming of ids is one-to-one, and is the same for all answers of a run. The
 *   renaming maps the ids of each content type or component separately, and all documentIds together. A `url` that
 *   extends or shortens the path in the dataset is not equal, because the target then serves the dataset's file at a
 *   wrong URL. With `ids: 'ignore'`, any two ids, any two documentIds, and any two such values of a file are equal.
 * - `times: 'shape'`: `createdAt`, `updatedAt` and `publishedAt` are equal if both are null, or both are instants in
 *   ISO 8601, UTC, with milliseconds. If the target shows another instant of the dataset, the values are not equal,
 *   because this instant belongs to another row or attribute.
 * - If the profile's database returns the links of a relation in unspecified order, the order of linked entries does
 *   not matter, provided that their ids are equal on both servers.
 * - `errors: 'name'` compares only the status and the name of an error. `errors: 'exact'` also compares message and
 *   details, unless the real server has no message because it fails with status 500.
 */

import { vercelStegaDecode, vercelStegaSplit } from '@vercel/stega'
import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType, Schema } from '../../reference/schema/schema.ts'
import type { LinkKind } from '../../reference/strapi/databases/database.ts'
import { isObject, type Json, member } from '../../util/json.ts'
import { pageOf } from '../bodies/answer.ts'
import type { Answer } from '../target/target.ts'
import { type Difference, type EqualityByPlace, firstDifference, literalDifference } from './difference.ts'
import { headerDifference } from './headers.ts'
import {
  DOCUMENT_ID_SPACE,
  isInstant,
  itemMeaning,
  type Meaning,
  memberMeaning,
  UPLOAD_URL_SPACE,
} from './meaning.ts'
import { type Draft, draftOf, type Name, type NamePair, type Renaming } from './renaming.ts'

/**
 * The maximum length of a found text whose source map the comparison decodes, as a multiple of the expected text's
 * length.
 */
const MAX_SOURCE_MAP_GROWTH = 4

export type IdMode = 'exact' | 'mapped' | 'ignore'
export type TimeMode = 'exact' | 'shape'
export type ErrorMode = 'exact' | 'name'

export interface Equality {
  readonly ids: IdMode
  readonly times: TimeMode
  readonly schema: Schema
  readonly renaming: Renaming
  /**
   * The instants of all entries in the dataset. An answer must not show one instant of the dataset in place of another
   * instant. By default, the set is empty.
   */
  readonly instants?: ReadonlySet<Json>
  /** The kinds of links between rows that the profile's database returns in unspecified order. */
  readonly loose: readonly LinkKind[]
}

export interface AnswerComparison {
  /** The first difference between the answers; null if the answers are equal. */
  readonly difference: Difference | null
  /**
   * The pairs that this comparison has found: an id or another name in the expected answer, and its counterpart in the
   * found answer. The caller stores the pairs only if the answers are equal.
   */
  readonly pairs: readonly NamePair[]
}

/**
 * Finds the first difference between two answers. The parameter `type` is the requested content type, if the request
 * is for entries. With `errors: 'name'`, compares only the status and the name of an error.
 */
export function compareAnswers(
  expected: Answer,
  found: Answer,
  { type, errors }: { readonly type: ContentType | undefined; readonly errors: ErrorMode },
  equality: Equality,
): AnswerComparison {
  const draft = draftOf(equality.renaming)
  const result = (difference: Difference | null): AnswerComparison => ({ difference, pairs: draft.pairs() })
  if (expected.status !== found.status)
    return result({ path: 'status', expected: expected.status, found: found.status })
  const headers = headerDifference(expected, found)
  if (headers !== null) return result(headers)
  const [left, right] =
    errors === 'name' ? [nameOnly(expected.body), nameOnly(found.body)] : [expected.body, found.body]
  const meaning: Meaning = type === undefined ? { kind: 'plain' } : { kind: 'body', type }
  const first = firstDifference(left, right, meaning, placesOf(equality, draft))
  return result(first === null ? null : ofTotal(withMembers(first, left, right), left, right))
}

const PAGE_COUNT = '/meta/pagination/pageCount'

/** Returns the difference in `total` in place of that in `pageCount`, because a wrong total makes both wrong. */
function ofTotal(first: Difference, expected: Json, found: Json): Difference {
  if (first.path !== PAGE_COUNT) return first
  const [ours, theirs] = [expected, found].map((body) => pageOf(body)?.['total'])
  return ours === theirs ? first : { path: '/meta/pagination/total', expected: ours, found: theirs }
}

/** Adds the differences in the other members of an error to the difference in one of its members. */
function withMembers(first: Difference, expected: Json, found: Json): Difference {
  const [ours, theirs] = [expected, found].map((body) => (isObject(body) ? body['error'] : undefined))
  if (!isObject(ours) || !isObject(theirs) || !first.path.startsWith('/error/')) return first
  const others = Object.keys(ours).flatMap((name): Difference[] => {
    const at = `/error/${name}`
    const other = literalDifference(ours[name], member(theirs, name))
    return other === null || first.path.startsWith(at) ? [] : [{ ...other, path: `${at}${other.path}` }]
  })
  return others.length === 0 ? first : { ...first, others }
}

const placesOf = (equality: Equality, draft: Draft): EqualityByPlace<Meaning> => ({
  item: itemMeaning,
  member: (meaning, key, owner) => memberMeaning(meaning, key, owner, equality.schema),
  aligned: (expected, found, meaning) =>
    meaning.kind === 'linked' && meaning.link !== null && equality.loose.includes(meaning.link)
      ? inOrderOf(expected, found)
      : found,
  areEqual: (expected, found, meaning) => equalLeaves(expected, found, meaning, equality, draft),
})

/**
 * Sorts the found entries of a list in the order of the expected entries. Returns `found` unchanged if it contains an
 * entry more often than the expected list.
 */
function inOrderOf(expected: readonly Json[], found: readonly Json[]): readonly Json[] {
  const left = new Map<string, Json[]>()
  for (const entry of found) {
    const key = keyOf(entry)
    const known = left.get(key)
    if (known === undefined) left.set(key, [entry])
    else known.push(entry)
  }
  const ordered = expected.flatMap((entry) => left.get(keyOf(entry))?.shift() ?? [])
  return ordered.length === found.length ? ordered : found
}

const keyOf = (entry: Json): string => (isObject(entry) ? JSON.stringify([entry['id'], entry['__type']]) : '')

/** Removes message and details from the error in a response body. */
function nameOnly(body: Json): Json {
  const error = isObject(body) ? body['error'] : undefined
  if (!isObject(body) || !isObject(error)) return body
  return { ...body, error: { status: error['status'] ?? null, name: error['name'] ?? null } }
}

function equalLeaves(
  expected: Json | undefined,
  found: Json | undefined,
  meaning: Meaning,
  equality: Equality,
  draft: Draft,
): boolean {
  if (meaning.kind === 'name' && isName(expected) && typeof found === typeof expected && isName(found))
    return equalNames({ space: meaning.space, reference: expected, target: found }, equality, draft)
  if (meaning.kind === 'instant' && equality.times === 'shape' && isInstantText(expected))
    return expected === found || (isInstantText(found) && equality.instants?.has(found ?? null) !== true)
  if (expected === found) return true
  if (meaning.kind === 'error id' && equality.ids !== 'exact') return typeof expected === typeof found
  if (equality.ids === 'exact' || typeof expected !== 'string' || typeof found !== 'string') return false
  if (meaning.kind === 'error') return equalErrorTexts(expected, found, equality)
  return equalSourceMaps(expected, found, equality, draft)
}

const isName = (json: Json | undefined): json is Name => typeof json === 'string' || typeof json === 'number'

/** Returns all instants in the entries of a dataset. */
export const instantsOf = ({ tables }: Graph): ReadonlySet<Json> =>
  new Set(
    [...tables.values()].flatMap(({ rows }) =>
      rows.flatMap(({ values }) =>
        Object.keys(values).flatMap((name) => (isInstant(name) ? [values[name] ?? null] : [])),
      ),
    ),
  )

/**
 * Returns whether a value is a text such as `2024-01-01T00:00:00.000Z`, which is the reference's format of an instant.
 */
export const isInstantText = (json: Json | undefined): boolean =>
  typeof json === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(json)

function equalNames(pair: NamePair, { ids }: Equality, draft: Draft): boolean {
  switch (ids) {
    case 'exact':
      return pair.reference === pair.target
    case 'mapped':
      return !isExtended(pair) && draft.pair(pair)
    case 'ignore':
      return true
  }
}

/**
 * Returns whether one of two URLs of an upload contains the other, if the reference's URL is a path. The target then
 * adds an origin, for example, or shows only a part of the path.
 */
const isExtended = ({ space, reference, target }: NamePair): boolean =>
  space === UPLOAD_URL_SPACE &&
  reference !== target &&
  String(reference).startsWith('/') &&
  (String(target).includes(String(reference)) || String(reference).includes(String(target)))

/**
 * Compares two error messages after translating documentIds. Two messages that list the same components in another
 * order are equal.
 */
function equalErrorTexts(expected: string, found: string, { renaming }: Equality): boolean {
  const named = expected.replace(/[a-z][a-z0-9]{23}/g, (name) =>
    String(renaming.toTarget(DOCUMENT_ID_SPACE, name) ?? name),
  )
  return normalizedMessage(named) === normalizedMessage(found)
}

/**
 * The beginning of an error message that lists row ids without their content types. The check cannot translate the ids
 * in such a message.
 */
const UNKNOWN_ROWS = 'There was a problem connecting relation with id '

const LISTED = '__component must be one of the following values: '

function normalizedMessage(text: string): string {
  if (text.startsWith(UNKNOWN_ROWS)) return text.replace(/\d+/g, '#')
  const [before, list] = text.split(LISTED, 2)
  return list === undefined ? text : `${before}${LISTED}${list.split(', ').sort().join(', ')}`
}

/**
 * Compares two texts with encoded source maps. A source map contains a documentId, which may differ between servers.
 */
function equalSourceMaps(expected: string, found: string, equality: Equality, draft: Draft): boolean {
  const left = sourceOf(expected)
  if (left === undefined || found.length > MAX_SOURCE_MAP_GROWTH * expected.length) return false
  const right = sourceOf(found)
  if (right === undefined) return false
  const { documentId: reference, ...rest } = left
  const { documentId: target, ...other } = right
  if (JSON.stringify(rest) !== JSON.stringify(other) || reference === undefined || target === undefined)
    return false
  return equalNames({ space: DOCUMENT_ID_SPACE, reference, target }, equality, draft)
}

/** Returns whether a text contains a source map, which encodes the documentId of an entry. */
export const hasSourceMap = (text: string): boolean => vercelStegaSplit(text).encoded !== ''

/** Returns the decoded source map in a text; undefined if the text contains no readable source map. */
function sourceOf(text: string): Record<string, string> | undefined {
  try {
    const { cleaned, encoded } = vercelStegaSplit(text)
    if (encoded === '') return undefined
    const source = vercelStegaDecode<{ strapiSource?: unknown } | null>(text)?.strapiSource
    if (typeof source !== 'string') return undefined
    return { ...Object.fromEntries(new URLSearchParams(source)), '': cleaned }
  } catch {
    return undefined
  }
}
