/**
 * After a crash or a hang, finds out whether the target still runs, and which of the last requests ended its process.
 * To find the request that ends the process, the check repeats each of the last requests alone, followed by a health
 * check.
 */
import { isAborted, pause, unlessAborted } from '../abort.ts'
import { failed, type Outcome, type Target, type WireRequest } from '../target.ts'

/** A request that the check sent to the target, with the outcome: an answer or a failure. */
export interface SentRequest {
  readonly request: WireRequest
  readonly outcome: Outcome
}

export interface Recovery {
  /**
   * Restarts the target, or rejects with the reason if the restart fails. The function is absent if the check cannot
   * restart the target.
   */
  readonly restart?: () => Promise<void>
  /** A simple request for health checks, which the target has answered before. */
  readonly plain: WireRequest
  /** The signal that ends the recovery, including its waits and restarts. */
  readonly signal?: AbortSignal
}

/**
 * The result of a recovery after a failure. The kind `back` means that the target answers again. The kind `gone` means
 * that the target does not answer, and `why` is the reason, as the end of a sentence about the target.
 */
export type Diagnosis =
  | {
      readonly kind: 'back'
      readonly settled: readonly SentRequest[]
      readonly culprit: WireRequest | undefined
    }
  | { readonly kind: 'gone'; readonly why: string; readonly culprit: WireRequest | undefined }

/** The maximum number of health checks after a failure, if the check did not restart the target. */
const HEALTH_CHECKS = 12
/** The maximum number of health checks after a restart of the target. */
const HEALTH_CHECKS_AFTER_RESTART = 120
/** The pause between two health checks, in milliseconds. */
const MILLISECONDS_BETWEEN = 250

/**
 * Returns whether the target answers. If the first request gets no answer, a second request is sent, because the target
 * may be flaky.
 */
export async function isHealthy(target: Target, plain: WireRequest): Promise<boolean> {
  if ((await target.ask(plain)).kind === 'answered') return true
  return (await target.ask(plain)).kind === 'answered'
}

/**
 * Finds the request that makes the target fail. The parameter `failures` contains requests that failed at the same
 * time. The parameter `before` contains requests that the target answered shortly before, the newest first. In the
 * result, `settled` has an outcome for each failed request: the outcome when the request is repeated alone, or the
 * original outcome if repetition explains nothing.
 */
export async function findCulprit(
  target: Target,
  {
    failures,
    before,
  }: { readonly failures: readonly SentRequest[]; readonly before: readonly WireRequest[] },
  recovery: Recovery,
): Promise<Diagnosis> {
  const isAlive = await isHealthy(target, recovery.plain)
  // The target still runs and only one request failed. Therefore, the failure of this request is final.
  if (isAlive && failures.length === 1) return { kind: 'back', settled: failures, culprit: undefined }
  const why = isAlive ? undefined : await recover(target, recovery)
  if (why !== undefined) return { kind: 'gone', why: `${goneAfter(failures)}${why}`, culprit: undefined }
  const again: SentRequest[] = []
  let culprit: WireRequest | undefined
  let isExplained = false
  const suspects = isAlive ? [] : before
  for (const request of [...failures.map((sent) => sent.request), ...suspects]) {
    if (isAborted(recovery.signal)) break
    const hasFailed = again.length < failures.length
    if (culprit !== undefined && !hasFailed) break
    const outcome = await target.ask(request)
    const isCrash = !(await isHealthy(target, recovery.plain))
    if (isCrash) culprit ??= request
    if (isCrash || (hasFailed && outcome.kind === 'failed')) isExplained = true
    if (hasFailed) again.push({ request, outcome: isCrash ? crashOutcome(outcome) : outcome })
    if (!isCrash) continue
    const failure = await recover(target, recovery)
    if (failure !== undefined)
      return { kind: 'gone', why: `ended again after ${requestText(request)} alone${failure}`, culprit }
  }
  const isWhole = again.length === failures.length
  return { kind: 'back', settled: isExplained && isWhole ? again : failures, culprit }
}

const crashOutcome = (outcome: Outcome): Outcome =>
  failed(
    outcome.kind === 'failed' ? outcome.why : 'crash',
    `the target ended after this request, even with no other request open (${outcome.kind === 'failed' ? outcome.message : `status ${outcome.answer.status}`})`,
  )

/**
 * Restarts the target if possible, and waits until it answers. Resolves to the reason if the target stays unreachable,
 * otherwise to undefined.
 */
async function recover(target: Target, { restart, plain, signal }: Recovery): Promise<string | undefined> {
  if (isAborted(signal)) return ENDED
  try {
    if (restart !== undefined) await unlessAborted(restart(), signal)
  } catch (error) {
    return `, and the restart failed: ${error instanceof Error ? error.message : String(error)}`
  }
  const attempts = restart === undefined ? HEALTH_CHECKS : HEALTH_CHECKS_AFTER_RESTART
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (attempt > 0) await pause(MILLISECONDS_BETWEEN, signal)
    if (isAborted(signal)) return ENDED
    const outcome = await target.ask(plain)
    if (outcome.kind === 'answered') return undefined
    // Stops after two timeouts, because further health checks would probably time out too.
    if (outcome.why === 'timeout' && attempt > 0) break
  }
  return restart === undefined
    ? ', and did not come back; with `--restart CMD`, the check restarts it and searches for the request that ended it'
    : ', and did not come back after a restart'
}

const ENDED = ', and the run ended before it came back'

function goneAfter(failures: readonly SentRequest[]): string {
  const isEnded = failures.some(({ outcome }) => outcome.kind === 'failed' && outcome.why === 'crash')
  const names = failures.map(({ request }) => requestText(request)).join(' or ')
  return `${isEnded ? 'ended' : 'stopped answering'} after ${names}`
}

/** The maximum length, in characters, of a URL in a message about a culprit. */
const MAX_URL = 200

export const requestText = ({ method, url }: WireRequest): string =>
  `\`${method} ${(url.length > MAX_URL ? `${url.slice(0, MAX_URL)}…` : url).replaceAll('`', '%60')}\``
