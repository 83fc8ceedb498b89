/**
 * Defines misreadings and distortions of `pagination`, such as an ignored parameter, a clamped number, or a missing
 * maximum page size.
 */
import type { Graph } from '../../../../reference/graph/graph.ts'
import { booleanText } from '../../../../reference/parse/url.ts'
import { isObject } from '../../../../util/json.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import { pageOf } from '../../../bodies/answer.ts'
import type { Reference } from '../../../exchange/reference.ts'
import { type CheckedRule, sentenceOf } from '../../../exchange/rules.ts'
import { partsOf, readPart } from '../../../names/mentions.ts'
import type { Answer, WireRequest } from '../../../target/target.ts'
import {
  type Distortion,
  keyOf,
  type Misreading,
  ofParts,
  ofQuery,
  type Reading,
  recoded,
  saying,
  withParts,
} from '../parts.ts'
import { PAGE_NUMBERS } from './page-numbers.ts'

/** Returns the name of the pagination parameter in a query part, such as `page`; undefined for any other part. */
function nameIn(part: string): string | undefined {
  const [root, name, ...more] = readPart(part).segments
  return root === 'pagination' && more.length === 0 ? name : undefined
}

/** Adds the sentence of the rule and the sentence about the server to a misreading. */
const doing = (does: string, reading: Reading): Misreading =>
  saying(`${sentenceOf(reading.rule)} The server ${does}.`, reading)

/** The pairs of pagination parameters of which a target may ignore the first if the second is absent. */
const PAIRS: readonly (readonly [ignored: string, other: string, rule: CheckedRule])[] = [
  ['start', 'limit', 'pagination.offset'],
  ['limit', 'start', 'pagination.offset'],
  ['page', 'pageSize', 'pagination.page'],
  ['pageSize', 'page', 'pagination.page'],
]

/** The pagination parameters that a target may ignore if the request has one of the listed other parameters. */
const BESIDE: readonly (readonly [ignored: string, others: readonly string[]])[] = [
  ['withCount', ['start', 'limit']],
  ['withCount', ['page', 'pageSize']],
]

const named = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' and ')

/** The two styles of pagination, of which a target may know only one. */
const STYLES: readonly (readonly [names: readonly string[], rule: CheckedRule])[] = [
  [['start', 'limit'], 'pagination.offset'],
  [['page', 'pageSize'], 'pagination.page'],
]

const IGNORED: readonly Misreading[] = [
  ...STYLES.map(([names, rule]) =>
    doing(
      `ignores ${named(names)}`,
      ofQuery(rule, `${names.join(' and ')} ignored`, (parts) =>
        parts.filter((part) => !names.includes(nameIn(part) ?? '')),
      ),
    ),
  ),
  ...PAIRS.map(([ignored, other, rule]) =>
    doing(
      `ignores \`${ignored}\` without \`${other}\``,
      ofQuery(rule, `${ignored} without ${other} ignored`, (parts) =>
        parts.some((part) => nameIn(part) === other)
          ? parts
          : parts.filter((part) => nameIn(part) !== ignored),
      ),
    ),
  ),
  ...BESIDE.map(([ignored, others]) =>
    doing(
      `ignores \`${ignored}\` beside ${named(others)}`,
      ofQuery('pagination.with-count', `${ignored} beside ${others.join(' and ')} ignored`, (parts) =>
        parts.some((part) => others.includes(nameIn(part) ?? ''))
          ? parts.filter((part) => nameIn(part) !== ignored)
          : parts,
      ),
    ),
  ),
]

