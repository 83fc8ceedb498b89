/** Handles Ctrl-C: the first press ends the run with a partial report, the second ends the program. */

export interface Interruptible {
  readonly signal: AbortSignal
  /** Restores the default handling of Ctrl-C. */
  readonly stop: () => void
}

export function interruptible(): Interruptible {
  const ending = new AbortController()
  const onInterrupt = (): void => {
    if (ending.signal.aborted) process.exit(130)
    ending.abort()
  }
  process.on('SIGINT', onInterrupt)
  return { signal: ending.signal, stop: () => void process.off('SIGINT', onInterrupt) }
}
