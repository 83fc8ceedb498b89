/**
 * The experiments of all laws for any server on generated worlds. The tests store the replies of a correct server, to
 * judge many faulty servers.
 */
import * as fc from 'fast-check'
import { type ApiRequest, type ApiResponse, createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { worlds } from '../arbitraries/world.ts'
import { judged } from '../check/experiment.ts'
import { type Experiment, experimentInputs, type LiveLaw, type Reply, replyOf } from '../laws/law.ts'
import type { AnswerRead, ClauseFault } from './clause.ts'

interface ClauseTrial {
  readonly law: LiveLaw
  readonly experiment: Experiment
}

/** A generated world, the experiments of each law on this world, and a correct server that caches its answers. */
export interface Ground {
  readonly graph: Graph
  readonly answer: AnswerRead
  readonly trials: readonly ClauseTrial[]
}

/** Generates worlds with the experiments of all laws; equal seeds give equal worlds. */
export function groundsOf(laws: readonly LiveLaw[], runs: number, seed: number): readonly Ground[] {
  const inputs = fc.tuple(worlds(), experimentInputs)
  return fc.sample(inputs, { seed, numRuns: runs }).map(([{ graph }, input]) => ({
    graph,
    answer: remembering(createReferenceApi(graph).answer),
    trials: laws.flatMap((law) => {
      const experiment = law.experiment(graph, input)
      return experiment === undefined ? [] : [{ law, experiment }]
    }),
  }))
}

/** Makes a server that caches the response to each request. */
export function remembering<Result>(make: (request: ApiRequest) => Result): (request: ApiRequest) => Result {
  const known = new Map<string, Result>()
  return (request) => {
    const key = JSON.stringify(request)
    const result = known.get(key) ?? make(request)
    known.set(key, result)
    return result
  }
}

/** Returns the ids of the laws that a faulty server breaks, each with its first fault. */
export function brokenBy({ around }: ClauseFault, grounds: readonly Ground[]): ReadonlyMap<string, string> {
  const broken = new Map<string, string>()
  for (const { graph, answer, trials } of grounds) {
    const faulty = around(answer, graph)
    for (const { law, experiment } of trials) {
      if (broken.has(law.id)) continue
      const fault = faultOf(experiment, answer, faulty)
      if (fault !== undefined) broken.set(law.id, fault)
    }
  }
  return broken
}

/**
 * Returns the fault that a law finds in the replies of a faulty server. Only replies that differ from the replies of
 * the correct server are judged.
 */
function faultOf(experiment: Experiment, sound: AnswerRead, faulty: AnswerRead): string | undefined {
  const responses: ApiResponse[] = []
  const replies: Reply[] = []
  const put = (requests: readonly ApiRequest[]): boolean =>
    requests
      .map((request) => {
        const response = faulty(request)
        responses.push(response)
        replies.push(replyOnce(response))
        return response !== sound(request)
      })
      .includes(true)
  try {
    const isFirst = put(experiment.requests)
    const isLater = experiment.follow !== undefined && put(experiment.follow(replies))
    return isFirst || isLater ? judged(experiment.judge, replies) : undefined
  } catch (error) {
    return String(error)
  }
}

const replyTo = new WeakMap<ApiResponse, Reply>()

/** Returns the reply for a response. The body of each response is parsed only once. */
function replyOnce(response: ApiResponse): Reply {
  const known = replyTo.get(response) ?? replyOf(response, 0)
  replyTo.set(response, known)
  return known
}
