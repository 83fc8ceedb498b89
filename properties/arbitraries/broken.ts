/** Generates broken requests: valid requests with replaced, moved or dropped parts, and arbitrary URLs. */
import * as fc from 'fast-check'
import type { ApiRequest } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { attributesOf } from '../../src/semantics/model.ts'
import { type Dice, dice, type Roll, roll } from './dice.ts'
import { isObject, type QueryObject, type QueryTree } from './print.ts'
import { type Ask, type AskSeed, requestOf, seeds } from './request.ts'
import type { RequestSettings } from './settings.ts'
import { OPERATOR_NAMES } from './values.ts'

const JUNK_KEYS = [
  'nothing',
  '0',
  '1',
  '2',
  '101',
  '*',
  'id',
  'documentId',
  ...OPERATOR_NAMES,
  '$EQ',
  'on',
  'populate',
  'filters',
  'fields',
  'sort',
  'count',
  'page',
  'pagination',
  'locale',
  'status',
  'localizations',
  'createdBy',
  'true',
  'constructor',
  '__proto__',
  'a.b',
  'a,b',
  ' ',
] as const

const JUNK_TEXTS = [
  '',
  '*',
  'x',
  '-1',
  '1.5',
  '1e400',
  'true',
  'asc',
  'id:up',
  'a,b',
  'a.b.c',
  ',',
  '.',
  ':',
  '$eq',
  'null',
] as const

/**
 * Generates requests by replacing, moving or dropping up to three parts of valid requests.
 *
 * ```ts
 * fc.assert(fc.property(brokenRequestsFor(graph), (request) => api.answer(request).status < 500))
 * ```
 */
export function brokenRequestsFor(
  graph: Graph,
  settings: Partial<RequestSettings> = {},
): fc.Arbitrary<ApiRequest> {
  return fc
    .record({ seed: seeds, dice: dice(24) })
    .map(({ seed, dice: throws }) => requestOf(broken(seed, throws, graph, settings)))
}

/** Builds a request from random numbers, and breaks up to three parts of the request. */
export function broken(
  seed: AskSeed,
  throws: Dice,
  graph: Graph,
  settings: Partial<RequestSettings> = {},
): Ask {
  const requested = seed(graph, settings)
  const names = [...JUNK_KEYS, ...attributesOf(requested.type).map(({ name }) => name)]
  const throwing = roll(throws)
  const count = 1 + throwing.upTo(2)
  let query = requested.query
  for (let at = 0; at < count; at++) query = brokenObject(query, throwing, names)
  return { ...requested, query }
}

function brokenObject(tree: QueryObject, roll: Roll, names: readonly string[]): QueryObject {
  const entries = Object.entries(tree)
  const at = roll.upTo(entries.length)
  const entry = entries[at]
  if (entry === undefined)
    return { ...tree, [roll.pick(['filters', 'sort', 'fields', 'populate', ...names])]: junk(roll, names) }
  const [key, value] = entry
  const changed = roll.chance(25)
    ? ([roll.pick(names), value] as const)
    : ([key, brokenTree(value, roll, names)] as const)
  return Object.fromEntries(entries.toSpliced(at, 1, [...changed]))
}

function brokenTree(tree: QueryTree, roll: Roll, names: readonly string[]): QueryTree {
  if (isObject(tree) && roll.chance(75)) return brokenObject(tree, roll, names)
  if (Array.isArray(tree) && tree.length > 0 && roll.chance(75)) {
    const at = roll.upTo(tree.length - 1)
    return tree.toSpliced(at, 1, brokenTree(tree[at] ?? null, roll, names))
  }
  return junk(roll, names)
}

function junk(roll: Roll, names: readonly string[]): QueryTree {
  const text = (): string => (roll.chance(50) ? roll.pick(JUNK_TEXTS) : roll.pick(names))
  switch (roll.upTo(5)) {
    case 0:
      return text()
    case 1:
      return null
    case 2:
      return [text(), roll.chance(50) ? text() : null]
    case 3:
      return { [roll.pick(names)]: text() }
    case 4:
      return { [roll.pick(names)]: { [roll.pick(names)]: text() } }
    default:
      return [{ [roll.pick(names)]: text() }, text()]
  }
}

/**
 * The pieces of arbitrary URLs: separators and words of URLs and query strings, and characters that no valid URL
 * contains.
 */
const PIECES = [
  '?',
  '&',
  '=',
  '[',
  ']',
  '[]',
  '%',
  '%5B',
  '%ZZ',
  '%E0%A4%A',
  '#',
  '+',
  '/',
  '//',
  '..',
  ';',
  '\\',
  '\0',
  '\u0000',
  ' ',
  '🍕',
  '\ud83c',
  '[0]',
  '[a]',
  '[100]',
  '[__proto__]',
  'filters',
  'populate',
  'sort',
  'fields',
  'pagination',
  '$or',
  '$and',
  '*',
  '/api/',
  'api',
  'articles',
  'http://x',
] as const

const METHODS = [
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PURGE',
  'get',
  '',
] as const

/**
 * An arbitrary of any Unicode character. The arbitrary of fast-check is not used, because it would build a table of a
 * million entries first.
 */
const characters = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint))

/**
 * Generates requests with any text as a URL, any method and any token. The requests are mostly nonsense, and sometimes
 * very long.
 *
 * ```ts
 * fc.assert(fc.property(anyRequests, (request) => api.answer(request).status < 500))
 * ```
 */
export const anyRequests: fc.Arbitrary<ApiRequest> = fc
  .record({
    start: fc.constantFrom('', '/api/articles?', '/api/articles', '/api/', '/api/products/', '/'),
    pieces: fc.array(
      fc.oneof(
        fc.constantFrom(...PIECES),
        fc.string({ unit: characters, maxLength: 6 }),
        fc.constantFrom('a', 'b', '1'),
      ),
      { maxLength: 40 },
    ),
    repeat: fc.oneof(
      { weight: 8, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 900 }) },
    ),
    method: fc.oneof(
      { weight: 3, arbitrary: fc.constant('GET') },
      { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
    ),
    authorization: fc.option(
      fc.oneof(fc.string(), fc.constantFrom('Bearer x', 'bearer all-token', 'Bearer  a b', 'Bearer')),
      { freq: 4, nil: undefined },
    ),
  })
  .map(({ start, pieces, repeat, method, authorization }) => ({
    method,
    url: `${start}${pieces.join('').repeat(repeat)}`.slice(0, 20_000),
    headers: { authorization },
  }))
