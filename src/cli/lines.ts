/** Lines on a stream, many at a time: writing one by one would take as long as answering. */
/** Characters that are held at the most before they are written. */
const MOST = 65_536

/** Writes a line, at the end of the turn at the latest. */
export function lineWriter(stream: { readonly write: (text: string) => unknown }): (line: string) => void {
  let held = ''
  let isWaiting = false
  const write = (): void => {
    isWaiting = false
    if (held === '') return
    const lines = held
    held = ''
    stream.write(lines)
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
