/**
 * Reports why the server refused a write: the place of the fault in the body, and a body that the server would accept.
 */
import { explainWrite } from '../../explain/writing/explained.ts'
import { printable } from '../../util/printable.ts'
import type { RefusedWrite } from '../world.ts'

/**
 * The maximum size in bytes of a refused body that the server explains. The explanation of a larger body does not fit
 * on a line.
 */
const MOST_BYTES = 16 * 1024
const MOST_SHOWN = 2_000
/** The maximum number of bytes of all bodies together that the search for an acceptable body tries. */
const MOST_TRIED = 32 * 1024

/**
 * Reports in one line why the server refused a write. Ignores a body that is too long, a 401 answer, and a missing
 * permission, which `missingPermissions` reports.
 */
export function reportRefusal(
  { state, request, roleOfToken }: RefusedWrite,
  profile: string,
  report: (line: string) => void,
): void {
  const { body } = request
  if (body === 'too-large' || (body?.length ?? 0) > MOST_BYTES) return
  const options = { profile, mostTried: MOST_TRIED, ...(roleOfToken === undefined ? {} : { roleOfToken }) }
  const explained = explainWrite(state, request, options)
  if (explained === null || explained.grant !== null || explained.status === 401) return
  const taken =
    explained.body === null ? '' : ` A body that the server accepts: ${JSON.stringify(explained.body)}`
  report(printable(`Refused: ${explained.advice}${taken}`, MOST_SHOWN))
}