/** The invalid numbers that a server may read as a valid number (`read`) or ignore (null). */
const CLAMPED: readonly (readonly [
  name: string,
  what: string,
  isMeant: (value: string) => boolean,
  read: string | null,
])[] = [
  ['page', '0', (value) => value === '0', '1'],
  ['page', 'a negative number', (value) => /^-\d+$/.test(value), '1'],
  ['pageSize', '0', (value) => value === '0', '1'],
  ['pageSize', '0', (value) => value === '0', null],
  ['pageSize', 'a negative number', (value) => /^-\d+$/.test(value), null],
  ['limit', '0', (value) => value === '0', '1'],
  ['limit', '0', (value) => value === '0', null],
  ['limit', 'a negative number', (value) => /^-\d+$/.test(value), null],
  ['start', 'a negative number', (value) => /^-\d+$/.test(value), '0'],
  ...['page', 'pageSize', 'start', 'limit'].map(
    (name) => [name, 'a text', (value: string) => Number.isNaN(Number(value)), null] as const,
  ),
]

const CLAMPS: readonly Misreading[] = CLAMPED.map(([name, what, isMeant, read]) =>
  doing(
    read === null ? `ignores \`${name}\` with ${what}` : `reads \`${name}\` with ${what} as ${read}`,
    ofQuery('pagination.number', `${name} with ${what} is ${read ?? 'ignored'}`, (parts) =>
      parts.flatMap((part) => {
        if (nameIn(part) !== name || !isMeant(readPart(part).value)) return [part]
        return read === null ? [] : [`${keyOf(part)}=${read}`]
      }),
    ),
  ),
)

/** A misreading: `withCount=false` counts as true. */
const COUNTED: Misreading = doing(
  'counts the entries in spite of `withCount=false`',
  ofQuery('pagination.with-count', 'withCount=false ignored', (parts) =>
    parts.filter((part) => nameIn(part) !== 'withCount' || booleanText(readPart(part).value) !== false),
  ),
)

/** The values of `withCount` that a server may read as another truth value, each with its words. */
const TRUTHS: readonly (readonly [does: string, read: (value: string) => string])[] = [
  ['reads `0` and `f` as true', (value) => (['0', 'f'].includes(value) ? 'true' : value)],
  ['reads `1` and `t` as false', (value) => (['1', 't'].includes(value) ? 'false' : value)],
  ['reads `0` as true', (value) => (value === '0' ? 'true' : value)],
  ['reads each value other than `true` as false', (value) => (value === 'true' ? value : 'false')],
]

const COUNTS: readonly Misreading[] = TRUTHS.map(([does, read]) =>
  doing(
    does,
    ofParts('pagination.with-count', `withCount: ${does}`, (part) =>
      nameIn(part) === 'withCount' && booleanText(readPart(part).value) !== undefined
        ? recoded(part, read)
        : part,
    ),
  ),
)

/** The misreadings of pagination. */
export const PAGINATION: readonly Misreading[] = [...IGNORED, ...CLAMPS, COUNTED, ...COUNTS]

const unlimited = new WeakMap<Graph, (request: WireRequest) => Answer>()

/** Returns a function that answers requests as the reference would without a maximum page size. */
function withoutMaximum({ graph, over }: Reference): (request: WireRequest) => Answer {
  const before = unlimited.get(graph)
  if (before !== undefined) return before
  const answer = over({ ...graph, settings: { ...graph.settings, maxLimit: null } })
  unlimited.set(graph, answer)
  return answer
}

const noMaximum = (names: readonly string[]): Distortion => ({
  rule: 'pagination.max',
  kind: `no maximum of ${names.join(' and ')}`,
  says: `${sentenceOf('pagination.max')} The server has no maximum of ${named(names)}.`,
  distort: (request, reference) => {
    const parts = partsOf(splitTarget(request.url).search)
    return parts.some((part) => names.includes(nameIn(part) ?? ''))
      ? withoutMaximum(reference)(request)
      : undefined
  },
})

/**
 * The pages that a server may wrongly answer with if the requested page is after the last, each with its name in the
 * report.
 */
const SHOWN: readonly (readonly [what: string, numberOf: (count: number) => number])[] = [
  ['the last page', (count) => count],
  ['the first page', () => 1],
]

