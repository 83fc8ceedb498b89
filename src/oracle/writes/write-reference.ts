/**
 * The reference server for write sessions. It answers the requests of a session under a profile, and under changes of
 * this profile.
 */
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
  /**
   * Begins a new world: a state of the reference for one session, whose rows are those of the original dataset. A new
   * world does not reuse the ids that earlier worlds gave to rows.
   */
  readonly begin: () => SessionWorld
}

/**
 * A function that answers requests one after another, without an effect on the session's state, and returns the last
 * answer.
 */
export type Fork = (requests: readonly WireRequest[]) => Answer

/** The state of the reference during one session: its rows, and the answers to its requests. */
export interface SessionWorld {
  /** The number of this world among all worlds that the reference has begun, counted from 1. */
  readonly number: number
  /** Answers a request of the session. With the answer to a read, returns the rules of the last write. */
  readonly ask: (request: WireRequest) => Referenced
  /**
   * Keeps the present state of the world. Returns a function that answers requests one after another from this state,
   * and returns the last answer.
   */
  readonly fork: () => Fork
  readonly graph: () => Graph
  /** Discards the rows of this world. The next world continues the sequences of row ids. */
  readonly end: () => void
}

/**
 * Creates the reference for write sessions.
 * @throws ProfileError for an unknown profile or quirk.
 */
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
        fork: () => {
          const at = state
          return (requests) => answerAfter(at, requests, profile)
        },
        graph: () => state.graph,
        end: () => {
          next = withGraph(state, graph)
        },
      }
    },
  }
}

/** Answers requests one after another from a state, and returns the answer to the last request. */
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
  /** The length of the answer's body, in characters. */
  readonly length: number
  /** The state of the reference after the write; undefined for a request that is not a write. */
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
