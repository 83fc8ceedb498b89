/**
 * Finds the query parameters of a request, and the rules of those parameters that do not affect the reference's
 * answer.
 */

import { asDecoded } from '../../util/url/percent.ts'
import { splitTarget } from '../../util/url/target.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import { partsOf } from '../names/mentions.ts'
import type { SuspectContext } from './suspect.ts'

/** The rule of each query parameter that may have no effect on an answer, by the parameter's name. */
const RULES: ReadonlyMap<string, CheckedRule> = new Map([
  ['pagination[page]', 'pagination.page'],
  ['pagination[pageSize]', 'pagination.page'],
  ['pagination[start]', 'pagination.offset'],
  ['pagination[limit]', 'pagination.offset'],
  ['pagination[withCount]', 'pagination.with-count'],
  ['page', 'pagination.misplaced'],
  ['pageSize', 'pagination.misplaced'],
  ['start', 'pagination.misplaced'],
  ['limit', 'pagination.misplaced'],
  ['status', 'status.value'],
  ['locale', 'locale.value'],
  ['publicationFilter', 'status.publication-filter'],
  ['hasPublishedVersion', 'status.publication-filter'],
  ['lookup', 'query.reserved'],
  ['_q', 'search.text'],
])

/** Returns the decoded keys of a query's parameters with their brackets, such as `filters[name]`. */
const namesOf = (url: string): readonly string[] =>
  partsOf(splitTarget(url).search).map((part) => asDecoded(part.split('=', 1)[0] ?? ''))

/**
 * Returns the suspects for a valid request that the target refuses: the rules of parameters that do not affect the
 * reference's answer.
 */
export const refusedParameters = ({
  exchange: { request, referenced },
}: SuspectContext): readonly CheckedRule[] =>
  namesOf(request.url).flatMap((name) => {
    const rule = RULES.get(name)
    return rule === undefined || referenced.rules.includes(rule) ? [] : [rule]
  })

/** Returns the chapters of rules (such as `filters` and `locale`) about the parameters of a request. */
export const chaptersOf = (url: string): ReadonlySet<string> =>
  new Set(namesOf(url).map((name) => (name === '_q' ? 'search' : (name.split('[', 1)[0] ?? ''))))
