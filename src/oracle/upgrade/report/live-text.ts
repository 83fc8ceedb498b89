/** Makes the lines of the upgrade report about real servers and other databases. */
import { printable } from '../../../util/printable.ts'
import type { Elsewhere } from '../elsewhere.ts'
import type { LiveReport, Surprise } from '../live.ts'

const LINE = 500
const SHOWN = 10

/**
 * Returns one line per database, such as `On postgres, 5 requests get another answer (3 break), because of nulls:
 * /api/articles?sort=title`.
 */
export const elsewhereLines = (databases: readonly Elsewhere[], asked: number): readonly string[] =>
  databases.map((one) => {
    const { database, changed, broken, because, request } = one
    const all = changed === 1 ? 'request' : 'requests'
    const which = one.asked < asked ? `of the ${one.asked} most frequent requests` : all
    const verb = changed === 1 ? 'gets' : 'get'
    return `On ${database}, ${changed} ${which} ${verb} another answer (${broken} break), because of ${because.join(', ') || 'several decisions together'}: ${printable(request, LINE)}`
  })

/** Returns the lines of the upgrade report about the answers of real servers; empty if no real server was compared. */
export function liveLines(live: LiveReport | null): readonly string[] {
  if (live === null) return []
  const { servers, asked, unanswered, confirmed, missing, surprises } = live
  const lost = unanswered === 0 ? '' : `; ${unanswered} got no answer`
  const names = servers.map((name) => printable(name, LINE)).join(' and ')
  if (servers.length < 2)
    return [
      `${names}: ${confirmed} of ${asked} answers match the prediction, ${surprises.length} differ${lost}.`,
      ...linesOf('not predicted', surprises),
    ]
  return [
    `${names}: ${confirmed} predicted changes are confirmed, ${missing.length} are not, ${surprises.length} changes were not predicted${lost}.`,
    ...linesOf('not predicted', surprises),
    ...linesOf('not confirmed', missing),
  ]
}

function linesOf(what: string, found: readonly Surprise[]): readonly string[] {
  const shown = found.slice(0, SHOWN).map(({ request, path, predicted, real }) => {
    const at = path === '' ? 'the body' : path
    return printable(`  ${what}: ${request} at ${at}: predicted ${predicted}, real ${real}`, LINE)
  })
  const rest = found.length - shown.length
  return rest > 0 ? [...shown, `  and ${rest} more ${what}`] : shown
}
