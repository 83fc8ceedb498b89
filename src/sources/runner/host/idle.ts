/** Postpones work while requests are in progress. */

/** The delay before the postponed work starts, in milliseconds. */
const DELAY = 200
/** The maximum number of times that requests in progress can postpone the work further. */
const MAX_WAITS = 10

/**
 * Runs a function after a delay. If requests are in progress, waits longer, so that the function does not slow down
 * answers.
 */
export function whenIdle(isBusy: () => boolean, run: () => void, waits = MAX_WAITS): void {
  const timer = setTimeout(() => {
    if (isBusy() && waits > 0) whenIdle(isBusy, run, waits - 1)
    else run()
  }, DELAY)
  timer.unref()
}
