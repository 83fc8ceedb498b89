/**
 * Attributes a wrong answer to a read request to rules. The reference records the rules that added each part of its
 * answer, and the rules that removed each absent part. A mismatch at one path of the answer is therefore attributed to
 * the rules that the reference recorded for this path. A mismatch of the whole answer is attributed to the rules of
 * the request.
 */
import { isList, isObject, member } from '../../util/json.ts'
import { pointerSteps } from '../../util/pointer.ts'
import { splitTarget } from '../../util/url/target.ts'
import { dataOf, pageOf } from '../bodies/answer.ts'
import type { Difference } from '../compare/difference.ts'
import { otherCaller } from '../exchange/other-requests.ts'
import { type CheckedRule, sentenceOf } from '../exchange/rules.ts'
import { type Exchange, type Session, translated } from '../exchange/session.ts'
import { specificRules } from '../exchange/specific-rules.ts'
import type { Answer, Answered } from '../target/target.ts'
import { aroundSuspects } from './around.ts'
import { bodySuspect, sourceMapSuspect } from './body.ts'
import { crashSuspect } from './crash.ts'
import { choosingAt, entriesSuspects, orderSuspects, ownRules, sizing } from './entries.ts'
import { headerSuspects, isOfHeader } from './headers.ts'
import { memberSuspects } from './member.ts'
import { methodSuspects, unservedSuspect } from './method.ts'
import { misreadSuspects } from './misread/misreading.ts'
import { refusedOperator } from './operators.ts'
import { refusedParameters, refusedValue } from './parameters.ts'
import { isOfShape, isPathAlone, isWording, otherError } from './refused.ts'
import { type Spot, spotOf } from './spot.ts'
import { type Suspect, type SuspectContext, suspects } from './suspect.ts'
import { traitOfRefusal, traitsOf } from './traits.ts'
import { nameSuspect, pathSuspect, wordingSuspects } from './wording.ts'

/**
 * Returns the suspects, which are rules that may explain a mismatch, the most specific rules first. If the target did
 * not answer, the only suspect has no rule.
 */
export function suspectsOf(session: Session, exchange: Exchange, difference: Difference): readonly Suspect[] {
  const { outcome } = exchange
  if (outcome.kind === 'failed') return [{ rule: null, kind: `no answer: ${outcome.why}` }]
  const crash = crashSuspect(exchange)
  if (crash !== undefined) return [crash]
  const unserved = unservedSuspect(session, exchange, outcome.answer)
  if (unserved !== undefined) return [unserved]
  const method = methodSuspects(session, exchange, outcome.answer, true)
  if (method.length > 0) return method
  const body = bodySuspect(exchange, outcome.answer)
  if (body !== undefined) return [body]
  return [
    ...refusedOperator(exchange, outcome.answer),
    ...answeredSuspects(session, exchange, difference, outcome),
  ]
}

/** Returns the suspects for a wrong answer whose status or method alone does not explain the mismatch. */
function answeredSuspects(
  session: Session,
  exchange: Exchange,
  difference: Difference,
  outcome: Answered,
): readonly Suspect[] {
  const misread = misreadSuspects(session, exchange, outcome.answer, difference)
  const error = otherError(session, exchange, outcome.answer)
  const others = error === undefined ? methodSuspects(session, exchange, outcome.answer, false) : [error]
  if (others.length > 0) return [...misread, ...others]
  const sourceMap = sourceMapSuspect(exchange, difference)
  if (sourceMap !== undefined) return [...misread, sourceMap]
  const ofPlace = placeSuspects(session, exchange, difference, outcome)
  return [
    ...misread,
    ...ofPlace,
    ...suspects(roleRules(session, exchange, outcome.answer), 'role'),
    ...traitSuspects(session, exchange, ofPlace),
  ]
}

/**
 * Returns the traits that may explain the mismatch: traits of the request's filters, of its sort, or of its refusal.
 */
function traitSuspects(
  session: Session,
  { request, type, referenced, outcome }: Exchange,
  ofPlace: readonly Suspect[],
): readonly Suspect[] {
  const isAccepted = outcome.kind === 'answered' && outcome.answer.status === 200
  const ofRefusal = referenced.answer.status === 400 && isAccepted ? traitOfRefusal(referenced.rules) : []
  const isAbout = (chapter: string): boolean => ofPlace.some(({ rule }) => rule?.startsWith(chapter) === true)
  const ofRequest = traitsOf(request.url, type, session.reference.graph.schema).filter(({ rule }) =>
    isAbout(rule === 'sort.through' ? 'sort.' : 'filters.'),
  )
  return [...ofRefusal, ...ofRequest]
}

