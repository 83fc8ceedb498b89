/** Finds the feature of a case or request: the row of the report's matrix in which it counts. */
import { asDecoded } from '../../util/url/percent.ts'
import type { SuiteCase } from '../suite/case.ts'
import type { WireRequest } from '../target/target.ts'

/** The first tag of a case. */
export const featureOfCase = ({ tags }: Pick<SuiteCase, 'tags'>): string => tags[0] ?? 'other'

/**
 * Parameter → feature, the most specific first. The first pattern that matches the query decides the feature of a
 * request.
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
