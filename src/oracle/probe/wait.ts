/** Waits for a target that is starting. */
import type { Target, WireRequest } from '../target/target.ts'

/** Milliseconds between two attempts. */
const BETWEEN = 250

/** Resolves when the target answers, or after the given number of seconds. */
export async function waitForTarget(target: Target, request: WireRequest, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const outcome = await target.ask(request)
    if (outcome.kind === 'answered' || Date.now() + BETWEEN > end) return
    await new Promise((resolve) => setTimeout(resolve, BETWEEN))
  }
}
