/**
 * Detects targets that misread requests or distort whole answers. A target that misreads a request answers as the
 * reference answers the misread request. To detect a misreading, the check compares the target's answer with the
 * reference's answers to all known misreadings of the request.
 */

import { bearerToken } from '../../../reference/access.ts'
import type { Graph } from '../../../reference/graph/graph.ts'
import { asDecoded } from '../../../util/url/percent.ts'
import { splitTarget } from '../../../util/url/target.ts'
import { type Difference, isSame } from '../../compare/difference.ts'
import type { Reference } from '../../exchange/reference.ts'
import { compareTo, type Exchange, type Session } from '../../exchange/session.ts'
import type { Answer, WireRequest } from '../../target/target.ts'
import { messageOf } from '../refused.ts'
import { type Suspect, suspectKey } from '../suspect.ts'
import { distortionOf, distortionsOf } from './distortions/distortion.ts'
import { MISSING_DATA } from './distortions/missing-data.ts'
import { ORDERS } from './distortions/order.ts'
import { filtersMisread } from './filters/filters.ts'
import { ignoredBy } from './ignored.ts'
import { MISREADINGS } from './misreadings.ts'
import { optionsByKind } from './options.ts'
import { PAGINATION } from './parameters/pagination.ts'
import { SORTING } from './parameters/sorting.ts'
import { versionsMisread } from './parameters/versions.ts'
import { type Distortion, type Misreading, REFUSED } from './parts.ts'
import { documentIdsMisread } from './paths.ts'

/**
 * Returns misreadings of tokens: the target treats every token, or the tokens of one role, as one certain other token.
 */
function misreadTokens({ access: { tokens } }: Graph): readonly Misreading[] {
  const roles = [...tokens.values()]
  const asToken = (
    kind: string,
    says: string,
    token: string,
    isMeant: (role: string | undefined) => boolean,
  ): Misreading => ({
    rule: 'access.token',
    kind,
    says,
    read: (request) => {
      const { authorization } = request.headers
      if (authorization === undefined || !isMeant(tokens.get(authorization.replace(/^bearer /i, ''))))
        return request
      const read = `Bearer ${token}`
      return read === authorization
        ? request
        : { ...request, headers: { ...request.headers, authorization: read } }
    },
  })
  return [...tokens].flatMap(([token, role]) => [
    asToken(
      `every token as ${role}`,
      `The server gives every token the permissions of the role ${role}.`,
      token,
      () => true,
    ),
    ...roles
      .filter((other) => other !== role)
      .map((other) =>
        asToken(
          `${other} as ${role}`,
          `The server gives the tokens of the role ${other} the permissions of the role ${role}.`,
          token,
          (found) => found === other,
        ),
      ),
  ])
}

interface KnownMisreadings {
  readonly all: readonly Misreading[]
  readonly byKey: ReadonlyMap<string, Misreading>
}

const known = new WeakMap<Graph, KnownMisreadings>()
function knownFor(graph: Graph): KnownMisreadings {
  const before = known.get(graph)
  if (before !== undefined) return before
  const all = [
    ...MISREADINGS,
    unknownToken(graph),
    ...misreadTokens(graph),
    ...ignoredBy(graph),
    ...optionsByKind(graph),
    ...filtersMisread(graph),
    ...PAGINATION,
    ...SORTING,
    ...versionsMisread(graph),
    ...documentIdsMisread(graph),
  ]
  const made = { all, byKey: new Map(all.map((one) => [suspectKey(one), one] as const)) }
  known.set(graph, made)
  return made
}

/** Returns all misreadings. Some misreadings concern the tokens, paths and attributes of the dataset. */
export const misreadingsFor = (graph: Graph): readonly Misreading[] => knownFor(graph).all

/**
 * Returns suspects for the misreadings and distortions that explain the target's wrong answer; empty if none explains
 * the answer.
 */
export function misreadSuspects(
  session: Session,
  exchange: Exchange,
  found: Answer,
  difference: Difference,
): readonly Suspect[] {
  const { request, referenced } = exchange
  const quoted = quotedFrom(request, found)
  const isUnchecked = referenced.answer.status === 400 && (found.status < 300 || found.status === 400)
  const isTheirs = (one: Misreading | Distortion): boolean => {
    const answer = answerOf(one, request, session.reference)
    if (answer?.status !== found.status || isSameAnswer(answer, referenced.answer)) return false
    const isRefused =
      'read' in one &&
      found.status >= 400 &&
      referenced.answer.status !== found.status &&
      isWithin(quoted, one.read(request))
    const isByStatus = 'isByStatus' in one && one.isByStatus === true
    return isRefused || isByStatus || compareTo(session, exchange, found, answer).difference === null
  }
  const misreadings = misreadingsFor(session.reference.graph).filter(
    ({ rule }) => rule !== UNKNOWN_TOKEN || referenced.answer.status === 401,
  )
  const { status } = referenced.answer
  const isOfStatus = (one: Misreading | Distortion): boolean => {
    if (!('read' in one)) return false
    if (found.status >= 400) return status === 200 && !isRefusal(one.read(request))
    return status === 400
  }
  return (
    [...misreadings, ...distortionsOf(difference, request, session.reference)]
      .filter(isTheirs)
      // Keeps one of several distortions with the same key, because they differ only in a detail that most answers do
      // not show.
      .filter(
        ({ rule, kind }, at, all) => all.findIndex((one) => one.rule === rule && one.kind === kind) === at,
      )
      .map((one) => ({
        rule: one.rule,
        kind: `${MISREAD}${one.kind}`,
        says: one.says,
        ...(isUnchecked ? { isUnchecked } : {}),
        ...(isOfStatus(one) ? { isOfStatus: true } : {}),
        ...('isExact' in one ? { isExact: true } : {}),
        ...('isOfMany' in one ? { isOfMany: true } : {}),
      }))
  )
}

