/** The lines of a stream, each of bounded length. */
import { MAX_BODY_BYTES } from '../bodies/excess.ts'

/**
 * Takes a stream piece by piece and hands on its lines, without what ends them. `endless` is called once, for a
 * line that is longer than a body may be, and nothing is handed on after it.
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
