/**
 * Buffers lines of output, because writing each line separately to the stream takes as long as computing an answer.
 */

/** The maximum number of characters in the buffer. */
const MOST = 65_536

/**
 * Returns a function that adds a line to a buffer. At the latest at the end of the event-loop turn, the function
 * prints the buffer.
 */
export function lineWriter(print: (text: string) => unknown): (line: string) => void {
  let held = ''
  let isWaiting = false
  const write = (): void => {
    isWaiting = false
    if (held === '') return
    const lines = held
    held = ''
    print(lines)
  }
  return (line) => {
    held += `${line}\n`
    if (held.length > MOST) write()
    else if (!isWaiting) {
      isWaiting = true
      setImmediate(write)
    }
  }
}
