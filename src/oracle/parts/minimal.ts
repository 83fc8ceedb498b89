/**
 * Shrinks a generated request whose answer differs, before its mismatch is attributed to rules. Decodes the query of
 * the request and removes the parts without which the answer still differs. Few rules apply to the shrunk request,
 * so the attribution is more certain.
 */
import type { Difference } from '../compare/difference.ts'
import { ask, compareExchange, type Exchange } from '../exchange/session.ts'
import { needlessParts, plainUrl } from '../shrink/query.ts'
import { createShrinker } from '../shrink/shrink.ts'
import type { Run } from './run.ts'

/** The maximum number of smaller requests that the check sends to shrink one request. */
const MAX_ATTEMPTS = 40
/** The maximum number of smaller requests that the check sends to shrink requests in a whole run. */
const MAX_ATTEMPTS_OF_RUN = 600

export interface Minimal {
  readonly exchange: Exchange
  readonly difference: Difference
  /** The indexes of the parts of the query that were removed. */
  readonly gone: ReadonlySet<number>
  /** Whether the remaining query is percent-decoded as far as possible. */
  readonly isPlain: boolean
}

/**
 * Finds a smaller request with the same kind of mismatch as the original: a wrong answer or a 5xx answer. A request
 * without an answer stays as it is.
 */
export async function minimalOf(run: Run, exchange: Exchange, difference: Difference): Promise<Minimal> {
  const { session, attempts } = run
  const first = { exchange, difference }
  const left = Math.min(MAX_ATTEMPTS, MAX_ATTEMPTS_OF_RUN - attempts.minimal)
  const shrinker = createShrinker(first, exchange.outcome.kind === 'failed' ? 0 : Math.max(0, left))
  const way = wayOf(exchange)
  const show = async (url: string): Promise<typeof first | undefined> => {
    attempts.minimal++
    const result = await ask(session, { ...exchange.request, url })
    if (result.kind === 'skipped' || wayOf(result) !== way) return undefined
    const other = compareExchange(session, result)
    return other === null ? undefined : { exchange: result, difference: other }
  }
  const attempt = (url: string): Promise<boolean> => shrinker.attempt(() => show(url))
  const { url } = exchange.request
  const plain = plainUrl(url)
  const isPlain = plain !== url && (await attempt(plain))
  const gone = await needlessParts(isPlain ? plain : url, attempt)
  return { ...shrinker.smallest(), gone, isPlain }
}

/**
 * Returns the kind of a mismatch: `answer`, `crash`, or why there is no answer. A smaller request replaces the original
 * only if its mismatch is of the same kind. For example, a request that crashes the server must still crash it.
 */
const wayOf = ({ outcome }: Exchange): string =>
  outcome.kind === 'failed' ? outcome.why : outcome.answer.status >= 500 ? 'crash' : 'answer'
