/** Sends a request to a real server and to the reference, and compares their answers. */
import type { Difference } from '../../../src/oracle/compare/difference.ts'
import type { Answer, Target, WireRequest } from '../../../src/oracle/target/target.ts'
import { answered } from '../../../src/oracle/target/target.ts'
import { type Tokens, withTokens } from '../../../src/oracle/target/wire.ts'
import { createReferenceApi } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { firstOf } from './difference.ts'
import { isExcessive } from './excess.ts'

export type Compared =
  | { readonly kind: 'alike'; readonly real: Answer }
  | {
      readonly kind: 'different'
      readonly difference: Difference
      readonly real: Answer
      readonly ours: Answer
    }
  /** The outcome if the answers cannot be compared. */
  | { readonly kind: 'left out'; readonly why: 'shows too much' | 'no answer' }

export type Compare = (request: WireRequest) => Promise<Compared>

export interface Sides {
  readonly graph: Graph
  readonly profile: string
  readonly target: Target
  readonly tokens: Tokens
}

/**
 * Creates a function that compares the answers to a request.
 * @throws ProfileError for an unknown profile.
 */
export function comparer({ graph, profile, target, tokens }: Sides): Compare {
  const api = createReferenceApi(graph, { profile })
  return async (request) => {
    const outcome = await target.ask(withTokens(request, tokens))
    if (outcome.kind === 'failed') return { kind: 'left out', why: 'no answer' }
    const { answer: real } = outcome
    const { status, headers, body } = api.answer(request)
    const ours = answered(status, body, headers).answer
    const difference = firstOf(real, ours)
    if (difference === null) return { kind: 'alike', real }
    return isExcessive(request, real, graph)
      ? { kind: 'left out', why: 'shows too much' }
      : { kind: 'different', difference, real, ours }
  }
}
