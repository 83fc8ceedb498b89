/**
 * Chooses the example of a cause: the request that a person would write to show the mistake. The cost of a request
 * grows with its features, such as parameters and notations. Rare notations cost more than ordinary notations.
 */
import {
  isFlagOperator,
  isLogicalOperator,
  isOperator,
  isTestOperator,
} from '../../reference/operators/operators.ts'
import { splitTarget } from '../../util/url/target.ts'
import { isListIndex, partsOf, readPart } from '../names/mentions.ts'
import { plainUrl } from '../shrink/query.ts'
import type { WireRequest } from '../target/target.ts'
import type { Example } from './example.ts'

/** One part (`key=value`) of a request's query. */
interface QueryPart {
  readonly text: string
  readonly parameter: string
  /** The names in the brackets of the part's key, with list indexes. */
  readonly names: readonly string[]
  readonly value: string
  /** Whether the query has no other part of the same parameter. */
  readonly isAlone: boolean
}

const ORDINARY = 1
const UNUSUAL = 2
const RARE = 3

const PARAMETERS: ReadonlySet<string> = new Set([
  ...['fields', 'filters', 'populate', 'sort', 'pagination', 'locale', 'status', '_q'],
])

const isOf = ({ parameter, names }: QueryPart, option: string): boolean =>
  parameter === option || (parameter === 'populate' && names.includes(option))

/** The features that one part of a query may have, each with its cost. */
const FEATURES: readonly (readonly [kind: string, cost: number, has: (part: QueryPart) => boolean])[] = [
  ['another parameter', RARE, ({ parameter }) => !PARAMETERS.has(parameter)],
  ['percent-encoding', RARE, ({ text }) => plainUrl(`?${text}`) !== `?${text}` || text.includes('+')],
  ['no equals sign', RARE, ({ text }) => !text.includes('=')],
  ['no value', UNUSUAL, ({ value }) => value === ''],
  [
    'an index above 0 alone',
    UNUSUAL,
    (part) => part.isAlone && part.names.some((name) => /^[1-9]\d*$/.test(name)),
  ],
  ['empty brackets', RARE, ({ names }) => names.includes('')],
  ['an index of several digits', RARE, ({ names }) => names.some((name) => /^\d\d+$/.test(name))],
  ['an asterisk', UNUSUAL, ({ parameter, value }) => value === '*' && parameter !== 'populate'],
  ['every attribute', ORDINARY, ({ value }) => value === '*'],
  // A locale costs, because few content types have locales and a list in another locale may be empty.
  ['a locale', ORDINARY, ({ parameter }) => parameter === 'locale'],
  ['a comma', ORDINARY, ({ value }) => value.includes(',')],
  ['a short truth value', ORDINARY, ({ names, value }) => /^[ft01]$/i.test(value) && names.some(takesTruth)],
  ['blanks', UNUSUAL, ({ value }) => /^\s|\s$|,\s|\s,/.test(value)],
  ['other characters', ORDINARY, ({ value }) => /[^\w,.:*-]/.test(value)],
  ['letter case of an order', UNUSUAL, (part) => isOf(part, 'sort') && /:(?!asc\b|desc\b)/.test(part.value)],
  [
    'a sort as an object',
    UNUSUAL,
    ({ parameter, names }) => parameter === 'sort' && !names.every(isListIndex),
  ],
  ['no operator', ORDINARY, (part) => isOf(part, 'filters') && !part.names.some(isOperator)],
  ['a logical operator', ORDINARY, ({ names }) => names.some(isLogicalOperator)],
  ['several operators', RARE, ({ names }) => names.filter(isTestOperator).length > 1],
  ['a path of several names', ORDINARY, (part) => part.parameter === 'filters' && attributesIn(part) > 1],
  ['a dotted path', ORDINARY, ({ parameter, value }) => parameter !== 'filters' && value.includes('.')],
  ['a nested option', ORDINARY, ({ parameter, names }) => parameter === 'populate' && names.length > 1],
  ['a nested populate', ORDINARY, ({ names }) => names.includes('populate')],
  ['the option `on`', ORDINARY, ({ names }) => names.includes('on')],
  [
    'no number',
    UNUSUAL,
    ({ parameter, value }) => parameter === 'pagination' && !/^(\d+|true|false)$/.test(value),
  ],
  [
    'another status',
    UNUSUAL,
    ({ parameter, value }) => parameter === 'status' && !/^(draft|published)$/.test(value),
  ],
]

