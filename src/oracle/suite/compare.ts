/** Compares a server's answer with the expectation of a suite case. */

import { isList, isObject, type Json, member } from '../../util/json.ts'
import { pointerSteps } from '../../util/pointer.ts'
import { type Difference, isSame, literalDifference } from '../compare/difference.ts'
import type { Answer } from '../target/target.ts'
import type { Check, Expected, SuiteCase } from './case.ts'

/**
 * Returns the first difference between an answer and the expectation of a suite case; null if the answer is right. If
 * the case allows several answers, returns the difference from the first of these answers.
 */
export function checkCase({ expect }: SuiteCase, answer: Answer): Difference | null {
  if (!('anyOf' in expect)) return checkExpected(expect, answer)
  const differences = expect.anyOf.map((one) => checkExpected(one, answer))
  return differences.includes(null) ? null : (differences[0] ?? null)
}

/** Returns the first difference between an answer and one expected answer; null if they do not differ. */
export function checkExpected({ status, headers = {}, checks }: Expected, answer: Answer): Difference | null {
  if (answer.status !== status) return { path: 'status', expected: status, found: answer.status }
  for (const [name, value] of Object.entries(headers)) {
    const found = answer.headers?.[name]
    if (answer.headers !== undefined && found !== value)
      return { path: `headers/${name}`, expected: value, found }
  }
  for (const check of checks) {
    const difference = compareCheck(check, answer.body)
    if (difference !== null) return difference
  }
  return null
}

function compareCheck(check: Check, body: Json): Difference | null {
  const segments = pointerSteps(check.at)
  if ('equals' in check) {
    const found = select(body, segments)
    if (!check.at.includes('*')) return differenceAt(check.at, check.equals, found)
    return isSame(check.equals, found) ? null : { path: check.at, expected: check.equals, found }
  }
  if ('keys' in check) return compareKeys(check.at, check.keys, segments, body)
  return compareAbsent(check.at, segments, body)
}

/**
 * Returns the first difference between the expected and the found value at a JSON pointer. If a value is present but
 * not expected, the member `expected` of the result is null.
 */
function differenceAt(at: string, expected: Json, found: Json | undefined): Difference | null {
  const difference = literalDifference(expected, found)
  if (difference === null) return null
  return { path: `${at}${difference.path}`, expected: difference.expected ?? null, found: difference.found }
}

/**
 * Returns the value at a JSON pointer. For a pointer with `*`, returns the list of the values that the items of the
 * list have there.
 */
function select(json: Json | undefined, [segment, ...rest]: readonly string[]): Json | undefined {
  if (segment === undefined) return json
  if (segment === '*') {
    if (!isList(json)) return undefined
    // An item without the checked value counts as null, so that the list of values keeps its length.
    return json.map((item) => select(item, rest) ?? null)
  }
  return select(child(json, segment), rest)
}

function child(json: Json | undefined, segment: string): Json | undefined {
  if (isList(json)) return /^(0|[1-9]\d*)$/.test(segment) ? json[Number(segment)] : undefined
  return isObject(json) ? member(json, segment) : undefined
}

/** Returns all values at a JSON pointer, in which the step `*` may occur several times. */
function selectEach(json: Json | undefined, [segment, ...rest]: readonly string[]): (Json | undefined)[] {
  if (segment === undefined) return [json]
  if (segment !== '*') return selectEach(child(json, segment), rest)
  return isList(json) ? json.flatMap((item) => selectEach(item, rest)) : []
}

/**
 * Checks that a JSON pointer leads to at least one object, and that each object at the pointer has exactly the listed
 * keys.
 */
function compareKeys(
  at: string,
  keys: readonly string[],
  segments: readonly string[],
  body: Json,
): Difference | null {
  const expected = [...keys].sort()
  const entries = selectEach(body, segments)
  for (const entry of entries) {
    const found = isObject(entry) ? Object.keys(entry).sort() : undefined
    if (!isSame(expected, found)) return { path: at, expected, found }
  }
  return entries.length === 0 ? { path: at, expected, found: undefined } : null
}

/** Checks that a body lacks the member at a JSON pointer, although the object around this member exists. */
function compareAbsent(at: string, segments: readonly string[], body: Json): Difference | null {
  const name = segments.at(-1) ?? ''
  const owners = selectEach(body, segments.slice(0, -1))
  for (const owner of owners) {
    if (!isObject(owner)) return { path: at.slice(0, at.lastIndexOf('/')), expected: {}, found: owner }
    if (Object.hasOwn(owner, name)) return { path: at, expected: null, found: owner[name] }
  }
  return owners.length === 0 ? { path: at, expected: null, found: undefined } : null
}
