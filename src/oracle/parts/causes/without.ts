/**
 * Finds the option of a refused request that the target does not accept. A rule about a whole request does not say
 * which of its options the target refuses.
 */
import { splitTarget } from '../../../util/url/target.ts'
import { keyFrom } from '../../attribution/misread/parts.ts'
import { ask, compareExchange } from '../../exchange/session.ts'
import { isOptionPlace, partsOf, readPart } from '../../names/mentions.ts'
import type { WireRequest } from '../../target/target.ts'
import type { Run } from '../run.ts'

/** The names of the options in `populate`. */
const OPTIONS: ReadonlySet<string> = new Set(['fields', 'filters', 'sort', 'populate', 'on', 'count'])
/** The maximum number of options that the check leaves out of one request, one after the other. */
const MAX_LEFT_OUT = 5
/** The maximum number of requests without an option that the check sends in a whole run. */
const MAX_LEFT_OUT_OF_RUN = 30

/**
 * Leaves out one option of a request after the other, the innermost option first. Resolves to the key of the first
 * option without which the target gives the right answer, such as `populate[author][filters]`; undefined if no option
 * is such. If the request has only one option, the check sends nothing.
 */
export async function refusedOption(run: Run, request: WireRequest): Promise<string | undefined> {
  const { path, search } = splitTarget(request.url)
  const parts = partsOf(search)
  for (const option of optionsIn(parts).slice(0, MAX_LEFT_OUT)) {
    const left = withoutOption(parts, option)
    if (left.length === 0 || run.attempts.without >= MAX_LEFT_OUT_OF_RUN) continue
    run.attempts.without++
    const exchange = await ask(run.session, { ...request, url: `${path}?${left.join('&')}` })
    if (exchange.kind === 'skipped' || exchange.referenced.answer.status === 400) continue
    if (compareExchange(run.session, exchange) === null) return keyFrom(option)
  }
  return undefined
}

/** Returns the names in the keys of all options in a query, the longest keys first. */
function optionsIn(parts: readonly string[]): readonly (readonly string[])[] {
  const keys = parts.flatMap((part) => {
    const { segments } = readPart(part)
    const isOption = (name: string, at: number): boolean =>
      isOptionPlace(segments, at) && (at === 0 || OPTIONS.has(name))
    return segments.flatMap((name, at) => (isOption(name, at) ? [segments.slice(0, at + 1)] : []))
  })
  const unique = new Map(keys.map((names) => [keyFrom(names), names]))
  return [...unique.values()].sort((one, other) => other.length - one.length)
}

/** Returns the parts of a query without an option. An attribute or a type without further options is still populated. */
function withoutOption(parts: readonly string[], option: readonly string[]): readonly string[] {
  const kept = parts.filter((part) => !beginsWith(part, option))
  const place = option.slice(0, -1)
  const isEmpty = place.length > 1 && !kept.some((part) => beginsWith(part, place))
  return isEmpty ? [...kept, `${encodeURIComponent(keyFrom(place))}=true`] : kept
}

const beginsWith = (part: string, names: readonly string[]): boolean => {
  const { segments } = readPart(part)
  return names.every((name, at) => segments[at] === name)
}
