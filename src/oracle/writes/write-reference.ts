/** The reference for write sessions: answers the requests of a session, also under other profiles. */
import { createReferenceApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import {
  firstState,
  type WriteRequest,
  type WriteRuleId,
  type WritingState,
  withGraph,
  write,
} from '../../writing/index.ts'
import { REAL, type Referenced } from '../exchange/reference.ts'
import { type Answer, answered, type WireRequest } from '../target/target.ts'

export interface WriteReference {
  /** Begins a new world with the original dataset. The ids of earlier worlds are not reused. */
  readonly begin: () => SessionWorld
}

/** The world of one session. */
export interface SessionWorld {
  /** The number of the world, counted from 1. */
  readonly number: number
  /** Answers a request. The rules of the answer to a read are those of the last write. */
  readonly ask: (request: WireRequest) => Referenced
  readonly graph: () => Graph
  /** Discards the changes of the world, but keeps the id sequences. */
  readonly end: () => void
}

/** @throws ProfileError for an unknown profile or quirk. */
export function createWriteReference(graph: Graph, profile: string): WriteReference {
  let next = firstState(graph)
  let begun = 0
  return {
    begin: () => {
      const start = next
      let state = start
      let rules: readonly WriteRuleId[] = []
      const written: WireRequest[] = []
      const ask = (request: WireRequest): Referenced => {
        const before = [...written]
        const followed = new Set<WriteRuleId>()
        const { answer, after, length } = step(state, request, profile, (rule) => followed.add(rule))
        if (after !== undefined) {
          state = after
          rules = [...followed]
          written.push(request)
        }
        const under = (name: string): Answer => answerAfter(start, [...before, request], name)
        return {
          ...{ answer, rules, length, steps: 0, isOfWriting: true },
          rulesAt: () => [],
          under: (changes) => under([profile, ...changes].join(',')),
          isOwnWording: () => under(REAL).status === 500,
        }
      }
      return {
        number: ++begun,
        ask,
        graph: () => state.graph,
        end: () => {
          next = withGraph(state, graph)
        },
      }
    },
  }
}

/** Answers requests in order, and returns the answer to the last one. */
function answerAfter(start: WritingState, requests: readonly WireRequest[], profile: string): Answer {
  let state = start
  let last: Answer = { status: 0, body: null }
  for (const request of requests) {
    const { answer, after } = step(state, request, profile, () => undefined)
    state = after ?? state
    last = answer
  }
  return last
}

interface Stepped {
  readonly answer: Answer
  /** The length of the body, in characters. */
  readonly length: number
  /** The state after the write; undefined for a request that is not a write. */
  readonly after: WritingState | undefined
}

function step(
  state: WritingState,
  request: WireRequest,
  profile: string,
  cite: (rule: WriteRuleId) => void,
): Stepped {
  const written = write(state, writeRequest(request), { profile, cite })
  const { status, headers, body } =
    written?.answer ?? createReferenceApi(state.graph, { profile }).answer(request)
  return { answer: answered(status, body, headers).answer, length: body.length, after: written?.state }
}

const writeRequest = ({ method, url, headers, body }: WireRequest): WriteRequest => ({
  ...{ method, url, headers },
  ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
})
