/** `check --watch`: runs the check again after each change of a file. */

import { watch } from 'chokidar'
import { printableLines } from '../../util/printable.ts'
import { printError } from '../terminal.ts'

/** The time in milliseconds that must pass after the latest change before a run starts. */
const SETTLED = 150

/**
 * Runs the check after each change of the watched paths, until the signal aborts. Any number of changes during a run
 * cause one further run.
 */
export async function whileWatching(
  paths: readonly string[],
  signal: AbortSignal,
  run: () => Promise<void>,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStale = false
  let running: Promise<void> | undefined
  const renew = async (): Promise<void> => {
    while (isStale && !signal.aborted) {
      isStale = false
      await run()
    }
    running = undefined
  }
  const watching = watch([...paths], {
    ignoreInitial: true,
    ignored: (path) => path.includes('node_modules') || path.includes('.git/'),
  })
  watching.on('all', () => {
    isStale = true
    clearTimeout(timer)
    timer = setTimeout(() => {
      running ??= renew()
    }, SETTLED)
  })
  printError(printableLines(`Waiting for changes of ${paths.join(', ')}; Ctrl-C ends.`))
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
  clearTimeout(timer)
  await running
  await watching.close()
}
