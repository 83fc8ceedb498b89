/**
 * Detects targets that misread requests. Such a target answers as the reference answers another request: the misread
 * one. So the reference answers each known misreading of the request.
 */

import type { Graph } from '../../reference/graph/graph.ts'
import { asDecoded } from '../../util/url/percent.ts'
import { splitTarget } from '../../util/url/target.ts'
import type { Reference } from '../exchange/reference.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import { compareTo, type Exchange, type Session } from '../exchange/session.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import type { Suspect } from './suspect.ts'

interface Misreading {
  readonly rule: CheckedRule
  /** The behaviour of the target, such as `decoded twice`. The key of the cause ends with this text. */
  readonly kind: string
  /** The request as a target that breaks the rule reads it. */
  readonly read: (request: WireRequest) => WireRequest
}

const ofQuery = (
  rule: CheckedRule,
  kind: string,
  change: (parts: readonly string[]) => readonly string[],
): Misreading => ({
  rule,
  kind,
  read: (request) => {
    const { path, search: query } = splitTarget(request.url)
    if (query === '') return request
    const parts = change(query.split('&'))
    return { ...request, url: parts.length === 0 ? path : `${path}?${parts.join('&')}` }
  },
})

const ofParts = (rule: CheckedRule, kind: string, change: (part: string) => string): Misreading =>
  ofQuery(rule, kind, (parts) => parts.map(change))

const withoutHeader = (rule: CheckedRule, name: string): Misreading => ({
  rule,
  kind: `${name} ignored`,
  read: (request) => {
    const { [name]: header, ...headers } = request.headers
    return header === undefined ? request : { ...request, headers }
  },
})

const keyOf = (part: string): string => part.split('=', 1)[0] ?? ''
const textOf = (part: string): string => part.slice(keyOf(part).length + 1)
const recoded = (part: string, change: (value: string) => string): string =>
  part.includes('=')
    ? `${keyOf(part)}=${encodeURIComponent(change(asDecoded(textOf(part).replaceAll('+', ' '))))}`
    : part

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** Parameters that can have several values, each with the rule about several values. */
const SEVERAL: readonly (readonly [parameter: string, rule: CheckedRule])[] = [
  ['fields', 'fields.several'],
  ['populate', 'populate.form.several'],
  ['sort', 'sort.text'],
  ['filters', 'filters.all'],
]

/**
 * Notations of several values: any name in brackets (`brackets`), an index in brackets (`lists`), or one text
 * (`commas`).
 */
const WAYS = ['brackets and commas', 'brackets', 'lists', 'commas'] as const

/** A misreading: the target reads only the first or the last of several values. */
function oneOf(
  [parameter, rule]: (typeof SEVERAL)[number],
  which: 'first' | 'last',
  way: (typeof WAYS)[number],
): Misreading {
  const chosen = (all: readonly string[]): string | undefined => all.at(which === 'first' ? 0 : -1)
  return ofQuery(rule, `the ${which} in ${way} of ${parameter} counts`, (parts) => {
    const itemOf = (part: string): string | undefined => {
      const item = way === 'commas' ? undefined : itemIn(parameter, keyOf(part))
      return way === 'lists' && !/^\d*$/.test(item ?? '-') ? undefined : item
    }
    const item = chosen(parts.flatMap((part) => itemOf(part) ?? []))
    return parts.flatMap((part) => {
      const own = itemOf(part)
      if (own !== undefined) return own === item ? [part] : []
      const isText =
        (way === 'commas' || way === 'brackets and commas') &&
        keyOf(part) === parameter &&
        parameter !== 'filters'
      return [isText ? `${parameter}=${chosen(textOf(part).split(/,|%2C/i)) ?? ''}` : part]
    })
  })
}

/** The name in the first brackets of a key: `a` in `sort[a][b]`; undefined for another parameter. */
function itemIn(parameter: string, key: string): string | undefined {
  const text = asDecoded(key)
  if (!text.startsWith(`${parameter}[`)) return undefined
  return text.slice(parameter.length + 1, text.indexOf(']'))
}

