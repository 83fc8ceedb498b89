/** The laws that hold between answers, whatever the data: no answer of the reference is needed. */
import type { LiveLaw } from '../../../../properties/laws/law.ts'
import { liveLaws } from '../../../../properties/laws/laws.ts'
import { DATABASES } from '../../../reference/strapi/databases/databases.ts'
import type { Profile } from '../../../reference/strapi/profile.ts'
import { QUIRKS } from '../../../reference/strapi/quirks.ts'
import { reasonFor } from '../../causes/known-failures.ts'
import type { LawLine } from '../../causes/results.ts'
import { learnData } from '../../learn/learn.ts'
import type { Run } from '../run.ts'
import { blindness, type Sight } from './sight.ts'
import { createTrial } from './trial.ts'

/** How many requests are put for all laws together where nothing else is said, besides what makes faults smaller. */
export const LAW_REQUESTS = 800

/**
 * Holds every law against the target, each with its share of the requests: as many as are generated otherwise, or
 * `LAW_REQUESTS`. The target is first asked for what it has, so that the requests find something.
 */
export async function runLaws({ session, settings }: Run): Promise<readonly LawLine[]> {
  const { runs, seed, known, onProgress } = settings
  const { target, reference, tokens } = session
  const graph = await learnData(reference.graph, target, tokens)
  const lines: LawLine[] = []
  let left = runs === 0 ? LAW_REQUESTS : runs
  for (const [at, law] of liveLaws.entries()) {
    const excuse = excuseFrom(law, reference.profile)
    if (excuse !== undefined) {
      lines.push({ id: law.id, says: law.says, outcome: 'not looked at', note: excuse })
      continue
    }
    const trial = createTrial(session, law, Math.max(1, Math.ceil(left / (liveLaws.length - at))))
    const broken = await trial.faultIn(graph, seed)
    // A law that was not asked to the end does not hold, nor is it broken.
    if (broken === undefined && target.givenUp() !== undefined) return lines
    left = Math.max(0, left - trial.spent())
    lines.push(lineOf(law, broken, trial.sight(), reasonFor(known, [law.id])))
    const differing = lines.filter(({ outcome }) => outcome === 'failed').length
    onProgress({ part: 'laws', done: at + 1, of: liveLaws.length, differing, sent: target.sent() })
  }
  return lines
}

/** Why a law is not held against a server at all, as a clause. */
function excuseFrom({ stresses, kept }: LiveLaw, profile: Profile): string | undefined {
  if (stresses === true) return 'it asks for what may take a server long'
  const isKept =
    kept === 'by every server' || isDocumented(profile) || (kept === 'by the newest' && isNewest(profile))
  return isKept ? undefined : `servers as ${profile.name} are known to break it`
}

const isDocumented = ({ quirks, changes, database }: Profile): boolean =>
  quirks.size === 0 && changes.size === 0 && database === DATABASES.plain

/** Without what older releases do, and without readings that no server has. */
const isNewest = ({ quirks, changes }: Profile): boolean =>
  changes.size === 0 && [...quirks].every((id) => QUIRKS[id].kind !== 'reading')

function lineOf(law: LiveLaw, broken: string | undefined, sight: Sight, reason: string | undefined): LawLine {
  const { id, says } = law
  if (broken !== undefined)
    return { id, says, outcome: reason === undefined ? 'failed' : 'known', note: reason ?? broken }
  const blind = blindness(law, sight)
  return { id, says, outcome: blind === undefined ? 'passed' : 'not looked at', note: blind }
}
