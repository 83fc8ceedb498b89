/** Whether an answer is what a case expects, and where it first is not. */

import { isList, isObject, type Json } from '../../ground/json.ts'
import { pointerSteps, pointerTo } from '../../ground/pointer.ts'
import type { Check, Expectation, Expected, SuiteAnswer, SuiteCase } from './case.ts'

/** The first place at which an answer differs. */
export interface Difference {
  /** `status`, `headers/<name>`, or a JSON pointer into the body, in which `*` stands for every item. */
  readonly path: string
  readonly expected: Json
  /** undefined: nothing stands there. */
  readonly found: Json | undefined
}

/** null where the answer is right; of several right answers, the difference to the first is told. */
export function compareAnswer(expected: Expectation, answer: SuiteAnswer): Difference | null {
  if (!('anyOf' in expected)) return compareOne(expected, answer)
  const differences = expected.anyOf.map((one) => compareOne(one, answer))
  return differences.includes(null) ? null : (differences[0] ?? null)
}

/** `compareAnswer` for a case. */
export const checkCase = ({ expect }: SuiteCase, answer: SuiteAnswer): Difference | null =>
  compareAnswer(expect, answer)

function compareOne({ status, headers = {}, checks }: Expected, answer: SuiteAnswer): Difference | null {
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
    if (check.at.includes('*')) return different(check.at, check.equals, found, !equal(check.equals, found))
    return firstDifference(check.at, check.equals, found)
  }
  if ('keys' in check) return compareKeys(check.at, check.keys, segments, body)
  return compareAbsent(check.at, segments, body)
}

const different = (path: string, expected: Json, found: Json | undefined, is: boolean): Difference | null =>
  is ? { path, expected, found } : null

/** What stands at a pointer; a list of what stands in each item where there is a `*`. */
function select(json: Json | undefined, [segment, ...rest]: readonly string[]): Json | undefined {
  if (segment === undefined) return json
  if (segment === '*') {
    if (!isList(json)) return undefined
    // Nothing in an item shows as null, so that the list keeps its length.
    return json.map((item) => select(item, rest) ?? null)
  }
  return select(child(json, segment), rest)
}

function child(json: Json | undefined, segment: string): Json | undefined {
  if (isList(json)) return /^(0|[1-9]\d*)$/.test(segment) ? json[Number(segment)] : undefined
  return isObject(json) && Object.hasOwn(json, segment) ? json[segment] : undefined
}

/** Every value that a pointer with any number of `*` leads to. */
function selectEach(json: Json | undefined, [segment, ...rest]: readonly string[]): (Json | undefined)[] {
  if (segment === undefined) return [json]
  if (segment !== '*') return selectEach(child(json, segment), rest)
  return isList(json) ? json.flatMap((item) => selectEach(item, rest)) : []
}

/** Every entry at the pointer, and there must be one, has exactly these keys. */
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
    if (!equal(expected, found)) return { path: at, expected, found }
  }
  return entries.length === 0 ? { path: at, expected, found: undefined } : null
}

/** The owner is there, and it has no such member. */
function compareAbsent(at: string, segments: readonly string[], body: Json): Difference | null {
  const name = segments.at(-1) ?? ''
  const owners = selectEach(body, segments.slice(0, -1))
  for (const owner of owners) {
    if (!isObject(owner)) return { path: at.slice(0, at.lastIndexOf('/')), expected: {}, found: owner }
    if (Object.hasOwn(owner, name)) return { path: at, expected: null, found: owner[name] }
  }
  return owners.length === 0 ? { path: at, expected: null, found: undefined } : null
}

/** The same value; the order of an object's keys does not count. */
export const equal = (a: Json, b: Json | undefined): boolean => firstDifference('', a, b) === null

/** The first path, in the order of what is expected, at which two values differ. Without recursion: bodies are deep. */
function firstDifference(at: string, expected: Json, found: Json | undefined): Difference | null {
  const left: { path: string; expected: Json | undefined; found: Json | undefined }[] = [
    { path: at, expected, found },
  ]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const children = compareOneLevel(next.expected, next.found)
    if (children === undefined) return { ...next, expected: next.expected ?? null }
    for (const { key, ...pair } of children.reverse()) left.push({ path: pointerTo(next.path, key), ...pair })
  }
  return null
}

type Pair = { readonly key: string; readonly expected: Json | undefined; readonly found: Json | undefined }

/** The members that are left to compare; undefined where the two already differ. */
function compareOneLevel(expected: Json | undefined, found: Json | undefined): Pair[] | undefined {
  if (isList(expected) && isList(found)) {
    const length = Math.max(expected.length, found.length)
    return Array.from({ length }, (_, at) => ({
      key: String(at),
      expected: expected[at],
      found: found[at],
    }))
  }
  if (isObject(expected) && isObject(found)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(found)])
    return [...keys].map((key) => ({ key, expected: child(expected, key), found: child(found, key) }))
  }
  return expected === found ? [] : undefined
}
