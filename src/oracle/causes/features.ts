/**
 * The features that a check counts by: each case and request is about one, and counts in its row of the
 * matrix.
 */
import { asDecoded } from '../../util/url/percent.ts'
import type { SuiteCase } from '../suite/case.ts'
import type { WireRequest } from '../target/target.ts'

/** The first tag of a case. */
export const featureOfCase = ({ tags }: Pick<SuiteCase, 'tags'>): string => tags[0] ?? 'other'

/** Parameter → feature, most special first: a request counts in the first that its query holds. */
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
