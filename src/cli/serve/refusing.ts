/** Prints why `serve` refused a write: the place of the fault, and an acceptable body. */
import { explainWrite } from '../../explain/writing/explained.ts'
import type { RefusedWrite } from '../../server/world.ts'
import { printable } from '../../util/printable.ts'

/** The limit of explained bodies, because a longer one does not fit a line. */
const MOST_BYTES = 16 * 1024
const MOST_SHOWN = 2_000
/** The limit of the search for an acceptable body, in bytes; the search would otherwise cost more than the write. */
const MOST_TRIED = 32 * 1024

/** Prints the explanation in one line. A missing permission has a message of its own. */
export function printRefusal(
  { state, request, roleOfToken }: RefusedWrite,
  profile: string,
  print: (line: string) => void,
): void {
  const { body } = request
  if (body === 'too-large' || (body?.length ?? 0) > MOST_BYTES) return
  const options = { profile, mostTried: MOST_TRIED, ...(roleOfToken === undefined ? {} : { roleOfToken }) }
  const explained = explainWrite(state, request, options)
  if (explained === null || explained.grant !== null || explained.status === 401) return
  const taken =
    explained.body === null ? '' : ` A body that the server accepts: ${JSON.stringify(explained.body)}`
  print(printable(`Refused: ${explained.advice}${taken}`, MOST_SHOWN))
}
