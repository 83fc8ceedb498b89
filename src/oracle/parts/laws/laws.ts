/** Tests the live laws: properties that the answers of a server have regardless of the stored data. */
import { type Evidence, missingEvidence } from '../../../../properties/check/evidence.ts'
import type { LiveLaw } from '../../../../properties/laws/law.ts'
import { liveLaws } from '../../../../properties/laws/laws.ts'
import { DATABASES } from '../../../reference/strapi/databases/databases.ts'
import type { Profile } from '../../../reference/strapi/profile.ts'
import { QUIRKS } from '../../../reference/strapi/quirks.ts'
import { reasonFor } from '../../causes/known-failures.ts'
import type { LawLine } from '../../causes/results.ts'
import { sampleData } from '../../sampling/sample.ts'
import type { Run } from '../run.ts'
import { createTrial } from './trial.ts'

/**
 * The number of requests for all laws together if the check generates no requests. Requests for shrinking, follow-up
 * requests and repetitions do not count.
 */
export const DEFAULT_REQUESTS = 800

/**
 * Tests the live laws that apply to the profile against the target, with about the same number of requests each. The
 * total number of requests for laws is `runs`, or `DEFAULT_REQUESTS` if `runs` is 0. Reads some entries of the target
 * first, so that the filters of generated requests match entries.
 */
export async function runLaws({ session, settings }: Run): Promise<readonly LawLine[]> {
  const { runs, seed, known, onProgress } = settings
  const { target, reference, tokens } = session
  const graph = await sampleData(reference.graph, target, tokens)
  const lines: LawLine[] = []
  let left = runs === 0 ? DEFAULT_REQUESTS : runs
  for (const [at, law] of liveLaws.entries()) {
    const excuse = skipReason(law, reference.profile)
    if (excuse !== undefined) {
      lines.push({ id: law.id, says: law.says, outcome: 'skipped', note: excuse })
      continue
    }
    const trial = createTrial(session, law, Math.max(1, Math.ceil(left / (liveLaws.length - at))))
    const broken = await trial.findFault(graph, seed)
    // If the target gives up during a trial, the law is listed neither as passed nor as failed.
    if (broken === undefined && target.givenUp() !== undefined) return lines
    left = Math.max(0, left - trial.spent())
    lines.push(lineOf(law, broken, trial.evidence(), reasonFor(known, [law.id])))
    const differing = lines.filter(({ outcome }) => outcome === 'failed').length
    onProgress({ part: 'laws', done: at + 1, of: liveLaws.length, differing, sent: target.sent() })
  }
  return lines
}

/** Returns the reason, as a clause, why the check skips a law under a profile; undefined if the law applies. */
function skipReason({ stresses, unedited: kept }: LiveLaw, profile: Profile): string | undefined {
  if (stresses === true) return 'the requests of this law may overload a server'
  const isKept =
    kept === 'by every server' || isDocumented(profile) || (kept === 'by the newest' && isNewest(profile))
  return isKept ? undefined : `servers like ${profile.name} are known to break it`
}

const isDocumented = ({ quirks, changes, database }: Profile): boolean =>
  quirks.size === 0 && changes.size === 0 && database === DATABASES.plain

/**
 * Returns whether a profile contains neither changes of older releases nor quirks that stand for a reading of the
 * guide.
 */
const isNewest = ({ quirks, changes }: Profile): boolean =>
  changes.size === 0 && [...quirks].every((id) => QUIRKS[id].kind !== 'reading')

function lineOf(
  law: LiveLaw,
  broken: string | undefined,
  evidence: Evidence,
  reason: string | undefined,
): LawLine {
  const { id, says } = law
  if (broken !== undefined)
    return { id, says, outcome: reason === undefined ? 'failed' : 'known', note: reason ?? broken }
  const blind = missingEvidence(law, evidence)
  return { id, says, outcome: blind === undefined ? 'passed' : 'skipped', note: blind }
}
