/**
 * Finds the feature that a suite case or a generated request tests, such as `sort`. Each feature has a row in the
 * report's matrix.
 */
import { asDecoded } from '../../util/url/percent.ts'
import type { SuiteCase } from '../suite/case.ts'
import type { WireRequest } from '../target/target.ts'

/** Returns the feature of a suite case, which is the first tag of the case. */
export const featureOfCase = ({ tags }: Pick<SuiteCase, 'tags'>): string => tags[0] ?? 'other'

/**
 * The patterns of queries with their features, the most specific pattern first. The first pattern that matches a query
 * determines the feature of the request.
 */
const BY_PARAMETER: readonly (readonly [RegExp, string])[] = [
  [/\[on\]/, 'zones'],
  [/(^|&)populate/, 'populate'],
  [/(^|&)filters/, 'filters'],
  [/(^|&)sort/, 'sort'],
  [/(^|&)_q/, 'search'],
  [/(^|&)pagination/, 'pagination'],
  [/(^|&)fields/, 'fields'],
  [/(^|&)(status|publicationFilter|hasPublishedVersion)/, 'status'],
  [/(^|&)locale/, 'locale'],
]

export function featureOfRequest({ url }: WireRequest): string {
  const at = url.indexOf('?')
  const search = at < 0 ? '' : asDecoded(url.slice(at + 1))
  return BY_PARAMETER.find(([pattern]) => pattern.test(search))?.[1] ?? 'entries'
}
