/** Defines distortions of the numbers `total` and `pageCount` in `meta.pagination`. */
import { isObject } from '../../../../util/json.ts'
import { entriesOf, pageOf } from '../../../bodies/answer.ts'
import type { Distortion } from '../parts.ts'

/** The numbers of `meta.pagination` from which a server computes others, and the number of entries in `data`. */
interface PageNumbers {
  readonly total: number
  /** The page size; undefined for a list selected by offset. */
  readonly size: number | undefined
  readonly shown: number
}

interface WrongNumber {
  readonly rule: 'list.page-count' | 'list.total'
  readonly kind: string
  readonly says: string
  /** Returns the wrong numbers; undefined if the answer lacks a number that they need. */
  readonly change: (numbers: PageNumbers) => Readonly<Record<string, number>> | undefined
}

const pageCount = (
  kind: string,
  does: string,
  countOf: (total: number, size: number) => number,
): WrongNumber => ({
  rule: 'list.page-count',
  kind: `pageCount ${kind}`,
  says: `\`pageCount\` is the number of pages, rounded up. The server ${does}.`,
  change: ({ total, size }) => (size === undefined ? undefined : { pageCount: countOf(total, size) }),
})

const OF_SHOWN = 'The server counts only the entries on the page.'

/** The wrong ways to compute the numbers. */
const WRONG_NUMBERS: readonly WrongNumber[] = [
  pageCount('rounded down', 'rounds it down', (total, size) => Math.floor(total / size)),
  pageCount('of at least 1', 'answers at least 1', (total, size) => Math.max(1, Math.ceil(total / size))),
  pageCount(
    'rounded down, plus 1',
    'rounds it down and adds 1, also for a full last page',
    (total, size) => Math.floor(total / size) + 1,
  ),
  {
    rule: 'list.total',
    kind: 'total of the page',
    says: `\`total\` is the number of matching entries on all pages together. ${OF_SHOWN}`,
    change: ({ size, shown }) => ({
      total: shown,
      ...(size === undefined ? {} : { pageCount: Math.ceil(shown / size) }),
    }),
  },
  {
    rule: 'list.total',
    kind: 'total of the page beside a right pageCount',
    says: `\`total\` is the number of matching entries on all pages together. ${OF_SHOWN} The number \`pageCount\` is right.`,
    change: ({ shown }) => ({ total: shown }),
  },
]

/** The distortions in which the target answers another `total` or `pageCount`. */
export const PAGE_NUMBERS: readonly Distortion[] = WRONG_NUMBERS.map(({ rule, kind, says, change }) => ({
  rule,
  kind,
  says,
  distort: (request, reference) => {
    const { answer } = reference.ask(request)
    const page = pageOf(answer.body)
    const entries = entriesOf(answer.body)
    if (!isObject(answer.body) || page === undefined || entries === undefined) return undefined
    const { total, pageSize } = page
    if (typeof total !== 'number') return undefined
    const size = typeof pageSize === 'number' ? pageSize : undefined
    const wrong = change({ total, size, shown: entries.length })
    if (wrong === undefined) return undefined
    return { ...answer, body: { ...answer.body, meta: { pagination: { ...page, ...wrong } } } }
  },
}))
