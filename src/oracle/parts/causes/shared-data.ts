/** Finds the wrong answers that missing data of another wrong answer explains too. */
import { bearerToken } from '../../../reference/access.ts'
import { answerUnder, isOfMissingData } from '../../attribution/misread/misreading.ts'
import { type Suspect, suspectKey } from '../../attribution/suspect.ts'
import type { Finding } from '../../causes/finding.ts'
import { tally } from '../../causes/groups/tally.ts'
import { compareAnswers } from '../../compare/equality.ts'
import type { Session } from '../../exchange/session.ts'
import type { Answer, WireRequest } from '../../target/target.ts'
import type { Run } from '../run.ts'

/** The minimum number of findings that propose missing data, so that the check tries the data for all findings. */
const MIN_PROPOSED = 2
/** The maximum number of documents and links that the check tries for all findings. */
const MAX_PROPOSED = 3
/** The maximum number of findings of a run in which the check tries the data of some findings for all of them. */
const MAX_FINDINGS = 300

/**
 * Returns the findings with the suspects about missing data that several other findings have. A finding proposes only
 * the data at the place of its first difference, but one missing link also changes filters and nested entries.
 */
export function withSharedData(run: Run, findings: readonly Finding[]): readonly Finding[] {
  if (findings.length > MAX_FINDINGS) return findings
  const proposed = findings.flatMap(({ suspects }) => suspects.filter(isOfMissingData))
  const counts = tally(proposed.map(suspectKey))
  const countOf = (suspect: Suspect): number => counts.get(suspectKey(suspect)) ?? 0
  const shared = [...new Map(proposed.map((one) => [suspectKey(one), one] as const)).values()]
    .filter((one) => countOf(one) >= MIN_PROPOSED)
    .sort((one, other) => countOf(other) - countOf(one))
    .slice(0, MAX_PROPOSED)
  if (shared.length === 0) return findings
  return findings.map((finding) => {
    const own = new Set(finding.suspects.map(suspectKey))
    const more = shared.filter((one) => !own.has(suspectKey(one)) && explains(one, finding, run))
    return more.length === 0 ? finding : { ...finding, suspects: [...more, ...finding.suspects] }
  })
}

/** Returns whether a target without some data answers as the target of a finding. */
function explains(suspect: Suspect, finding: Finding, { session }: Run): boolean {
  const { reference, equality } = session
  const seen = seenIn(finding, session)
  if (seen === undefined) return false
  const answer = answerUnder(suspect, seen.request, reference)
  if (answer === undefined) return false
  const routed = reference.routeOf(seen.request)
  const type = 'type' in routed ? routed.type : undefined
  return compareAnswers(answer, seen.found, { type, errors: 'exact' }, equality).difference === null
}

/** Returns the request of a finding and its wrong answer; undefined if the finding keeps no answer to one request. */
function seenIn(
  { foundIn }: Finding,
  session: Session,
): { readonly request: WireRequest; readonly found: Answer } | undefined {
  const { example } = foundIn
  if (example?.found === undefined || foundIn.part === 'data') return undefined
  if (foundIn.part === 'suite' && !('request' in foundIn.suiteCase)) return undefined
  return { request: withToken(example.request, session), found: example.found }
}

/** Returns the request of an example with a token of the same role in place of the shell variable. */
function withToken(request: WireRequest, { masks, reference }: Session): WireRequest {
  const role = masks.access.tokens.get(bearerToken(request.headers['authorization']) ?? '')
  const [token] = [...reference.graph.access.tokens].find(([, of]) => of === role) ?? []
  return token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
}
