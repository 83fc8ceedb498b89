/** Splits the output stream of a process into lines, and limits the length of a line. */
import { MAX_BODY_BYTES } from '../bodies/excess.ts'

/**
 * Returns a function that takes the chunks of a stream and calls `take` with each line, without its line break. Calls
 * `endless` at the first line that is too long, and ignores all later input.
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
