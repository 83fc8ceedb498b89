/**
 * When two answers are equal.
 *
 * The answer of the target is equal to the answer of the reference if all of this holds:
 *
 * - The status is the same.
 * - The body is the same JSON value. Numbers are compared as numbers, the order of an object's keys does not
 *   count, the order of a list does; a member that is null is not a member that is absent. A body that is no
 *   JSON is compared as text.
 * - Where the reference answers with a `content-type`, the target's names the same media type. Where it
 *   answers 405, the target's `allow` names the same methods. Where it lets an origin read, so does the
 *   target. Other headers are not looked at, and none is where the target has no way to tell its headers.
 * - Except that:
 *   - `ids: 'mapped'`: an `id`, a `documentId`, and the `url`, `hash` and `previewUrl` of a file may be
 *     others, if one renaming makes them equal: one to one, for ids in each content type and component by
 *     itself, for documentIds all together, and the same in all answers of a run. `ids: 'ignore'`: any of
 *     them is equal to any other of its kind.
 *   - `times: 'shape'`: `createdAt`, `updatedAt` and `publishedAt` of two entries are equal if both are null
 *     or both are instants as ISO 8601 in UTC with milliseconds.
 *   - Where the database of the profile links entries in no order of its own, the same entries are equal in
 *     any, as long as ids are compared as they are.
 *   - `errors: 'name'`: of an error only status and name are compared. With `errors: 'exact'` also message
 *     and details, but for those errors that the real server has no words for because it fails with status
 *     500.
 */

import { vercelStegaDecode, vercelStegaSplit } from '@vercel/stega'
import type { ContentType, Schema } from '../../reference/schema/schema.ts'
import type { LinkKind } from '../../reference/strapi/databases/database.ts'
import { isObject, type Json } from '../../util/json.ts'
import type { Answer } from '../target/target.ts'
import { type Difference, type EqualityByPlace, firstDifference } from './difference.ts'
import { headerDifference } from './headers.ts'
import { DOCUMENT_ID_SPACE, itemMeaning, type Meaning, memberMeaning } from './meaning.ts'
import { type Draft, draftOf, type Name, type NamePair, type Renaming } from './renaming.ts'

/** A text that is so many times as long as the expected one is not looked into. */
const MAX_SOURCED = 4

export type IdMode = 'exact' | 'mapped' | 'ignore'
export type TimeMode = 'exact' | 'shape'
export type ErrorMode = 'exact' | 'name'

export interface Equality {
  readonly ids: IdMode
  readonly times: TimeMode
  readonly schema: Schema
  readonly renaming: Renaming
  /** Lists that come in any order. */
  readonly loose: readonly LinkKind[]
}

export interface EqualityOptions {
  /** null where the answers are equal. */
  readonly difference: Difference | null
  /** The names that this comparison has paired; to be kept only if the answers are equal. */
  readonly pairs: readonly NamePair[]
}

/**
 * The first place at which the target's answer differs from the reference's, if there is one. `type` is that
 * of the entries asked for, if any were; with `errors: 'name'` only status and name of an error count.
 */
export function compareAnswers(
  expected: Answer,
  found: Answer,
  { type, errors }: { readonly type: ContentType | undefined; readonly errors: ErrorMode },
  equality: Equality,
): EqualityOptions {
  const draft = draftOf(equality.renaming)
  const result = (difference: Difference | null): EqualityOptions => ({ difference, pairs: draft.pairs() })
  if (expected.status !== found.status)
    return result({ path: 'status', expected: expected.status, found: found.status })
  const headers = headerDifference(expected, found)
  if (headers !== null) return result(headers)
  const [left, right] =
    errors === 'name' ? [nameOnly(expected.body), nameOnly(found.body)] : [expected.body, found.body]
  const meaning: Meaning = type === undefined ? { kind: 'plain' } : { kind: 'body', type }
  return result(firstDifference(left, right, meaning, placesOf(equality, draft)))
}

const placesOf = (equality: Equality, draft: Draft): EqualityByPlace<Meaning> => ({
  item: itemMeaning,
  member: (meaning, key, owner) => memberMeaning(meaning, key, owner, equality.schema),
  arranged: (expected, found, meaning) =>
    meaning.kind === 'linked' && meaning.link !== null && equality.loose.includes(meaning.link)
      ? inOrderOf(expected, found)
      : found,
  areEqual: (expected, found, meaning) => equalLeaves(expected, found, meaning, equality, draft),
})

/** The same entries in the order of those expected; as they are where they are others. */
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

/** An error without its message and details. */
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
    return isInstantText(found)
  if (expected === found) return true
  if (meaning.kind === 'told id' && equality.ids !== 'exact') return typeof expected === typeof found
  if (equality.ids === 'exact' || typeof expected !== 'string' || typeof found !== 'string') return false
  if (meaning.kind === 'told') return equalTold(expected, found, equality)
  return equalSourceMaps(expected, found, equality, draft)
}

const isName = (json: Json | undefined): json is Name => typeof json === 'string' || typeof json === 'number'

/** Whether a value is an instant as the reference writes it. */
export const isInstantText = (json: Json | undefined): boolean =>
  typeof json === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(json)

function equalNames(pair: NamePair, { ids }: Equality, draft: Draft): boolean {
  switch (ids) {
    case 'exact':
      return pair.reference === pair.target
    case 'mapped':
      return draft.pair(pair)
    case 'ignore':
      return true
  }
}

/** The documents that a text mentions are called by other names in the target; a list of components comes in any order. */
function equalTold(expected: string, found: string, { renaming }: Equality): boolean {
  const named = expected.replace(/[a-z][a-z0-9]{23}/g, (name) =>
    String(renaming.toTarget(DOCUMENT_ID_SPACE, name) ?? name),
  )
  return inOneOrder(named) === inOneOrder(found)
}

/** Where the rows are told by their ids, nobody knows of which type these are. */
const OF_ROWS = 'There was a problem connecting relation with id '

const LISTED = '__component must be one of the following values: '

function inOneOrder(text: string): string {
  if (text.startsWith(OF_ROWS)) return text.replace(/\d+/g, '#')
  const [before, list] = text.split(LISTED, 2)
  return list === undefined ? text : `${before}${LISTED}${list.split(', ').sort().join(', ')}`
}

/** A text that carries where it is from names a document, which the target calls by another name. */
function equalSourceMaps(expected: string, found: string, equality: Equality, draft: Draft): boolean {
  const left = sourceOf(expected)
  if (left === undefined || found.length > MAX_SOURCED * expected.length) return false
  const right = sourceOf(found)
  if (right === undefined) return false
  const { documentId: reference, ...rest } = left
  const { documentId: target, ...other } = right
  if (JSON.stringify(rest) !== JSON.stringify(other) || reference === undefined || target === undefined)
    return false
  return equalNames({ space: DOCUMENT_ID_SPACE, reference, target }, equality, draft)
}

/** undefined for a text that carries nothing, or what cannot be read. */
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
