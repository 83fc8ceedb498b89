/** Splits a stream into lines of limited length. */
import { MAX_BODY_BYTES } from '../bodies/excess.ts'

/**
 * Passes on each line of a stream without its line break. Calls `endless` once for a line over the limit, and passes
 * on nothing after it.
 */
export function lineReader(take: (line: string) => void, endless: () => void): (piece: string) => void {
  let pieces: string[] = []
  let length = 0
  let isOver = false
  return (piece) => {
    if (isOver) return
    const [first = '', ...rest] = piece.split('\n')
    for (const [at, part] of [first, ...rest].entries()) {
      if (at > 0) {
        take(pieces.join(''))
        pieces = []
        length = 0
      }
      pieces.push(part)
      length += part.length
    }
    isOver = length > MAX_BODY_BYTES
    if (isOver) pieces = []
    if (isOver) endless()
  }
}
