/** Waiting for a target that is being started. */
import type { Target, WireRequest } from '../target/target.ts'

/** Milliseconds between two tries. */
const BETWEEN = 250

/** Resolves when the target answers anything, or when so many seconds have gone by. */
export async function waitForTarget(target: Target, request: WireRequest, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const outcome = await target.ask(request)
    if (outcome.kind === 'answered' || Date.now() + BETWEEN > end) return
    await new Promise((resolve) => setTimeout(resolve, BETWEEN))
  }
}
