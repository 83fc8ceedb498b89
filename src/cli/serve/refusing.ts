/** What `serve` says of a write that it refuses: where it is wrong, and what would be taken. */
import { explainWrite } from '../../explain/writing/explained.ts'
import type { RefusedWrite } from '../../server/world.ts'
import { printable } from '../../util/printable.ts'

/** Longer bodies are nothing to be read in a line. */
const MOST_BYTES = 16 * 1024
const MOST_SHOWN = 2_000

/** Tells it in a line; nothing of what lacks a permission, which is told otherwise. */
export function tellRefusal(
  { state, request, roleOfToken }: RefusedWrite,
  profile: string,
  tell: (line: string) => void,
): void {
  const { body } = request
  if (body === 'too-large' || (body?.length ?? 0) > MOST_BYTES) return
  const options = { profile, ...(roleOfToken === undefined ? {} : { roleOfToken }) }
  const told = explainWrite(state, request, options)
  if (told === null || told.grant !== null || told.status === 401) return
  const taken = told.body === null ? '' : ` Taken would be: ${JSON.stringify(told.body)}`
  tell(printable(`Refused: ${told.advice}${taken}`, MOST_SHOWN))
}
