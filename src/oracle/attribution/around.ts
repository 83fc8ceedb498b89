/**
 * Attributes a mismatch outside of all entries, such as in `meta`, to the rules about pagination and about the members
 * of a response body.
 */
import { isList, isObject, type Json } from '../../util/json.ts'
import { entriesOf, pageOf } from '../bodies/answer.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import type { Answer } from '../target/target.ts'
import { choosingAt } from './entries.ts'
import { type Suspect, type SuspectContext, suspects } from './suspect.ts'

/**
 * The suspect for a wrong member next to `data` in an answer with one entry. For an answer with a list, the suspects
 * have the kind `envelope` instead.
 */
const OF_ONE: Suspect = {
  rule: 'endpoint.envelope',
  kind: 'envelope of one entry',
  says: 'The answer with one entry has two members, `data` and `meta`.',
}

/** Returns whether the `data` of a response body is one entry or null, and not a list. */
const isOfOne = (body: Json): boolean => isObject(body) && 'data' in body && !isList(body['data'])

const NUMBERS: ReadonlyMap<string, CheckedRule> = new Map([
  ['page', 'list.page'],
  ['pageSize', 'list.page-size'],
  ['pageCount', 'list.page-count'],
  ['total', 'list.total'],
  ['start', 'pagination.offset'],
  ['limit', 'pagination.offset'],
])

/** A style of pagination, with a member of `meta.pagination` that only this style has, and one of the other style. */
interface Style {
  readonly own: string
  readonly other: string
  readonly rule: CheckedRule
  /** The sentence about the members of the style. */
  readonly right: string
}

const STYLES: readonly Style[] = [
  {
    ...{ own: 'start', other: 'page', rule: 'pagination.offset' },
    right: 'A list selected by `start` and `limit` repeats these two numbers in `meta.pagination`.',
  },
  {
    ...{ own: 'page', other: 'start', rule: 'pagination.page' },
    right: 'A list selected by pages, or by default, has its `page` and `pageSize` in `meta.pagination`.',
  },
]

/** Returns the suspect if the target's `meta.pagination` has the members of the other style of pagination. */
const styleSuspect = ({ rule, right, other }: Style): Suspect => ({
  rule,
  kind: 'members of the other style',
  says: `${right} The server answers \`${other}\` in their place.`,
})

/** The names of the members of `meta.pagination` whose values depend on the maximum page size. */
const SIZES: ReadonlySet<string> = new Set(['pageSize', 'limit'])

/**
 * Returns the suspects for a mismatch outside of all entries, such as a wrong number in `meta.pagination`.
 */
export function aroundSuspects(
  names: readonly string[],
  context: SuspectContext,
  found: Answer,
): readonly Suspect[] {
  const [first, , number = ''] = names
  const isCapped = context.exchange.referenced.rules.includes('pagination.max')
  const rule = isCapped && SIZES.has(number) ? 'pagination.max' : NUMBERS.get(number)
  const { exchange } = context
  const isCounted = exchange.referenced.rules.includes('pagination.with-count')
  if (first !== 'meta' || rule === undefined) {
    const counting: readonly CheckedRule[] = first === 'meta' && isCounted ? ['pagination.with-count'] : []
    const others = suspects([...counting, 'endpoint.envelope', 'list.data'], 'envelope')
    return isOfOne(exchange.referenced.answer.body) ? [OF_ONE, ...others] : others
  }
  const [ours, theirs] = [exchange.referenced.answer.body, found.body].map((body) => pageOf(body))
  const style = STYLES.find(
    ({ own, other }) =>
      ours?.[own] !== undefined && theirs?.[own] === undefined && theirs?.[other] !== undefined,
  )
  if (style !== undefined) return [styleSuspect(style)]
  const isThere = ours?.[number] !== undefined && theirs?.[number] !== undefined
  const isCutDown = SIZES.has(number) && Number(theirs?.[number]) < Number(ours?.[number])
  const isAsked = !exchange.referenced.rules.includes('list.page-defaults')
  // A target with a smaller maximum page size reduces the page size that the request names.
  const rules: readonly CheckedRule[] = isCutDown && isAsked ? ['pagination.max', rule] : [rule]
  const own = isThere || !isCounted ? rules : (['pagination.with-count', rule] as const)
  // If the page does not contain all entries of the list, a broken rule that selects entries may be the reason for a
  // wrong total.
  const isFull = number === 'total' && isThere && !isWhole(exchange.referenced.answer.body)
  return [...suspects(own, 'meta'), ...(isFull ? suspects(choosingAt('data', context), 'entries') : [])]
}

function isWhole(body: Json): boolean {
  const entries = entriesOf(body)
  return entries !== undefined && entries.length === pageOf(body)?.['total']
}
