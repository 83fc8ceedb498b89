/** Cites the rule about query parameters without a value. */
import { isList, isMap, type Raw, type RawMap } from '../parse/url.ts'
import type { Cite } from '../rules.ts'

/**
 * The parameters whose members have values, such as `pagination[page]`. The members of all parameters except
 * `pagination` are names, to which another rule applies.
 */
const OF_VALUES: ReadonlySet<string> = new Set(['pagination'])

/** Cites the rule `query.no-value` if a parameter of a valid query has no value. */
export function citeUnvalued(raw: RawMap, cite: Cite): void {
  const isUnvalued = ([key, value]: readonly [string, Raw | undefined]): boolean =>
    value === null ||
    (isList(value) && value.length > 0 && value.every((item) => item === null)) ||
    (OF_VALUES.has(key) && isMap(value) && Object.values(value).includes(null))
  if (Object.entries(raw).some(isUnvalued)) cite('query.no-value')
}
