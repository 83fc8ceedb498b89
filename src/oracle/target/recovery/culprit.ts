/**
 * After a crash or a hang: whether the target is there, and which request of the last ones takes it away. Each is put
 * alone, and after each it is looked whether the target still answers what it answered before.
 */
import { failed, type Outcome, type Target, type WireRequest } from '../target.ts'

/** A request that was put, and what came of it. */
export interface SentRequest {
  readonly request: WireRequest
  readonly outcome: Outcome
}

export interface Recovery {
  /** Starts the target again; left out where nobody can. Rejects with what went wrong. */
  readonly restart?: () => Promise<void>
  /** A request that was answered, so that a target that is well answers it. */
  readonly plain: WireRequest
}

/** What was found out; `gone` says why nothing more is asked, as the end of a sentence about the target. */
export type Verdict =
  | {
      readonly kind: 'back'
      readonly settled: readonly SentRequest[]
      readonly culprit: WireRequest | undefined
    }
  | { readonly kind: 'gone'; readonly why: string; readonly culprit: WireRequest | undefined }

/** How often it is looked whether a target is back, and how many milliseconds lie between. */
const LOOKS = 12
const LOOKS_AFTER_RESTART = 120
const BETWEEN = 250

/** Whether the target answers; one that fails now and then is asked twice. */
export async function isWell(target: Target, plain: WireRequest): Promise<boolean> {
  if ((await target.ask(plain)).kind === 'answered') return true
  return (await target.ask(plain)).kind === 'answered'
}

/**
 * `fallen` failed together, `before` were answered shortly before, the last first. `settled` has for each of `fallen`
 * what came of it: its failure where it is to blame or nobody is, else what it was answered when it was put alone.
 */
export async function findCulprit(
  target: Target,
  { fallen, before }: { readonly fallen: readonly SentRequest[]; readonly before: readonly WireRequest[] },
  recovery: Recovery,
): Promise<Verdict> {
  const isAlive = await isWell(target, recovery.plain)
  // Of one that is well and failed one request, this one is to blame.
  if (isAlive && fallen.length === 1) return { kind: 'back', settled: fallen, culprit: undefined }
  const why = isAlive ? undefined : await comeBack(target, recovery)
  if (why !== undefined) return { kind: 'gone', why: `${goneAfter(fallen)}${why}`, culprit: undefined }
  const again: SentRequest[] = []
  let culprit: WireRequest | undefined
  let isExplained = false
  const suspects = isAlive ? [] : before
  for (const request of [...fallen.map((put) => put.request), ...suspects]) {
    const isFallen = again.length < fallen.length
    if (culprit !== undefined && !isFallen) break
    const outcome = await target.ask(request)
    const isKilling = !(await isWell(target, recovery.plain))
    if (isKilling) culprit ??= request
    if (isKilling || (isFallen && outcome.kind === 'failed')) isExplained = true
    if (isFallen) again.push({ request, outcome: isKilling ? killed(outcome) : outcome })
    if (!isKilling) continue
    const lost = await comeBack(target, recovery)
    if (lost !== undefined)
      return { kind: 'gone', why: `ended again with ${told(request)} alone${lost}`, culprit }
  }
  return { kind: 'back', settled: isExplained ? again : fallen, culprit }
}

const killed = (outcome: Outcome): Outcome =>
  failed(
    outcome.kind === 'failed' ? outcome.why : 'crash',
    `the target ended with this request, also when it was asked alone (${outcome.kind === 'failed' ? outcome.message : `status ${outcome.answer.status}`})`,
  )

/** Waits until the target answers, after it was started again if somebody can; why it does not, where it does not. */
async function comeBack(target: Target, { restart, plain }: Recovery): Promise<string | undefined> {
  try {
    await restart?.()
  } catch (error) {
    return `, and could not be started again: ${error instanceof Error ? error.message : String(error)}`
  }
  const looks = restart === undefined ? LOOKS : LOOKS_AFTER_RESTART
  for (let look = 0; look < looks; look++) {
    if (look > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN))
    const outcome = await target.ask(plain)
    if (outcome.kind === 'answered') return undefined
    // Who lets every look run out of time is not waited for a dozen times.
    if (outcome.why === 'timeout' && look > 0) break
  }
  return restart === undefined
    ? ', and did not come back; `--restart CMD` starts it again, and the request that ends it is searched for'
    : ', and did not come back after it was started again'
}

function goneAfter(fallen: readonly SentRequest[]): string {
  const isEnded = fallen.some(({ outcome }) => outcome.kind === 'failed' && outcome.why === 'crash')
  const names = fallen.map(({ request }) => told(request)).join(' or ')
  return `${isEnded ? 'ended' : 'answered nothing any more'} after ${names}`
}

/** The longest address that is told. */
const MAX_URL = 200

export const told = ({ method, url }: WireRequest): string =>
  `\`${method} ${(url.length > MAX_URL ? `${url.slice(0, MAX_URL)}…` : url).replaceAll('`', '%60')}\``
