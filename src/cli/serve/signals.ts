/** How signals end a server. */

interface Stopping {
  /** Called once, at the first signal. */
  readonly begin: () => void
  /** Ends at once. */
  readonly stop: () => Promise<void>
  /** Finishes the answers in progress. */
  readonly drain: () => Promise<void>
  /** Called when no answer is in progress any more. */
  readonly ended: () => void
}

/** One more ends the process at once. */
const MOST_SIGNALS = 2

/** SIGTERM, which a process manager sends, finishes the answers in progress. SIGINT (Ctrl-C) and a second signal do not. */
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
