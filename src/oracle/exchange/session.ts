/** One request put to both sides, and the two answers compared. */
import { performance } from 'node:perf_hooks'

import { bearerToken } from '../../reference/access.ts'
import type { ApiRequest } from '../../reference/api.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Difference } from '../compare/difference.ts'
import { compareAnswers, type Equality, type EqualityOptions, type ErrorMode } from '../compare/equality.ts'
import type { NamePair } from '../compare/renaming.ts'
import { translateBody } from '../names/body.ts'
import { withoutPrivate } from '../names/closed.ts'
import { isAboutNames, translateRequest } from '../names/request.ts'
import type { Guarded } from '../target/guard.ts'
import type { Answer, Outcome, WireRequest } from '../target/target.ts'
import { isHttpMethod, isReading, onWire, type Tokens, withTokens } from '../target/wire.ts'
import { isStress, STRESS } from './burden.ts'
import type { FlakyCount } from './flaky-count.ts'
import type { Masks } from './masks.ts'
import type { Reference, Referenced } from './reference.ts'

/** The two sides, and what counts as equal between them. */
export interface Session {
  readonly reference: Reference
  readonly target: Guarded
  readonly equality: Equality
  readonly errors: ErrorMode
  readonly tokens: Tokens
  /** `reading`: only GET, HEAD and OPTIONS are sent, for a target that might do what another method asks. */
  readonly methods: 'reading' | 'all'
  /** What is written in place of tokens wherever a request is shown. */
  readonly masks: Masks
  /** Whether requests that stress are sent; see `isStress`. */
  readonly stress: boolean
  /** What was wrong once and right when it was asked again. */
  readonly flaky: FlakyCount
  /** Tokens of the dataset that the target does not know, each with its role. */
  readonly strangers: ReadonlyMap<string, string>
}

/** A request that was sent, with both answers. */
export interface Exchange {
  /** In the names of the reference. */
  readonly request: WireRequest
  /** As sent: in the names of the target. */
  readonly sent: WireRequest
  /** The type that was asked for, if the request is for entries at all. */
  readonly type: ContentType | undefined
  readonly referenced: Referenced
  readonly outcome: Outcome
  /** How long the target took. */
  readonly milliseconds: number
}

export interface Skipped {
  readonly kind: 'skipped'
  readonly why: string
}
export type ExchangeResult = ({ readonly kind: 'asked' } & Exchange) | Skipped

/** Puts a request to both sides. */
export async function ask(session: Session, given: ApiRequest): Promise<ExchangeResult> {
  const { reference, target, equality, tokens, methods, stress } = session
  const ended = target.givenUp()
  if (ended !== undefined) return { kind: 'skipped', why: `the target ${ended}` }
  const request = onWire(given)
  if (methods === 'reading' && !isReading(request))
    return { kind: 'skipped', why: 'a method that might write is not sent' }
  if (!isHttpMethod(request)) return { kind: 'skipped', why: 'HTTP servers refuse its method unseen' }
  const stranger = session.strangers.get(bearerToken(request.headers['authorization']) ?? '')
  if (stranger !== undefined)
    return { kind: 'skipped', why: `the target does not know the token of the role ${stranger}` }
  const route = reference.routeOf(request)
  const translated = translateRequest(request, route, reference.graph, equality)
  if (translated.kind === 'skip') return { kind: 'skipped', why: translated.why }
  const referenced = reference.ask(request)
  if (!stress && isStress(request, referenced)) return { kind: 'skipped', why: STRESS }
  const sent = withTokens(translated.request, tokens)
  const type = route.kind === 'read' ? route.type : undefined
  return put(session, { request, sent, type, referenced })
}