/** The rules about the role of a token. */
const TOKEN_RULES: ReadonlySet<CheckedRule> = new Set(['access.token', 'access.unknown-token'])
/** The HTTP statuses that deny access. */
const DENIED: ReadonlySet<number> = new Set([401, 403])

/**
 * Returns the rules about tokens, if the target may have mistaken the role of the request's token. The role is
 * probably mistaken if only one of target and reference denies access, or if they deny it with different statuses. It
 * is also mistaken if the target's answer equals the reference's answer to another caller.
 */
function roleRules(session: Session, exchange: Exchange, found: Answer): readonly CheckedRule[] {
  const { referenced } = exchange
  const rules = referenced.rules.filter((rule) => TOKEN_RULES.has(rule))
  // If reference and target deny access with the same status, the target knows the role of the token.
  if (DENIED.has(found.status) && found.status === referenced.answer.status) return []
  if (rules.length === 0 || DENIED.has(found.status) || DENIED.has(referenced.answer.status)) return rules
  return otherCaller(session, exchange, found) === undefined ? [] : rules
}

function placeSuspects(
  session: Session,
  exchange: Exchange,
  difference: Difference,
  outcome: Answered,
): readonly Suspect[] {
  const { referenced, request } = exchange
  const context: SuspectContext = { session, exchange, explainer: session.reference.explainer() }
  const { path } = difference
  if (path === 'status') return statusSuspects(context, outcome.answer)
  if (isOfHeader(path)) return headerSuspects(difference, referenced.answer.status >= 400)
  if (referenced.answer.status !== 200) return errorSuspects(context, difference)
  const found = translated(session, exchange, outcome.answer)
  const spot = spotOf(
    { expected: referenced.answer.body, found: found.body },
    pointerSteps(path),
    exchange.type,
    session.reference.graph.schema,
  )
  const suspected = spotSuspects(spot, context, found)
  return suspected.length > 0 ? suspected : suspects(requestRules(context), `body of ${request.method}`)
}

function spotSuspects(spot: Spot, context: SuspectContext, found: Answer): readonly Suspect[] {
  switch (spot.kind) {
    case 'around':
      return aroundSuspects(spot.names, context, found)
    case 'entries':
      return entriesSuspects(spot, context)
    case 'order':
      return orderSuspects(spot, context)
    case 'member':
      return memberSuspects(spot, context)
  }
}

/**
 * Attributes a wrong status to the rule that refused the request. If an entry was not found, the rules that exclude the
 * entry come first. If the reference refused nothing, the suspects are the rules of the request.
 */
function statusSuspects(context: SuspectContext, found: Answer): readonly Suspect[] {
  const { explainer, exchange } = context
  const { referenced, request } = exchange
  const expected = referenced.answer.status
  const kind = `status ${expected} → ${found.status}`
  // The target answers with another 2xx status than expected, or sends an error body with a 2xx status.
  if (expected < 300 && found.status < 300)
    return suspects(request.method === 'GET' ? ['endpoint.envelope'] : requestRules(context), kind)
  if (found.status < 300 && isObject(found.body) && isObject(member(found.body, 'error')))
    return suspects(['endpoint.error'], 'status')
  if (expected === 200) {
    const { body } = referenced.answer
    const data = dataOf(body)
    // The status 200 is right both for an empty list and for a page after the last entry.
    if (found.status === 404 && isList(data) && data.length === 0) {
      const isBeyond = Number(pageOf(body)?.['total'] ?? 0) > 0
      return suspects(isBeyond ? sizing(context) : ['list.data'], kind)
    }
    const isGone = found.status === 404 && data !== undefined && !isList(data)
    return [
      // A server that answers 401 refuses the token, regardless of the other parts of the request.
      ...(found.status === 401 ? suspects(['access.unknown-token'], kind) : []),
      ...(isGone ? suspects(choosingAt('data', context), 'entries') : []),
      ...(found.status === 400 ? refusedValue(context) : []),
      ...suspects(
        found.status === 400 ? [...refusedParameters(context), ...refusedOperands(context)] : [],
        kind,
      ),
      ...suspects(requestRules(context), kind),
    ]
  }
  const isShown = isObject(found.body) && isObject(member(found.body, 'data'))
  const excluding =
    expected === 404 && isShown ? explainer.why(request, `data.${lastName(request.url)}`).rules : []
  return [
    ...suspects(expected === 404 && isShown ? ownRules('data', context) : [], 'entries'),
    ...suspects(excluding, 'entries'),
    ...suspects(refusalRules(context), kind),
    ...(found.status >= 400 ? suspects(['endpoint.error'], kind) : []),
  ]
}

