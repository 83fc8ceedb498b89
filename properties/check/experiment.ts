/** Runs one experiment of a law against a server. */
import { performance } from 'node:perf_hooks'
import type { ApiRequest } from '../../src/reference/api.ts'
import { type Experiment, type Fault, type LiveLaw, type Reply, replyOf } from '../laws/law.ts'
import { type Server, UnsentError } from '../server.ts'
import { type Evidence, evidenceOf } from './evidence.ts'

export interface ExperimentRun {
  /** All requests of the experiment, including the requests that `follow` returned. */
  readonly requests: readonly ApiRequest[]
  readonly replies: readonly Reply[]
  readonly fault: Fault
  readonly evidence: Evidence
}

/** The options of a run of one experiment. */
interface Trying {
  /** Whether the run also measures the evidence for the law; true by default. */
  readonly isMeasured?: boolean
  /**
   * Returns whether the settings of the check allow the requests that `follow` returns; by default, all requests are
   * allowed.
   */
  readonly allows?: (requests: readonly ApiRequest[]) => boolean
}

/**
 * Sends the requests of an experiment and judges the replies. Returns undefined if `serverAt` or the settings do not
 * allow a request.
 */
export async function tryExperiment(
  law: Pick<LiveLaw, 'looksAt'>,
  experiment: Experiment,
  server: Server,
  { isMeasured = true, allows = () => true }: Trying = {},
): Promise<ExperimentRun | undefined> {
  const requests = [...experiment.requests]
  const replies: Reply[] = []
  const trial = (fault: Fault, evidence: Evidence): ExperimentRun => ({ requests, replies, fault, evidence })
  try {
    for (let at = 0; at < requests.length; at++) {
      const start = performance.now()
      const response = await server(requests[at] ?? { url: '' })
      replies.push(replyOf(response, performance.now() - start))
      const isLast = at === experiment.requests.length - 1
      if (!isLast || experiment.follow === undefined) continue
      const more = experiment.follow(replies)
      if (!allows(more)) return undefined
      requests.push(...more)
    }
  } catch (error) {
    return error instanceof UnsentError ? undefined : trial(messageOf(error), 'something')
  }
  const fault = judged(experiment.judge, replies)
  if (fault !== undefined) return trial(fault, 'something')
  return trial(undefined, isMeasured ? evidenceOf(law, experiment.judge, replies) : 'nothing')
}

/** Returns the fault that `judge` finds in the replies. If `judge` throws an error, this error is the fault. */
export function judged(judge: Experiment['judge'], replies: readonly Reply[]): Fault {
  try {
    const fault: unknown = judge(replies)
    if (fault === undefined || typeof fault === 'string') return fault
    const found = fault instanceof Promise ? 'a promise' : JSON.stringify(fault)
    return `the judge returned ${found}: it must return a text or undefined, and must not be async`
  } catch (error) {
    return `the replies cannot be judged: ${messageOf(error)}`
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Returns the reason why no law can be tested if the server throws an error instead of answering a GET request. */
export const noAnswer = (url: string, error: unknown): string =>
  `GET ${url} has no answer: ${messageOf(error)}`