/** The distortions in which the target answers another page for a page after the last. */
const BEYOND: readonly Distortion[] = SHOWN.flatMap(([what, numberOf]) =>
  [false, true].map((isRenumbered) => ({
    rule: 'pagination.page',
    kind: `${what} for a page after the last${isRenumbered ? ', with the requested number' : ''}`,
    says: `${sentenceOf('pagination.page')} For a page after the last, the server answers ${what}${isRenumbered ? ' with the requested page number' : ''}.`,
    distort: (request, reference) => {
      const counted = withParts(request, (parts) => parts.filter((part) => nameIn(part) !== 'withCount'))
      const asked = pageOf(reference.ask(counted).answer.body)
      const [page, count] = [asked?.['page'], asked?.['pageCount']]
      if (typeof page !== 'number' || typeof count !== 'number' || count < 1 || page <= count)
        return undefined
      const other = withParts(request, (parts) =>
        parts.map((part) => (nameIn(part) === 'page' ? `${keyOf(part)}=${numberOf(count)}` : part)),
      )
      const { answer } = reference.ask(other)
      const shown = pageOf(answer.body)
      if (!isRenumbered || !isObject(answer.body) || shown === undefined) return answer
      return { ...answer, body: { ...answer.body, meta: { pagination: { ...shown, page } } } }
    },
  })),
)

/** A wrong way to compute the offset of the first entry from `start` and the number of entries. */
interface WrongStart {
  readonly kind: string
  readonly does: string
  readonly change: (start: number, limit: number) => number
}

const STARTS: readonly WrongStart[] = [
  {
    kind: 'start rounded down',
    does: 'rounds `start` down to a multiple of `limit`',
    change: (start, limit) => start - (start % limit),
  },
  {
    kind: 'start counts pages',
    does: 'reads `start` as a number of pages',
    change: (start, limit) => start * limit,
  },
  {
    kind: 'start counts from 1',
    does: 'counts `start` from 1, not from 0',
    change: (start) => Math.max(start - 1, 0),
  },
]

/** Returns a request with another `start`. If the request has no `limit`, the limit is the default page size. */
function withStart(request: WireRequest, change: WrongStart['change'], size: number): WireRequest {
  return withParts(request, (parts) => {
    const [written] = parts.flatMap((part) => (nameIn(part) === 'limit' ? readPart(part).value : []))
    const limit = written === undefined ? size : Number(written)
    return parts.map((part) => {
      const start = Number(readPart(part).value)
      const isMeant = nameIn(part) === 'start' && limit > 0 && Number.isInteger(start)
      return isMeant ? `${keyOf(part)}=${change(start, limit)}` : part
    })
  })
}

/** The distortions of `start`, in which `meta.pagination` has the computed or the requested `start`. */
const OTHER_STARTS: readonly Distortion[] = STARTS.flatMap(({ kind, does, change }) =>
  [false, true].map((isRenumbered) => ({
    rule: 'pagination.offset',
    kind: `${kind}${isRenumbered ? ', with the requested number' : ''}`,
    says: `${sentenceOf('pagination.offset')} The server ${does}.`,
    distort: (request, reference) => {
      const other = withStart(request, change, reference.graph.settings.defaultLimit)
      if (other.url === request.url) return undefined
      const { answer } = reference.ask(other)
      const [shown, asked] = [answer, reference.ask(request).answer].map(({ body }) => pageOf(body))
      if (!isRenumbered || !isObject(answer.body) || shown === undefined || asked === undefined) return answer
      const pagination = { ...shown, start: asked['start'] ?? null }
      return { ...answer, body: { ...answer.body, meta: { pagination } } }
    },
  })),
)

/** The distortions of pages. */
export const PAGE_DISTORTIONS: readonly Distortion[] = [
  noMaximum(['pageSize', 'limit']),
  noMaximum(['limit']),
  noMaximum(['pageSize']),
  ...PAGE_NUMBERS,
  ...BEYOND,
  ...OTHER_STARTS,
]
