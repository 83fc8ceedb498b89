/** Sends one request to reference and target, and compares the two answers. */
import { performance } from 'node:perf_hooks'

import { bearerToken } from '../../reference/access.ts'
import type { ApiRequest } from '../../reference/api.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Difference } from '../compare/difference.ts'
import { type AnswerComparison, compareAnswers, type Equality, type ErrorMode } from '../compare/equality.ts'
import type { NamePair } from '../compare/renaming.ts'
import { translateBody } from '../names/answer.ts'
import { mentionsNames, translateRequest } from '../names/request.ts'
import { withoutPrivate } from '../names/without-private.ts'
import type { Guarded } from '../target/guard.ts'
import type { Answer, Outcome, WireRequest } from '../target/target.ts'
import { isHttpMethod, isReading, onWire, type Tokens, withTokens } from '../target/wire.ts'
import { type AnswerByCode, afterCode } from './after-code.ts'
import type { FlakyCount } from './flaky-count.ts'
import { isStress, STRESS } from './load.ts'
import type { Masks } from './masks.ts'
import type { Reference, Referenced } from './reference.ts'

/** The reference and the target of a run, with the settings for the comparison of their answers. */
export interface Session {
  readonly reference: Reference
  readonly target: Guarded
  readonly equality: Equality
  readonly errors: ErrorMode
  readonly tokens: Tokens
  /** The methods that the check sends. With `reading`, it sends only methods that change nothing, such as GET. */
  readonly methods: 'reading' | 'all'
  /** The variables that replace tokens in each printed request. */
  readonly masks: Masks
  /** Whether the check also sends heavy requests; see `isStress`. */
  readonly stress: boolean
  /** The counter of requests whose first answer was wrong and whose answer after a repetition was right. */
  readonly flaky: FlakyCount
  /** The tokens of the dataset that the target does not accept, each with its role. */
  readonly unknownTokens: ReadonlyMap<string, string>
  /** The uids of the content types that the target does not serve. */
  readonly unserved: ReadonlySet<string>
  /**
   * The function that runs requests through the project's own code, if the dataset belongs to a Strapi project with
   * code.
   */
  readonly code?: AnswerByCode
}

/** A request that the check sent, with the reference's answer and the target's outcome. */
export interface Exchange {
  /** The request with the ids of the reference. */
  readonly request: WireRequest
  /** The request as the check sent it to the target, with the ids and the tokens of the target. */
  readonly sent: WireRequest
  /** The requested content type; undefined if the request is not for entries. */
  readonly type: ContentType | undefined
  readonly referenced: Referenced
  readonly outcome: Outcome
  /** The response time of the target, in milliseconds. */
  readonly milliseconds: number
}

export interface Skipped {
  readonly kind: 'skipped'
  readonly why: string
}
export type ExchangeResult = ({ readonly kind: 'sent' } & Exchange) | Skipped

/** Sends a request to the reference and to the target. */
export async function ask(session: Session, given: ApiRequest): Promise<ExchangeResult> {
  const { reference, target, equality, tokens, methods, stress } = session
  const ended = target.givenUp()
  if (ended !== undefined) return { kind: 'skipped', why: `the target ${ended}` }
  const request = onWire(given)
  if (methods === 'reading' && !isReading(request))
    return { kind: 'skipped', why: 'the check only sends methods that read' }
  if (!isHttpMethod(request))
    return { kind: 'skipped', why: 'HTTP servers refuse the method before they read the request' }
  const unknownRole = session.unknownTokens.get(bearerToken(request.headers['authorization']) ?? '')
  if (unknownRole !== undefined)
    return { kind: 'skipped', why: `the target refuses the token of the role ${unknownRole}` }
  const route = reference.routeOf(request)
  const translated = translateRequest(request, route, reference.graph, equality)
  if (translated.kind === 'skip') return { kind: 'skipped', why: translated.why }
  const plain = reference.ask(request)
  if (!stress && isStress(request, plain)) return { kind: 'skipped', why: STRESS }
  const referenced = await afterCode(reference, request, plain, session.code)
  const sent = withTokens(translated.request, tokens)
  const type = route.kind === 'read' ? route.type : undefined
  return send(session, { request, sent, type, referenced })
}

