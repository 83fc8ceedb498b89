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
 *   - `errors: 'name'`: of an error only status and name are compared. With `errors: 'exact'` also message
 *     and details, but for those errors that the real server has no words for because it fails with status
 *     500.
 */

import { vercelStegaDecode, vercelStegaSplit } from '@vercel/stega'
import { isList, isObject, type Json, type JsonObject } from '../../ground/json.ts'
import { pointerTo } from '../../ground/pointer.ts'
import type { ContentType, Schema } from '../../reference/schema/schema.ts'
import type { SuiteAnswer } from '../suite/suite.ts'
import type { Departure } from './difference.ts'
import { headerDifference } from './headers.ts'
import { DOCUMENT_ID_SPACE, itemPosition, memberPosition, type Position } from './meaning.ts'
import { type Draft, draftOf, type Name, type Pair, type Renaming } from './renaming.ts'

export type IdMode = 'exact' | 'mapped' | 'ignore'
export type TimeMode = 'exact' | 'shape'
export type ErrorMode = 'exact' | 'name'

export interface Equality {
  readonly ids: IdMode
  readonly times: TimeMode
  readonly schema: Schema
  readonly renaming: Renaming
}

/** What the answers are to: entries of a type, or anything else. */
export interface Compared {
  readonly type: ContentType | undefined
  /** Whether of an error only status and name count. */
  readonly onlyErrorName: boolean
}

export interface Comparison {
  /** null where the answers are equal. */
  readonly difference: Departure | null
  /** The names that this comparison has paired; to be kept only if the answers are equal. */
  readonly pairs: readonly Pair[]
}

interface Task {
  readonly path: string
  readonly expected: Json | undefined
  readonly found: Json | undefined
  readonly position: Position
}

/** The first place at which the target's answer differs from the reference's, if there is one. */
export function compareAnswers(
  expected: SuiteAnswer,
  found: SuiteAnswer,
  { type, onlyErrorName }: Compared,
  equality: Equality,
): Comparison {
  const draft = draftOf(equality.renaming)
  const result = (difference: Departure | null): Comparison => ({ difference, pairs: draft.pairs() })
  if (expected.status !== found.status)
    return result({ path: 'status', expected: expected.status, found: found.status })
  const headers = headerDifference(expected, found)
  if (headers !== null) return result(headers)
  const [left, right] = onlyErrorName
    ? [nameOnly(expected.body), nameOnly(found.body)]
    : [expected.body, found.body]
  const position: Position = type === undefined ? { kind: 'plain' } : { kind: 'body', type }
  return result(firstDifference({ path: '', expected: left, found: right, position }, equality, draft))
}

/** An error without its message and details. */
function nameOnly(body: Json): Json {
  const error = isObject(body) ? body['error'] : undefined
  if (!isObject(body) || !isObject(error)) return body
  return { ...body, error: { status: error['status'] ?? null, name: error['name'] ?? null } }
}

/** Without recursion: answers may be thousands of levels deep. */
function firstDifference(whole: Task, equality: Equality, draft: Draft): Departure | null {
  const left: Task[] = [whole]
  for (let task = left.pop(); task !== undefined; task = left.pop()) {
    const children = compareLevel(task, equality, draft)
    if (children === 'different') return { path: task.path, expected: task.expected, found: task.found }
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at]
      if (child !== undefined) left.push(child)
    }
  }
  return null
}

/** What is left to compare, one level down. */
function compareLevel(task: Task, equality: Equality, draft: Draft): readonly Task[] | 'different' {
  const { expected, found, position } = task
  if (isList(expected) && isList(found)) return itemsOf(task, expected, found)
  if (isObject(expected) && isObject(found)) return membersOf(task, expected, found, equality.schema)
  return equalLeaves(expected, found, position, equality, draft) ? [] : 'different'
}

function itemsOf(
  { path, position }: Task,
  expected: readonly Json[],
  found: readonly Json[],
): readonly Task[] {
  return Array.from({ length: Math.max(expected.length, found.length) }, (_, at) => ({
    path: `${path}/${at}`,
    expected: expected[at],
    found: found[at],
    position: itemPosition(position),
  }))
}

function membersOf(
  { path, position }: Task,
  expected: JsonObject,
  found: JsonObject,
  schema: Schema,
): readonly Task[] {
  const keys = new Set([...Object.keys(expected), ...Object.keys(found)])
  return [...keys].map((key) => ({
    path: pointerTo(path, key),
    expected: own(expected, key),
    found: own(found, key),
    position: memberPosition(position, key, expected, schema),
  }))
}

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined

function equalLeaves(
  expected: Json | undefined,
  found: Json | undefined,
  position: Position,
  equality: Equality,
  draft: Draft,
): boolean {
  if (position.kind === 'name' && isName(expected) && typeof found === typeof expected && isName(found))
    return equalNames({ space: position.space, reference: expected, target: found }, equality, draft)
  if (position.kind === 'instant' && equality.times === 'shape' && isInstantText(expected))
    return isInstantText(found)
  if (expected === found) return true
  if (equality.ids === 'exact' || typeof expected !== 'string' || typeof found !== 'string') return false
  return equalSourceMaps(expected, found, equality, draft)
}

const isName = (json: Json | undefined): json is Name => typeof json === 'string' || typeof json === 'number'

/** Whether a value is an instant as the reference writes it. */
export const isInstantText = (json: Json | undefined): boolean =>
  typeof json === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(json)

function equalNames(pair: Pair, { ids }: Equality, draft: Draft): boolean {
  switch (ids) {
    case 'exact':
      return pair.reference === pair.target
    case 'mapped':
      return draft.pair(pair)
    case 'ignore':
      return true
  }
}

/** A text that carries where it is from names a document, which the target calls by another name. */
function equalSourceMaps(expected: string, found: string, equality: Equality, draft: Draft): boolean {
  const [left, right] = [sourceOf(expected), sourceOf(found)]
  if (left === undefined || right === undefined) return false
  const { documentId: reference, ...rest } = left
  const { documentId: target, ...other } = right
  if (JSON.stringify(rest) !== JSON.stringify(other) || reference === undefined || target === undefined)
    return false
  return equalNames({ space: DOCUMENT_ID_SPACE, reference, target }, equality, draft)
}

function sourceOf(text: string): Record<string, string> | undefined {
  const { cleaned, encoded } = vercelStegaSplit(text)
  if (encoded === '') return undefined
  const decoded = vercelStegaDecode<{ strapiSource?: string }>(text)
  const source = decoded?.strapiSource
  if (typeof source !== 'string') return undefined
  return { ...Object.fromEntries(new URLSearchParams(source)), '': cleaned }
}