const isItem = (key: string, parameters: readonly string[]): boolean =>
  parameters.some(
    (parameter) => /^\d+$/.test(itemIn(parameter, key) ?? '') && key.split(/\[|%5B/i).length === 2,
  )

/** A misreading: the target ignores values with a list index in the key, such as `sort[0]`. */
const withoutItems = (parameters: readonly string[]): Misreading =>
  ofQuery('query.brackets', `no list indexes in ${parameters.join(', ')}`, (parts) =>
    parts.filter((part) => !isItem(keyOf(part), parameters)),
  )

const spelling = (kind: string, isOther: (path: string) => boolean): Misreading => ({
  rule: 'endpoint.spelling',
  kind,
  read: (request) => (isOther(splitTarget(request.url).path) ? { ...request, url: '/api/-' } : request),
})

const MISREADINGS: readonly Misreading[] = [
  ofParts('query.encoding', 'plus is not a blank', (part) => part.replaceAll('+', '%2B')),
  ofQuery('query.encoding', 'encoded brackets', (parts) =>
    parts.filter((part) => !/%5[bd]/i.test(keyOf(part))),
  ),
  ofParts('query.encoding', 'decoded twice', (part) =>
    part.includes('%') ? recoded(part, asDecoded) : part,
  ),
  ofParts('query.encoding', 'Latin-1', (part) => (part.includes('%') ? recoded(part, latin1) : part)),
  ofParts('query.encoding', 'trimmed values', (part) => recoded(part, (value) => value.trim())),
  ofQuery('query.encoding', 'no empty values', (parts) =>
    parts.filter((part) => !part.includes('=') || textOf(part) !== ''),
  ),
  ofParts(
    'query.brackets',
    'keys in lower case',
    (part) => asDecoded(keyOf(part)).toLowerCase() + part.slice(keyOf(part).length),
  ),
  withoutItems(['fields', 'populate', 'sort']),
  ...['fields', 'populate', 'sort', 'locale'].map((parameter) => withoutItems([parameter])),
  ...SEVERAL.flatMap((several) =>
    WAYS.flatMap((way) => [oneOf(several, 'first', way), oneOf(several, 'last', way)]),
  ),
  withoutHeader('format.v4', 'strapi-response-format'),
  withoutHeader('format.source-maps', 'strapi-encode-source-maps'),
  withoutHeader('access.token', 'authorization'),
  spelling('exact case', (path) => /^\/api\/[^/]*[A-Z]/.test(path)),
  spelling('exact slashes', (path) => path.endsWith('/')),
]

/** Misreadings of tokens: the target reads every token, or the tokens of one role, as one other token. */
function misreadTokens({ access: { tokens } }: Graph): readonly Misreading[] {
  const roles = [...tokens.values()]
  const asToken = (
    kind: string,
    token: string,
    isMeant: (role: string | undefined) => boolean,
  ): Misreading => ({
    rule: 'access.token',
    kind,
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
    asToken(`every token as ${role}`, token, () => true),
    ...roles
      .filter((other) => other !== role)
      .map((other) => asToken(`${other} as ${role}`, token, (found) => found === other)),
  ])
}

const known = new WeakMap<Graph, readonly Misreading[]>()
/** All misreadings, including those of the dataset's tokens. */
function misreadingsFor(graph: Graph): readonly Misreading[] {
  const before = known.get(graph)
  if (before !== undefined) return before
  const all = [...MISREADINGS, UNKNOWN_TOKEN, ...misreadTokens(graph)]
  known.set(graph, all)
  return all
}

/** The misreadings that explain an answer, as suspects; empty if no misreading explains it. */
export function misreadSuspects(session: Session, exchange: Exchange, found: Answer): readonly Suspect[] {
  const { request, referenced } = exchange
  const isTheirs = ({ read }: Misreading): boolean => {
    const other = misread(request, read)
    if (other === undefined) return false
    const { answer } = session.reference.ask(other)
    if (answer.status !== found.status) return false
    // The message of a refusal depends on the misread name, so only the status is compared.
    const isRefused = found.status >= 400 && referenced.answer.status !== found.status
    return isRefused || compareTo(session, exchange, found, answer).difference === null
  }
  return misreadingsFor(session.reference.graph)
    .filter(({ rule }) => rule !== UNKNOWN_TOKEN.rule || referenced.answer.status === 401)
    .filter(isTheirs)
    .map(({ rule, kind }) => ({ rule, kind: `${MISREAD}${kind}` }))
}

/** The misread request; undefined if the misreading leaves it unchanged. */
function misread(request: WireRequest, read: Misreading['read']): WireRequest | undefined {
  const other = read(request)
  return other.url === request.url && other.headers === request.headers ? undefined : other
}

const MISREAD = 'misread: '

/** Whether a suspect is a misreading. */
export const isMisreading = ({ kind }: Suspect): boolean => kind.startsWith(MISREAD)

/** Whether a misreading would have changed the answer to a request that the target answered rightly. */
export function isRefutedBy({ rule, kind }: Suspect, request: WireRequest, reference: Reference): boolean {
  const misreading = misreadingsFor(reference.graph).find(
    (one) => one.rule === rule && kind === `${MISREAD}${one.kind}`,
  )
  const other = misreading === undefined ? undefined : misread(request, misreading.read)
  if (other === undefined) return false
  const [right, wrong] = [reference.ask(request).answer, reference.ask(other).answer]
  return right.status !== wrong.status || JSON.stringify(right.body) !== JSON.stringify(wrong.body)
}

const UNKNOWN_TOKEN = withoutHeader('access.unknown-token', 'authorization')