/** Returns whether the value of a parameter or operator with this name is true or false. */
const takesTruth = (name: string): boolean => isFlagOperator(name) || name === 'withCount' || name === 'count'

const attributesIn = ({ names }: QueryPart): number =>
  names.filter((name) => !isListIndex(name) && !isOperator(name)).length

/** Returns whether a part of a query only leaves out the attributes of entries, which makes the answer shorter. */
const isShortening = ({ parameter, names, value }: QueryPart): boolean =>
  parameter === 'fields' && names.length === 0 && value === 'id'

/** The start of the body of a write, up to the values. */
const START_OF_BODY = '{"data":{'

/** The features that the values in the body of a write may have, each with its cost. */
const FEATURES_OF_BODY: readonly (readonly [kind: string, cost: number, feature: RegExp])[] = [
  ['a list or object in the body', ORDINARY, /[[{]/],
  ['an empty list or object in the body', UNUSUAL, /\[\]|\{\}/],
  ['a number of many digits in the body', UNUSUAL, /\d{7}/],
]

/** Returns the features of a request, each with its cost. */
export function featuresOf({ method, url, headers, body = '' }: WireRequest): ReadonlyMap<string, number> {
  const { path, search } = splitTarget(url)
  const read = partsOf(search).map((text) => ({ text, ...readPart(text) }))
  const parts = read.map(({ text, segments, value }): QueryPart => {
    const [parameter = '', ...names] = segments
    const isAlone = read.filter((one) => one.segments[0] === parameter).length === 1
    return { text, parameter, names, value, isAlone }
  })
  const features = new Map<string, number>(Object.keys(headers).map((name) => [`header ${name}`, UNUSUAL]))
  const add = (name: string, cost: number): unknown => features.set(name, cost)
  if (method !== 'GET') add(`method ${method}`, UNUSUAL)
  if (/\/\/|\/$|%/.test(path)) add('spelling of the path', RARE)
  const values = body.startsWith(START_OF_BODY) ? body.slice(START_OF_BODY.length) : ''
  for (const [kind, cost, feature] of FEATURES_OF_BODY) if (feature.test(values)) add(kind, cost)
  const counts = new Map<string, number>()
  for (const part of search === '' ? [] : parts) {
    if (isShortening(part)) continue
    const count = (counts.get(part.parameter) ?? 0) + 1
    counts.set(part.parameter, count)
    add(`${part.parameter} ${count}`, ORDINARY)
    for (const [kind, cost, has] of FEATURES) if (has(part)) add(kind, cost)
  }
  if (new Set(parts.map(({ text }) => text.split('=', 1)[0])).size < parts.length) add('equal keys', RARE)
  return features
}

/** An example that the report may show for a cause. */
export interface Candidate {
  readonly example: Example
  /** Whether the cause is the strongest suspect of the example's finding. */
  readonly isStrongest: boolean
  /** Whether the example's request has the circumstances that the report states for the cause. */
  readonly isTypical: boolean
}

/** Returns the plainest example of a cause, or the shortest one of examples that are equally plain. */
export function plainest(candidates: readonly Candidate[]): Example | undefined {
  const ranked = candidates.map((one) => ({
    example: one.example,
    cost: costOf(one),
    length: lengthOf(one.example),
  }))
  return ranked.toSorted((one, other) => one.cost - other.cost || one.length - other.length)[0]?.example
}

/**
 * Returns the cost of an example: the costs of its features, and additional costs for an untypical, generated or less
 * suspect example, for an expected error, for an error with the right status, and for an example with a generated
 * dataset. An expected error shows the effect of a mistake less plainly than an expected entry does.
 */
function costOf({ example, isStrongest, isTypical }: Candidate): number {
  const { request, origin, files, expected, difference } = example
  const features = [...featuresOf(request).values()].reduce((sum, cost) => sum + cost, 0)
  return (
    features +
    (isTypical ? 0 : RARE) +
    (isStrongest ? 0 : UNUSUAL) +
    (expected.status >= 400 ? RARE : 0) +
    (expected.status >= 400 && difference.path !== 'status' ? UNUSUAL : 0) +
    (files === undefined ? 0 : RARE) +
    (origin.part === 'generated' ? ORDINARY : 0)
  )
}

/** Returns the total length of all requests that an example needs. */
const lengthOf = ({ request, requests = [request] }: Example): number =>
  requests.reduce((sum, { url, body = '' }) => sum + url.length + body.length, 0)
