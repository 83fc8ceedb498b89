/** The features of the matrix. Each case and each request counts in the row of one feature. */
import { asDecoded } from '../../util/url/percent.ts'
import type { SuiteCase } from '../suite/case.ts'
import type { WireRequest } from '../target/target.ts'

/** The first tag of a case. */
export const featureOfCase = ({ tags }: Pick<SuiteCase, 'tags'>): string => tags[0] ?? 'other'

/** Parameter → feature, the most specific first. A request counts in the first one that its query contains. */
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
