/** Waits for promises and times until an abort signal ends the wait. */

/**
 * Whether a signal has aborted. A function, because TypeScript would assume that the property stays the same during an
 * `await`.
 */
export const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true

/** Resolves with the promise, or with undefined when the signal ends the wait. */
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
  // After the signal, no code handles a rejection of the promise, so it is ignored here.
  pending.catch(() => undefined)
  try {
    return await Promise.race([pending, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Waits for some milliseconds, unless the signal ends the wait. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await unlessAborted(passed, signal)
  clearTimeout(timer)
}
