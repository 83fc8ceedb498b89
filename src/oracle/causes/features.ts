/** Finds the feature of a case or request, such as `sort`. The feature is its row in the report's matrix. */
import { asDecoded } from '../../util/url/percent.ts'
import type { SuiteCase } from '../suite/case.ts'
import type { WireRequest } from '../target/target.ts'

/** The feature of a case is its first tag. */
export const featureOfCase = ({ tags }: Pick<SuiteCase, 'tags'>): string => tags[0] ?? 'other'

/**
 * Patterns of queries with their features, the most specific first. The first pattern that matches a query decides the
 * feature.
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
