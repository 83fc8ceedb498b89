/** Finds the rules that a request follows because of its query, its headers or its method. */
import { splitTarget } from '../../util/url/target.ts'
import type { Reference } from './reference.ts'
import type { CheckedRule } from './rules.ts'
import type { Exchange } from './session.ts'

/**
 * Returns the rules that an answer follows, without the rules that the answer to a plain GET request for the same path
 * also follows.
 */
export function specificRules(
  reference: Reference,
  { request, referenced }: Pick<Exchange, 'request' | 'referenced'>,
): readonly CheckedRule[] {
  const { path } = splitTarget(request.url)
  const bare = new Set(reference.ask({ method: 'GET', url: path, headers: {} }).rules)
  return referenced.rules.filter((rule) => !bare.has(rule))
}
