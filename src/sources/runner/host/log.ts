/** Prepares the log lines of the project's code for the terminal. */
import { printable } from '../../../util/printable.ts'

export type HostLog = (level: 'info' | 'warn' | 'error', text: string) => void

const MAX_LENGTH = 1500
const MAX_KNOWN = 2000

/**
 * Wraps a log function, so that control characters in log lines are escaped and each different warning or error is
 * printed only once.
 */
export function onceEach(print: HostLog): HostLog {
  const known = new Set<string>()
  return (level, text) => {
    const line = printable(String(text), MAX_LENGTH)
    if (level !== 'info') {
      if (known.has(line) || known.size >= MAX_KNOWN) return
      known.add(line)
    }
    print(level, line)
  }
}