/** Returns whether a misreading replaced the query to show that the target refuses the form of the request. */
const isRefusal = ({ url }: WireRequest): boolean => splitTarget(url).search === REFUSED.join('&')

/** Returns the words that the error message of a target quotes from a request. */
function quotedFrom({ url }: WireRequest, { body }: Answer): readonly string[] {
  const own = asDecoded(url)
  return messageOf(body)
    .split(' ')
    .filter((word) => word.length >= MIN_QUOTED && own.includes(word))
}

/**
 * Returns whether a misread request contains all words that the target's error message quotes. A target that quotes
 * another word has read this word, so the misreading does not explain the error. The target may quote any word of a
 * request that it refuses because of its form.
 */
function isWithin(quoted: readonly string[], request: WireRequest): boolean {
  if (isRefusal(request)) return true
  const misread = asDecoded(request.url)
  return quoted.every((word) => misread.includes(word))
}

/**
 * The minimum length of a word that counts as quoted from the request. Shorter words of a message may be in a request
 * by chance.
 */
const MIN_QUOTED = 3

/**
 * Returns the answer of a target with a given misreading or distortion. Returns undefined if the target would read the
 * request rightly, or if the reference cannot predict the answer.
 */
function answerOf(
  one: Misreading | Distortion,
  request: WireRequest,
  reference: Reference,
): Answer | undefined {
  if ('distort' in one) return one.distort(request, reference)
  const other = one.read(request)
  const isSame = other.url === request.url && other.headers === request.headers
  if (isSame) return undefined
  const { answer } = reference.ask(other)
  return one.isUnchecked === true && answer.status >= 400 ? undefined : answer
}

const isSameAnswer = (one: Answer, other: Answer): boolean =>
  one.status === other.status && isSame(one.body, other.body)

/** The prefix of the `kind` of each suspect that stands for a misreading. */
export const MISREAD = 'misread: '

/** Returns whether a suspect stands for a misreading: its kind begins with `MISREAD`. */
export const isMisreading = ({ kind }: Suspect): boolean => kind.startsWith(MISREAD)

/** Returns whether a suspect says that the target lacks a document or a link of the dataset. */
export const isOfMissingData = ({ kind }: Suspect): boolean => kind.startsWith(`${MISREAD}${MISSING_DATA}`)

/** Returns the misreading or distortion of a suspect; undefined if the suspect stands for neither. */
function misreadingOf({ rule, kind }: Suspect, graph: Graph): Misreading | Distortion | undefined {
  const own = kind.slice(MISREAD.length)
  const distortion = distortionOf(own)
  // A misreading of writes may have the kind of a distortion, but then it has another rule.
  return (
    knownFor(graph).byKey.get(suspectKey({ rule, kind: own })) ??
    (distortion?.rule === rule ? distortion : undefined)
  )
}

/**
 * Returns the answer of a target with the misreading or distortion of a suspect. Returns undefined if the target would
 * read the request rightly, or if the reference cannot predict the answer.
 */
export function answerUnder(
  suspect: Suspect,
  request: WireRequest,
  reference: Reference,
): Answer | undefined {
  const one = misreadingOf(suspect, reference.graph)
  return one && answerOf(one, request, reference)
}

/**
 * Returns whether a misreading would have changed the answer to a request that the target answered rightly. If
 * `isChecked` is true, the target refuses invalid requests before it misreads them, so that a right refusal does not
 * refute a misreading.
 */
export function isRefutedBy(
  suspect: Suspect,
  request: WireRequest,
  reference: Reference,
  isChecked: boolean,
): boolean {
  const one = misreadingOf(suspect, reference.graph)
  const wrong = one && answerOf(one, request, reference)
  if (wrong === undefined) return false
  const { answer: right } = reference.ask(request)
  if (right.status !== wrong.status)
    return right.status !== 400 || !isChecked || ORDERS.some((order) => order === one)
  // Two refusals with different messages do not refute a misreading, because the target may look for several mistakes
  // in another order.
  if (right.status === 400) return false
  return JSON.stringify(right.body) !== JSON.stringify(wrong.body)
}

/** Returns a misreading: the target treats a request with an unknown token like a request without a token. */
const unknownToken = ({ access: { tokens } }: Graph): Misreading => ({
  rule: UNKNOWN_TOKEN,
  kind: 'authorization ignored',
  says: 'An unknown token answers 401. The server ignores the unknown token.',
  read: (request) => {
    const { authorization, ...headers } = request.headers
    const token = bearerToken(authorization)
    return token === undefined || tokens.has(token) ? request : { ...request, headers }
  },
})

const UNKNOWN_TOKEN = 'access.unknown-token'
