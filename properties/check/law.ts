/** Checks one law on a server, and measures the evidence for the law. */
import * as fc from 'fast-check'
import type { ApiRequest } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import {
  type Experiment,
  type ExperimentInput,
  experimentInputs,
  type Fault,
  type LiveLaw,
} from '../laws/law.ts'
import type { Server, ServerOrigin } from '../server.ts'
import { comparedIn } from './compared.ts'
import { betterOf, type Evidence, missingEvidence } from './evidence.ts'
import { type ExperimentRun, judged, messageOf, noAnswer, tryExperiment } from './experiment.ts'
import { type Failure, report } from './report.ts'
import { fullSettings, type LawSettings } from './settings.ts'

/** The numbers of inputs, requests, answers and experiments in the check of a law. */
export interface Counts {
  /** The number of generated inputs. */
  readonly runs: number
  readonly requests: number
  /** The number of answers that are JSON. */
  readonly answers: number
  /** The number of experiments that could have failed, because the law notices a change of their answers. */
  readonly experiments: number
}

interface LawOutcome<Name extends string> {
  readonly outcome: Name
  readonly law: LiveLaw
  readonly counts: Counts
  /** The report of the failure if the law is broken; otherwise a clause that explains the outcome. */
  readonly reason: string
}

/** The outcome of the check of a law, with a reason as text. */
export type LawVerdict =
  | LawOutcome<'held'>
  | LawOutcome<'not tested'>
  | (LawOutcome<'broken'> & { readonly failure: Failure })

/**
 * Checks a law on a server with the schema, settings and roles of `graph`. The rows of `graph` only help to generate
 * requests that find entries.
 *
 * ```ts
 * const { outcome, reason } = await checkLaw(law, serverAt('http://127.0.0.1:1337'), graph, { runs: 200, seed: 1 })
 * if (outcome !== 'held') throw new Error(reason)
 * ```
 */
export async function checkLaw(
  law: LiveLaw,
  server: Server,
  graph: Graph,
  settings: LawSettings = {},
): Promise<LawVerdict> {
  const { runs, seed, path, bias, enough, shrinkRequests, repeated, lacks, limited } = fullSettings(settings)
  const count = { runs: 0, requests: 0, answers: 0, experiments: 0 }
  let evidence: Evidence = 'nothing'
  const { missing, allows } = recording(lacks)
  let last: (ExperimentRun & Pick<Experiment, 'judge'>) | undefined
  let shrunk = 0
  // The cache of replies by request, because many smaller inputs of the shrinking have equal requests.
  const sent = new Map<string, ExperimentRun>()
  const put = async (experiment: Experiment): Promise<Fault> => {
    const key = JSON.stringify(experiment.requests)
    const known = experiment.follow === undefined ? sent.get(key) : undefined
    if (known !== undefined) {
      const fault = judged(experiment.judge, known.replies)
      if (fault !== undefined) last = { ...known, fault, judge: experiment.judge }
      return fault
    }
    const trial = allows(experiment.requests)
      ? await tryExperiment(law, experiment, server, { allows })
      : undefined
    if (trial === undefined) return undefined
    if (last === undefined) {
      count.requests += trial.replies.length
      count.answers += trial.replies.filter(({ json }) => json !== undefined).length
      if (trial.evidence === 'something') count.experiments++
      evidence = betterOf(evidence, trial.evidence)
    } else shrunk += trial.replies.length
    if (trial.fault !== undefined) last = { ...trial, judge: experiment.judge }
    if (last !== undefined) sent.set(key, trial)
    return trial.fault
  }
  // The check may stop after the first input of a `path`, or after `shrinkRequests` requests of the shrinking.
  const isEnough = (): boolean =>
    last === undefined ? path !== undefined && count.runs > 0 : shrunk >= shrinkRequests
  const isOver = (): boolean => {
    if (isEnough()) return true
    if (last === undefined) count.runs++
    return false
  }
  const how = { runs, seed, bias, ...(path === undefined ? {} : { path }) }
  const from = experimentInputs.map(limited)
  const broken = await checkLive(law, graph, how, put, from, isOver)
  const counts: Counts = count
  if (broken !== undefined && last !== undefined) {
    const unanswered = last.replies.length === 0 ? await unansweredBy(server, graph) : undefined
    if (unanswered !== undefined) return { outcome: 'not tested', law, counts, reason: unanswered }
    const origin = settings.origin ?? server.origin
    const failure = failureOf(broken, last, { graph, settings: repeated, isUnfinished: isEnough(), origin })
    return { outcome: 'broken', law, counts, failure, reason: report(failure) }
  }
  const isRepeat = path !== undefined
  const reason =
    missing.size > 0 && evidence === 'nothing' ? excluded([...missing]) : missingEvidence(law, evidence)
  return unbroken(law, counts, isRepeat ? 1 : enough, reason, isRepeat)
}

/**
 * Returns the reason why a server does not answer the simplest request, for example because the server is down;
 * undefined if it answers.
 */
