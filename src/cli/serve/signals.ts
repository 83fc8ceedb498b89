/** Ends a server when the process receives a signal. */

interface Stopping {
  /** Runs once, when the process receives its first signal. */
  readonly begin: () => void
  /** Ends the server at once. */
  readonly stop: () => Promise<void>
  /** Ends the server after the answers in progress are finished. */
  readonly drain: () => Promise<void>
  /** Runs after the server has ended. */
  readonly ended: () => void
}

/** The number of signals that end the server; any further signal ends the process at once. */
const MOST_SIGNALS = 2

/**
 * Ends the server when the process receives SIGTERM or SIGINT. If the first signal is SIGTERM, as process managers
 * send it, the server finishes the answers in progress. SIGINT (Ctrl-C), and any second signal, cut off the answers
 * in progress.
 */
export function stopOnSignals({ begin, stop, drain, ended }: Stopping): void {
  let signals = 0
  const end = (signal: NodeJS.Signals): void => {
    signals++
    if (signals === 1) begin()
    if (signals > MOST_SIGNALS) process.exit(1)
    const isGraceful = signal === 'SIGTERM' && signals === 1
    void (isGraceful ? drain() : stop()).then(ended)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}
