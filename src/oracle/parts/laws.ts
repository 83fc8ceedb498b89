/** The laws that hold between answers, whatever the data: no answer of the reference is needed. */
import { performance } from 'node:perf_hooks'
import { checkLive } from '../../../properties/check.ts'
import { type Experiment, type LiveLaw, lucks, type Reply, replyOf } from '../../../properties/laws/law.ts'
import { liveLaws } from '../../../properties/laws/laws.ts'
import { curl } from '../../ground/curl.ts'
import { line } from '../bodies/line.ts'
import { reasonFor } from '../causes/known-failures.ts'
import type { LawLine } from '../causes/results.ts'
import { isStress } from '../exchange/burden.ts'
import type { Session } from '../exchange/session.ts'
import { bounded, createEffort } from '../shrink/effort.ts'
import type { Outcome, WireRequest } from '../target/target.ts'
import { isReading, onWire, withTokens } from '../target/wire.ts'
import type { Run } from './run.ts'

/** How many lines of a fault are kept. */
const MAX_LINES = 20

/** How often each law is tried at least. */
const MIN_RUNS = 10
/** How many smaller experiments are tried for one that breaks a law. */
const MAX_SHRINKS = 200

/** Tries every law with some of the runs that were asked for, the seed being that of the check. */
export async function runLaws({ session, settings }: Run): Promise<readonly LawLine[]> {
  const { runs, seed, known, onProgress } = settings
  const each = Math.max(MIN_RUNS, Math.floor((runs === 0 ? 1000 : runs) / liveLaws.length))
  const lines: LawLine[] = []
  for (const [at, law] of liveLaws.entries()) {
    const broken = await faultOf(session, law, { seed, runs: each })
    // A law that was not asked to the end does not hold, nor is it broken.
    if (broken === undefined && session.target.givenUp() !== undefined) return lines
    const reason = reasonFor(known, [law.id])
    const { id, says } = law
    if (broken === undefined) lines.push({ id, says, outcome: 'passed', note: undefined })
    else lines.push({ id, says, outcome: reason === undefined ? 'failed' : 'known', note: reason ?? broken })
    const differing = lines.filter(({ outcome }) => outcome === 'failed').length
    onProgress({ part: 'laws', done: at + 1, of: liveLaws.length, differing, sent: session.target.sent() })
  }
  return lines
}

/** What breaks a law, with the smallest requests found; undefined if nothing does. */
async function faultOf(
  session: Session,
  law: LiveLaw,
  how: { readonly seed: number; readonly runs: number },
): Promise<string | undefined> {
  const some = bounded(lucks, createEffort(MAX_SHRINKS).spend)
  const { graph } = session.reference
  const steady = { isKnown: false }
  const told = (experiment: Experiment) => carryOut(session, experiment, steady)
  return (await checkLive(law, graph, how, told, some))?.fault
}

/** How often an experiment that breaks a law is carried out again. */
const TIMES_AGAIN = 2

/**
 * Puts the requests of an experiment, unless one might write or stresses the target, or nothing is put any more, and
 * tells its fault, if it is there each time.
 */
async function carryOut(
  session: Session,
  experiment: Experiment,
  steady: { isKnown: boolean },
): Promise<string | undefined> {
  const { reference, tokens, methods, flaky } = session
  const wired = experiment.requests.map((request) => withTokens(onWire(request), tokens))
  if (methods === 'reading' && !wired.every(isReading)) return undefined
  if (wired.some((request) => isStress(request, reference.ask(request)))) return undefined
  const { fault, last } = await faultIn(session, wired, experiment.judge)
  if (fault === undefined || steady.isKnown) return fault
  for (let time = 0; time < TIMES_AGAIN; time++) {
    if ((await faultIn(session, wired, experiment.judge)).fault !== undefined) continue
    if (last !== undefined) flaky.add(last.request, last.outcome)
    return undefined
  }
  // What makes an experiment smaller tries many that are like it.
  steady.isKnown = true
  return fault
}

interface Told {
  readonly fault: string | undefined
  /** What was put last. */
  readonly last: { readonly request: WireRequest; readonly outcome: Outcome } | undefined
}

async function faultIn(
  { target, masks }: Session,
  wired: readonly WireRequest[],
  judge: Experiment['judge'],
): Promise<Told> {
  const replies: Reply[] = []
  let last: Told['last']
  for (const request of wired) {
    const start = performance.now()
    const outcome = await target.ask(request)
    last = { request, outcome }
    if (outcome.kind === 'failed')
      return { fault: outcome.why === 'given up' ? undefined : outcome.message, last }
    const { answer, text } = outcome
    const response = { status: answer.status, headers: answer.headers ?? {}, body: text }
    replies.push(replyOf(response, performance.now() - start))
  }
  const fault = judged(judge, replies)
  if (fault === undefined) return { fault, last }
  const base = /^https?:/.test(target.name) ? target.name : 'http://localhost:1337'
  const lines = [
    ...fault.split('\n', MAX_LINES).map((text) => line(text)),
    ...wired.map((request) => curl({ ...masks.mask(request), url: `${base}${request.url}` })),
  ]
  return { fault: lines.join('\n'), last }
}

/** A law that cannot read the replies is broken by them. */
function judged(judge: Experiment['judge'], replies: readonly Reply[]): string | undefined {
  try {
    return judge(replies)
  } catch (error) {
    return `the replies cannot be judged: ${error instanceof Error ? error.message : String(error)}`
  }
}
