/** `check --watch`: a run after each change, one at a time. */
import { watch } from 'chokidar'

/** Milliseconds without a change after which what was written is taken for whole. */
const SETTLED = 150

/** Runs after each change of some paths until the signal; a change during a run makes one more. */
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
  process.stderr.write(`Waiting for changes of ${paths.join(', ')}; Ctrl-C ends.\n`)
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
  clearTimeout(timer)
  await running
  await watching.close()
}