/** Sends a request to the target, for the first time or again, after its expected answer has been computed. */
export async function send(
  session: Session,
  ready: Omit<Exchange, 'outcome' | 'milliseconds'>,
): Promise<ExchangeResult> {
  const { request, sent, type, referenced } = ready
  const start = performance.now()
  const answered = await session.target.ask(sent)
  const milliseconds = performance.now() - start
  const outcome = withoutPrivateValues(session, ready, answered)
  if (outcome.kind === 'failed' && outcome.why === 'given up')
    return { kind: 'skipped', why: outcome.message }
  return { kind: 'sent', request, sent, type, referenced, outcome, milliseconds }
}

/**
 * Removes the values of private attributes from the target's answer under the profile of a real server, so that the
 * report does not contain them. Keeps them if the reference's answer shows private values too.
 */
function withoutPrivateValues(
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

/** Returns whether a request contains ids of entries, so that its answer depends on ids. */
export const namesEntries = ({ reference }: Session, given: ApiRequest): boolean =>
  mentionsNames(reference.routeOf(onWire(given)), reference.graph.schema)

/**
 * Compares the two answers of an exchange. If the answers are equal, commits the pairs of ids in these answers to the
 * renaming of the run.
 */
export function compareExchange(session: Session, exchange: Exchange): Difference | null {
  const { referenced, outcome } = exchange
  if (outcome.kind === 'failed') return failureDifference(outcome.message, referenced.answer)
  const { difference, pairs } = compareTo(session, exchange, outcome.answer, referenced.answer)
  if (difference === null) session.equality.renaming.commit(pairs)
  return difference
}

/** Compares the target's answer with an expected answer, which may come from another profile than that of the run. */
export function compareTo(
  session: Session,
  exchange: Exchange,
  found: Answer,
  expected: Answer,
): AnswerComparison {
  const { type } = exchange
  const first = compareAnswers(expected, found, { type, errors: 'exact' }, session.equality)
  // The way to compare errors depends on a second evaluation of the request. This evaluation is needed only if the
  // errors differ.
  if (first.difference === null || !first.difference.path.startsWith('/error/')) return first
  return compareAnswers(expected, found, { type, errors: errorsOf(session, exchange) }, session.equality)
}

/**
 * Returns the mode in which to compare the errors of an exchange. The mode `name` does not compare the messages. The
 * mode is also `name` if the real server answers the request with 500, because it then has no message.
 */
function errorsOf({ errors }: Session, { referenced }: Exchange): ErrorMode {
  const isRefusal = referenced.answer.status === 400
  return errors === 'name' || (isRefusal && referenced.isOwnWording()) ? 'name' : 'exact'
}

/**
 * Replaces the ids in an answer of the target by the ids of the reference. Uses the pairs of ids of the run and the
 * given `pairs`.
 */
export function translateAnswer(
  { equality }: Session,
  { referenced, type }: Exchange,
  answer: Answer,
  pairs: readonly NamePair[],
): Answer {
  return { ...answer, body: translateBody(answer.body, referenced.answer.body, type, equality, pairs) }
}

/** Returns an answer of the target with the ids of the reference, even for ids that no earlier answer has paired. */
export function translated(session: Session, exchange: Exchange, answer: Answer): Answer {
  const { pairs } = compareTo(session, exchange, answer, exchange.referenced.answer)
  return translateAnswer(session, exchange, answer, pairs)
}

export const failureDifference = (message: string, expected: Answer): Difference => ({
  path: 'status',
  expected: expected.status,
  found: `no answer: ${message}`,
})

/**
 * Sends requests to reference and target in batches, and calls `handle` with each result in the order of the requests.
 * Each batch uses the ids that earlier batches paired, so that runs are reproducible.
 */
export async function askAll(
  session: Session,
  requests: readonly ApiRequest[],
  batch: number,
  handle: (result: ExchangeResult, index: number) => void | Promise<void>,
  isEnough: () => boolean = () => false,
): Promise<void> {
  for (let start = 0; start < requests.length && !isEnough(); start += batch) {
    const results = await Promise.all(
      requests.slice(start, start + batch).map((request) => ask(session, request)),
    )
    for (const [at, one] of results.entries()) await handle(one, start + at)
  }
}
