/** Splits a stream into lines of limited length. */
import { MAX_BODY_BYTES } from '../bodies/excess.ts'

/**
 * Calls `take` with each line of a stream, without its line break. Calls `endless` for the first line over the limit,
 * and ignores the rest of the stream.
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