async function unansweredBy(server: Server, { settings: { prefix } }: Graph): Promise<string | undefined> {
  try {
    await server({ url: prefix })
    return undefined
  } catch (error) {
    return noAnswer(prefix, error)
  }
}

/**
 * The advice for a failure that does not occur again. The repetition omits the earlier requests, on which a cache of
 * the server may depend.
 */
const OF_STATE = 'if the server keeps state, an earlier request may have caused the failure'

/** Returns the failure of a law, with the requests and replies of the last experiment that broke the law. */
function failureOf(
  broken: Failure,
  { fault = broken.fault, requests, replies, judge }: ExperimentRun & Pick<Experiment, 'judge'>,
  {
    origin,
    ...rest
  }: Pick<Failure, 'graph' | 'settings' | 'isUnfinished'> & {
    readonly origin: ServerOrigin | undefined
  },
): Failure {
  const compared = comparedIn(judge, replies, fault)
  return {
    ...broken,
    fault,
    requests,
    replies,
    compared,
    ...rest,
    ...(origin === undefined ? {} : { origin }),
  }
}

/**
 * Returns a function that tests whether the settings allow requests, and the set of the excluded parts that the
 * function found.
 */
function recording(lacks: (requests: readonly ApiRequest[]) => readonly string[]): {
  readonly missing: ReadonlySet<string>
  readonly allows: (requests: readonly ApiRequest[]) => boolean
} {
  const missing = new Set<string>()
  const allows = (requests: readonly ApiRequest[]): boolean => {
    const found = lacks(requests)
    for (const one of found) missing.add(one)
    return found.length === 0
  }
  return { missing, allows }
}

/** The maximum number of excluded names that the text of a reason lists. */
const MOST_EXCLUDED = 8

const excluded = (missing: readonly string[]): string =>
  `the settings allow none of its requests, which need ${missing.toSorted().slice(0, MOST_EXCLUDED).join(', ')}`

/**
 * Returns the outcome of a law for which no fault was found. If `isRepeat` is true, only the input of an earlier
 * failure ran.
 */
function unbroken(
  law: LiveLaw,
  counts: Counts,
  enough: number,
  missing: string | undefined,
  isRepeat: boolean,
): LawVerdict {
  const { experiments } = counts
  const holds = isRepeat ? 'it holds for this input' : `${experiments} experiments could have failed`
  if (experiments >= enough)
    return { outcome: 'held', law, counts, reason: isRepeat ? `${holds}; ${OF_STATE}` : holds }
  const few = `only ${holds}, and ${enough} are needed: raise \`runs\``
  return {
    outcome: 'not tested',
    law,
    counts,
    reason: isRepeat ? `${holds}, but ${missing}` : (missing ?? few),
  }
}

export interface Runs {
  readonly runs: number
  readonly seed: number
  /** The path of a reported failure. If the path is set, the check repeats this failure. */
  readonly path?: string
  /** Whether early runs have mostly small inputs, as in fast-check; true by default. */
  readonly bias?: boolean
}

export const parameters = ({ runs, seed, path, bias = true }: Runs) => ({
  numRuns: runs,
  seed,
  unbiased: !bias,
  ...(path === undefined ? {} : { path }),
})

/**
 * Checks a law for any server. The function `faultOf` sends the requests of an experiment and judges the replies. The
 * check stops when `isEnough` returns true.
 */
export async function checkLive(
  law: LiveLaw,
  graph: Graph,
  how: Runs,
  faultOf: (experiment: Experiment) => Promise<Fault>,
  from: fc.Arbitrary<ExperimentInput> = experimentInputs,
  isEnough: () => boolean = () => false,
): Promise<Failure | undefined> {
  const property = fc.asyncProperty(from, async (input) => {
    if (isEnough()) return
    const experiment = experimentOf(law, graph, input)
    fail(experiment === undefined ? undefined : await faultOf(experiment))
  })
  const result = await fc.check(property, parameters(how))
  if (!result.failed || result.counterexample === null) return undefined
  const [input] = result.counterexample
  const requests: readonly ApiRequest[] = experimentOf(law, graph, input)?.requests ?? []
  const fault = textOfError(result.errorInstance)
  return { law, fault, seed: how.seed, path: result.counterexamplePath ?? '', requests }
}

/**
 * Returns the experiment of a law for an input.
 * @throws Error with the id of the law if the law throws.
 */
export function experimentOf(law: LiveLaw, graph: Graph, input: ExperimentInput): Experiment | undefined {
  try {
    return law.experiment(graph, input)
  } catch (error) {
    throw new Error(`the experiment of ${law.id} throws: ${messageOf(error)}`, { cause: error })
  }
}

export function textOfError(error: unknown): string {
  if (error instanceof LawBroken) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

export class LawBroken extends Error {
  override readonly name = 'LawBroken'
}

export function fail(fault: Fault): void {
  if (fault !== undefined) throw new LawBroken(fault)
}