/**
 * Returns the rule about the operands of filters, because a target that refuses a valid request may refuse such an
 * operand.
 */
const refusedOperands = ({ exchange: { referenced } }: SuspectContext): readonly CheckedRule[] =>
  referenced.rules.filter((rule) => rule === 'filters.cast')

/**
 * Returns the rule by which the reference refuses the request. If no rule refuses the request, returns the last rule
 * that the answer follows.
 */
function refusalRules({
  explainer,
  exchange: { request, referenced },
}: SuspectContext): readonly CheckedRule[] {
  const rule = explainer.explain(request).refused?.rule ?? undefined
  return rule === undefined ? lastOf(referenced) : [rule]
}

/** The rules about the format of an answer. The reference refuses no request because of such a rule. */
const FORM: ReadonlySet<CheckedRule> = new Set([
  'endpoint.error',
  'endpoint.first-error',
  'endpoint.error-path',
  'endpoint.content-type',
])

/** Returns the last rule that the answer follows, apart from the rules about its format. */
const lastOf = ({ answer, rules }: Exchange['referenced']): readonly CheckedRule[] =>
  answer.status === 404 && rules.includes('endpoint.not-found')
    ? ['endpoint.not-found']
    : rules.filter((rule) => !FORM.has(rule)).slice(-1)

const lastName = (url: string): string =>
  splitTarget(url)
    .path.split('/')
    .findLast((name) => name !== '') ?? ''

/** Attributes an error body with a wrong format, a wrong path or a wrong message to rules. */
function errorSuspects(context: SuspectContext, difference: Difference): readonly Suspect[] {
  if (isOfShape(difference)) return suspects(['endpoint.error'], 'error')
  const own = refusalRules(context)
  const name = nameSuspect(context.exchange, difference)
  if (name !== undefined) return [name]
  if (!isWording(difference.path)) return suspects(['endpoint.error', ...own], 'error')
  const { referenced, outcome } = context.exchange
  if (isPathAlone(referenced.answer, outcome)) return [pathSuspect(referenced.answer.body, difference)]
  const wording = wordingSuspects(referenced.answer.body, difference)
  const { says } = wording[0]
  // A wrong message shows which rule refused the request. The details do not, so the rule's sentence comes first.
  const isOfMessage = difference.path === '/error/message'
  // A target that answers another error has another mistake than a target that words the right error differently.
  const kind = isOfMessage && !beginAlike(difference) ? 'another error' : 'error'
  const ruled = own.flatMap((rule) =>
    suspects([rule], kind, isOfMessage ? says : `${sentenceOf(rule)} ${says}`),
  )
  return [...ruled, ...wording]
}

/** The number of words by which the check compares the beginnings of error messages. */
const BEGINNING = 2

/** Returns whether two messages begin with the same words. A value other than a text begins like any message. */
function beginAlike({ expected, found }: Difference): boolean {
  if (typeof expected !== 'string' || typeof found !== 'string') return true
  const [ours, theirs] = [expected, found].map((text) => text.split(' ', BEGINNING).join(' '))
  return ours === theirs
}

/**
 * The rules about the path of a request. Rules about the path always count as specific, because few requests follow
 * these rules.
 */
const PATH_RULES: ReadonlySet<CheckedRule> = new Set(['endpoint.spelling'])

/**
 * Returns the rules that are specific to a request. If there are none, returns all rules of a GET request, or
 * `endpoint.method` for another method.
 */
function requestRules({ session, exchange }: SuspectContext): readonly CheckedRule[] {
  const { referenced } = exchange
  const telling = new Set(specificRules(session.reference, exchange))
  const chosen = referenced.rules.filter(
    (rule) => PATH_RULES.has(rule) || (telling.has(rule) && !TOKEN_RULES.has(rule)),
  )
  if (chosen.length > 0) return chosen
  return exchange.request.method === 'GET' ? referenced.rules : ['endpoint.method']
}
