/** Waits for a promise or for some time, unless an abort signal ends the wait. */

/**
 * Returns whether an abort signal has aborted. Code calls this function instead of reading `aborted`, because
 * TypeScript assumes that a property stays the same during an `await`.
 */
export const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

/** Waits for a promise. Resolves to the value of the promise, or to undefined when the signal aborts first. */
export async function unlessAborted<Value>(
  pending: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> {
  if (signal === undefined) return pending
  let stop = (): void => undefined
  const stopped = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })
  // Once the signal has aborted, no code handles a rejection of the promise, so the rejection is ignored here.
  pending.catch(() => undefined)
  try {
    return await Promise.race([pending, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Waits for some milliseconds, or until the signal aborts. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await unlessAborted(passed, signal)
  clearTimeout(timer)
}