/** Puts to the target what was put to it before, or is ready to be. */
export async function put(
  session: Session,
  ready: Omit<Exchange, 'outcome' | 'milliseconds'>,
): Promise<ExchangeResult> {
  const { request, sent, type, referenced } = ready
  const start = performance.now()
  const answered = await session.target.ask(sent)
  const milliseconds = performance.now() - start
  const outcome = closed(session, ready, answered)
  if (outcome.kind === 'failed' && outcome.why === 'given up')
    return { kind: 'skipped', why: outcome.message }
  return { kind: 'asked', request, sent, type, referenced, outcome, milliseconds }
}

/** Where a real server is expected: without what it never shows by its profile, so that this is neither judged nor told. */
function closed(
  { reference }: Session,
  { type, referenced }: Omit<Exchange, 'outcome' | 'milliseconds'>,
  outcome: Outcome,
): Outcome {
  if (!reference.isReal || type === undefined || outcome.kind === 'failed') return outcome
  const { schema } = reference.graph
  const { answer } = outcome
  const body = withoutPrivate(answer.body, type, schema)
  const isShown = withoutPrivate(referenced.answer.body, type, schema) !== referenced.answer.body
  if (body === answer.body || isShown) return outcome
  return { ...outcome, answer: { ...answer, body }, text: JSON.stringify(body) }
}

/** Whether a request is about entries by name, or by what may be another name. */
export const asksForNames = ({ reference }: Session, given: ApiRequest): boolean =>
  isAboutNames(reference.routeOf(onWire(given)), reference.graph.schema)

/** Compares the answers of an exchange; where they are equal, the names they pair are kept for the run. */
export function judge(session: Session, exchange: Exchange): Difference | null {
  const { referenced, outcome } = exchange
  if (outcome.kind === 'failed') return failureDifference(outcome.message, referenced.answer)
  const { difference, pairs } = compareTo(session, exchange, outcome.answer, referenced.answer)
  if (difference === null) session.equality.renaming.commit(pairs)
  return difference
}

/** Compares the target's answer to some answer that the reference gives, or would give. */
export function compareTo(
  session: Session,
  exchange: Exchange,
  found: Answer,
  expected: Answer,
): EqualityOptions {
  const { type } = exchange
  const first = compareAnswers(expected, found, { type, errors: 'exact' }, session.equality)
  // Whether the words count takes another evaluation, so it is only asked where the words differ.
  if (first.difference === null || !first.difference.path.startsWith('/error/')) return first
  return compareAnswers(expected, found, { type, errors: errorsOf(session, exchange) }, session.equality)
}

/** The words of a refusal do not count where the real server has none. */
function errorsOf({ errors }: Session, { referenced }: Exchange): ErrorMode {
  const isRefusal = referenced.answer.status === 400
  return errors === 'name' || (isRefusal && referenced.isOwnWording()) ? 'name' : 'exact'
}

/** An answer of the target in the names of the reference: those of the run, and those of `pairs`. */
export function inOwnNames(
  { equality }: Session,
  { referenced, type }: Exchange,
  answer: Answer,
  pairs: readonly NamePair[],
): Answer {
  return { ...answer, body: translateBody(answer.body, referenced.answer.body, type, equality, pairs) }
}

export const failureDifference = (message: string, expected: Answer): Difference => ({
  path: 'status',
  expected: expected.status,
  found: `no answer: ${message}`,
})

/**
 * Puts requests to both sides, some at once, and hands on each answer in the order of the requests. What the
 * answers of one batch teach about ids is known to the requests of the next, so that a run is the same every
 * time.
 */
export async function askAll(
  session: Session,
  requests: readonly ApiRequest[],
  batch: number,
  hand: (asked: ExchangeResult, index: number) => void | Promise<void>,
  isEnough: () => boolean = () => false,
): Promise<void> {
  for (let start = 0; start < requests.length && !isEnough(); start += batch) {
    const asked = await Promise.all(
      requests.slice(start, start + batch).map((request) => ask(session, request)),
    )
    for (const [at, one] of asked.entries()) await hand(one, start + at)
  }
}
