/** Buffers lines of output, because one write per line would take as long as an answer. */
/** The limit of buffered characters. */
const MOST = 65_536

/** Buffers a line until the end of the turn at the latest. */
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
