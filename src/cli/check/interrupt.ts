/** Handles Ctrl-C and SIGTERM: the first signal ends the run with a partial report, the second ends the program. */

export interface Interruptible {
  readonly signal: AbortSignal
  /** Restores the default handling of the signals. */
  readonly stop: () => void
}

/** The signals that end a run. A CI job that is cancelled or out of time sends SIGTERM. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export function interruptible(): Interruptible {
  const ending = new AbortController()
  const onInterrupt = (): void => {
    if (ending.signal.aborted) process.exit(130)
    ending.abort()
  }
  for (const signal of SIGNALS) process.on(signal, onInterrupt)
  const stop = (): void => {
    for (const signal of SIGNALS) process.off(signal, onInterrupt)
  }
  return { signal: ending.signal, stop }
}
