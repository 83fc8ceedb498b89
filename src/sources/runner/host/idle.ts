/** Postpones work while requests are in progress. */

/** The delay before the work starts, in milliseconds. */
const DELAY = 200
/** The number of times that requests in progress may postpone the work. */
const MAX_WAITS = 10

/** Runs work after a delay, or later if requests are in progress. The work therefore does not slow down answers. */
export function whenIdle(isBusy: () => boolean, run: () => void, waits = MAX_WAITS): void {
  const timer = setTimeout(() => {
    if (isBusy() && waits > 0) whenIdle(isBusy, run, waits - 1)
    else run()
  }, DELAY)
  timer.unref()
}
