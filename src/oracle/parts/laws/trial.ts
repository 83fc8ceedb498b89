/** Tests a single live law against the target. */
import { performance } from 'node:perf_hooks'
import type { Ask } from '../../../../properties/arbitraries/request.ts'
import { betterOf, type Evidence, evidenceOf } from '../../../../properties/check/evidence.ts'
import { judged } from '../../../../properties/check/experiment.ts'
import { checkLive } from '../../../../properties/check/law.ts'
import {
  type Experiment,
  type ExperimentInput,
  experimentInputs,
  type LiveLaw,
  type Reply,
  replyOf,
} from '../../../../properties/laws/law.ts'
import type { ApiRequest } from '../../../reference/api.ts'
import type { Graph } from '../../../reference/graph/graph.ts'
import { curl } from '../../../util/url/curl.ts'
import { line } from '../../bodies/line.ts'
import { isStress } from '../../exchange/load.ts'
import type { Session } from '../../exchange/session.ts'
import { type AttemptBudget, bounded, createAttemptBudget } from '../../shrink/effort.ts'
import type { Outcome, WireRequest } from '../../target/target.ts'
import { isReading, onWire, withTokens } from '../../target/wire.ts'
import { createRoundRobin } from './round-robin.ts'

/** The maximum number of lines in the text about a broken law in a report. */
const MAX_LINES = 20
/** The maximum number of experiments to test one law. */
const MAX_TRIES = 100
/** The maximum number of smaller experiments that the check tries, to shrink the experiment that broke a law. */
const MAX_SHRINKS = 60
/** The maximum number of requests that all smaller experiments of a law send together. */
const MAX_SHRINK_REQUESTS = 150
/**
 * The number of times that the check repeats an experiment that shows a fault, before it reports the law as broken.
 */
const REPETITIONS = 2
/**
 * The maximum depths of populates and filters in generated queries. The depths are small because the tested server may
 * be slow.
 */
const DEPTH_LIMITS = { depth: 2, filterDepth: 2 }

export interface Trial {
  /**
   * Resolves to the text about a fault that each repetition shows, with shrunk requests. Resolves to undefined if
   * the law holds.
   */
  readonly findFault: (graph: Graph, seed: number) => Promise<string | undefined>
  /** Returns the number of requests before the law broke, without follow-up requests and repetitions. */
  readonly spent: () => number
  /** Returns the strongest evidence so far that the law holds. */
  readonly evidence: () => Evidence
}

/** Creates the trial of a law. The law passes after `share` requests or `MAX_TRIES` experiments without a fault. */
export function createTrial(session: Session, law: LiveLaw, share: number): Trial {
  const shrinking = createAttemptBudget(MAX_SHRINK_REQUESTS)
  const types = createRoundRobin()
  let drawnType = ''
  let spent = 0
  let evidence: Evidence = 'nothing'
  let isBroken = false
  const note = ({ type }: Ask): void => {
    drawnType = type.uid
  }
  const isWanted = (count: number): boolean =>
    isBroken ? spendAll(shrinking, count) : types.takeTurn(drawnType)
  const put = async ({ requests, follow, judge }: Experiment): Promise<string | undefined> => {
    const wire = (request: ApiRequest): WireRequest => withTokens(onWire(request), session.tokens)
    const wired: Wired = {
      first: requests.map(wire),
      next: (replies) => (follow?.(replies) ?? []).map(wire).filter((request) => maySend(request, session)),
    }
    const { first } = wired
    if (!first.every((request) => maySend(request, session)) || !isWanted(first.length)) return undefined
    if (!isBroken) spent += first.length
    const judgeAll = (replies: readonly Reply[]): string | undefined => {
      const fault = judged(judge, replies)
      if (fault === undefined) evidence = betterOf(evidence, evidenceOf(law, judge, replies))
      return fault
    }
    // Shrinking tries many similar experiments, so the check does not repeat each of them to confirm its fault.
    const fault = isBroken
      ? (await faultOnce(session, wired, judgeAll)).fault
      : await steadyFault(session, wired, judgeAll)
    if (fault === undefined) return undefined
    isBroken = true
    return fault
  }
  return {
    findFault: async (graph, seed) => {
      const isEnough = (): boolean => !isBroken && spent >= share
      const some = bounded(
        experimentInputs.map((input) => withDepthLimits(input, note)),
        createAttemptBudget(MAX_SHRINKS).spend,
        isEnough,
      )
      return (await checkLive(law, graph, { seed, runs: MAX_TRIES }, put, some, isEnough))?.fault
    },
    spent: () => spent,
    evidence: () => evidence,
  }
}

const spendAll = (effort: AttemptBudget, count: number): boolean =>
  Array.from({ length: count }, effort.spend).every(Boolean)

/**
 * Returns whether the test of a law may send a request. The request must not be heavy, and must be a read unless
 * `methods` permits writes.
 */
const maySend = (request: WireRequest, { reference, methods }: Session): boolean =>
  (methods === 'all' || isReading(request)) && !isStress(request, reference.ask(request))

/** Limits the depth of generated requests, and calls `note` with each of them. */
function withDepthLimits(input: ExperimentInput, note: (ask: Ask) => void): ExperimentInput {
  const less =
    (seed: ExperimentInput['ask']): ExperimentInput['ask'] =>
    (graph, settings) => {
      const ask = seed(graph, { ...DEPTH_LIMITS, ...settings })
      note(ask)
      return ask
    }
  return { ...input, ask: less(input.ask), other: less(input.other), more: input.more.map(less) }
}

/** The requests of an experiment in the form that the check sends. */
interface Wired {
  readonly first: readonly WireRequest[]
  readonly next: (replies: readonly Reply[]) => readonly WireRequest[]
}

type Judge = (replies: readonly Reply[]) => string | undefined

/** Returns the fault that an experiment shows, if the fault occurs again in each repetition of the experiment. */
async function steadyFault(session: Session, wired: Wired, judge: Judge): Promise<string | undefined> {
  const { fault, last } = await faultOnce(session, wired, judge)
  if (fault === undefined) return undefined
  for (let time = 0; time < REPETITIONS; time++) {
    if ((await faultOnce(session, wired, judge)).fault !== undefined) continue
    if (last !== undefined) session.flaky.add(last.request, last.outcome)
    return undefined
  }
  return fault
}

interface TrialReport {
  readonly fault: string | undefined
  /** The last request of the experiment, with the target's answer. */
  readonly last: { readonly request: WireRequest; readonly outcome: Outcome } | undefined
}

async function faultOnce({ target, masks }: Session, wired: Wired, judge: Judge): Promise<TrialReport> {
  const replies: Reply[] = []
  let last: TrialReport['last']
  const sent = [...wired.first]
  for (const [at, request] of sent.entries()) {
    const start = performance.now()
    const outcome = await target.ask(request)
    last = { request, outcome }
    if (outcome.kind === 'failed')
      return { fault: outcome.why === 'given up' ? undefined : outcome.message, last }
    const { answer, text } = outcome
    const response = { status: answer.status, headers: answer.headers ?? {}, body: text }
    replies.push(replyOf(response, performance.now() - start))
    if (at === wired.first.length - 1) sent.push(...wired.next(replies))
  }
  const fault = judge(replies)
  if (fault === undefined) return { fault, last }
  const base = /^https?:/.test(target.name) ? target.name : 'http://localhost:1337'
  const lines = [
    ...fault.split('\n', MAX_LINES).map((text) => line(text)),
    ...sent.map((request) => curl({ ...masks.mask(request), url: `${base}${request.url}` })),
  ]
  return { fault: lines.join('\n'), last }
}
