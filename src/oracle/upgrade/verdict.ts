/**
 * The verdict about an upgrade from the comparison of two servers. The verdict is `not compared` if most requests fail
 * on both servers, because equal failures prove nothing.
 */
import type { Comparison } from './compare.ts'
import type { LiveReport } from './live.ts'

export type UpgradeVerdict = 'alike' | 'changed' | 'breaks' | 'not compared'

export interface VerdictAndFix {
  readonly verdict: UpgradeVerdict
  /** The advice to the user to make the requests comparable; null for a verdict other than `not compared`. */
  readonly fix: string | null
}

/** The exit status of `populace upgrade` for each verdict. */
export const EXIT_OF: { readonly [verdict in UpgradeVerdict]: 0 | 1 | 2 } = {
  alike: 0,
  changed: 0,
  breaks: 1,
  'not compared': 2,
}

/**
 * Judges a comparison of two servers. The verdict is `not compared` if more than half of the requests or of the
 * traffic fail on both servers. The verdict is the same if more than half of the requests get no answer from a real
 * server, or if a single real server differs from the prediction for more than half of them. A changed answer of two
 * real servers counts for the verdict even if the change was not predicted.
 */
export function judged(
  { asked, hits, alike, broken, failing }: Comparison,
  live: LiveReport | null = null,
): VerdictAndFix {
  const real = live?.servers.length === 2 ? live.surprises : []
  const failed = sum(failing.map(({ count }) => count))
  const failedHits = sum(failing.map((one) => one.hits))
  if (asked === 0 && real.length === 0) return { verdict: 'not compared', fix: NO_REQUEST_FIX }
  if (failed * 2 > asked || failedHits * 2 > hits)
    return { verdict: 'not compared', fix: fixOf(failing[0]?.status ?? 0) }
  const liveFix = live === null ? null : liveFixOf(live)
  if (liveFix !== null) return { verdict: 'not compared', fix: liveFix }
  if (broken > 0 || real.some(({ breaks }) => breaks)) return { verdict: 'breaks', fix: null }
  return { verdict: alike === asked && real.length === 0 ? 'alike' : 'changed', fix: null }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The advice to the user if the servers answer every request with 401. */
export const TOKEN_FIX =
  'The data does not contain the token, or the token expired. Send a valid token, or name its role: --token ROLE=VALUE.'

/** The advice to the user if the project's own code answers all requests without the content API. */
const NO_REQUEST_FIX =
  "The project's own code answers all requests, so only tests of this code on both releases can show a difference."

/**
 * Returns the advice to the user if too few requests get a real answer, or if most answers of a single real server
 * differ from the prediction; null otherwise.
 */
function liveFixOf({ servers, asked, unanswered, confirmed }: LiveReport): string | null {
  if (unanswered * 2 > asked) return 'Start the real server, or correct its URL: it answers too few requests.'
  const differing = asked - unanswered - confirmed
  if (servers.length !== 1 || differing * 2 <= asked) return null
  return 'Give the real server a copy of the same database, and name its release: most of its answers differ from the predicted ones.'
}

function fixOf(status: number): string {
  if (status === 401) return TOKEN_FIX
  if (status === 403)
    return "The requests' role may not read this. Permit it, such as --grant '*.find' and --grant '*.findOne', or send a token: --token VALUE."
  return 'Correct the requests that both sides refuse, or leave them out.'
}
