/** Waits until a target that is still starting answers. */
import { pause, unlessAborted } from '../target/abort.ts'
import type { Target, WireRequest } from '../target/target.ts'

/** The pause between two requests to a target that is starting, in milliseconds. */
const BETWEEN = 250

/** Resolves when the target answers, when the given number of seconds has passed, or when the signal ends the run. */
export async function waitForTarget(
  target: Target,
  request: WireRequest,
  seconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const outcome = await unlessAborted(target.ask(request), signal)
    if (outcome === undefined || outcome.kind === 'answered' || Date.now() + BETWEEN > end) return
    await pause(BETWEEN, signal)
    if (signal?.aborted === true) return
  }
}
