/**
 * Rules about how a server reads any request. A target that breaks one answers as the reference does to another
 * request: the misread one. So each misreading is tried on the reference.
 */

import { asDecoded } from '../../util/url/percent.ts'
import { splitTarget } from '../../util/url/target.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import { compareTo, type Exchange, type Session } from '../exchange/session.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import type { Suspect } from './suspect.ts'

interface Misreading {
  readonly rule: CheckedRule
  /** The behaviour of the target: the end of the cause's key. */
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

const MISREADINGS: readonly Misreading[] = [
  ofParts('query.encoding', 'plus is no blank', (part) => part.replaceAll('+', '%2B')),
  ofQuery('query.encoding', 'encoded brackets', (parts) =>
    parts.filter((part) => !/%5[bd]/i.test(keyOf(part))),
  ),
  ofParts('query.encoding', 'decoded twice', (part) =>
    part.includes('%') ? recoded(part, asDecoded) : part,
  ),
  ofParts('query.encoding', 'Latin-1', (part) => (part.includes('%') ? recoded(part, latin1) : part)),
  ofParts('query.encoding', 'trimmed values', (part) => recoded(part, (value) => value.trim())),
  ofQuery('query.encoding', 'no empty values', (parts) =>
    parts.filter((part) => part.includes('=') && textOf(part) !== ''),
  ),
  ofParts(
    'query.brackets',
    'keys in lower case',
    (part) => keyOf(part).toLowerCase() + part.slice(keyOf(part).length),
  ),
  ofQuery('query.brackets', 'no list indexes', (parts) =>
    parts.filter((part) => !/^\w+\[\d+\]$/.test(asDecoded(keyOf(part)))),
  ),
  withoutHeader('format.v4', 'strapi-response-format'),
  withoutHeader('format.source-maps', 'strapi-encode-source-maps'),
  {
    rule: 'endpoint.spelling',
    kind: 'exact spelling',
    read: (request) => {
      const { path } = splitTarget(request.url)
      return /^\/api\/[^/]*[A-Z]|\/$/.test(path) ? { ...request, url: '/api/-' } : request
    },
  },
]

/** The misreadings that explain an answer, as suspects; empty if none does. */
export function misreadSuspects(session: Session, exchange: Exchange, found: Answer): readonly Suspect[] {
  const { request, referenced } = exchange
  const isTheirs = ({ read }: Misreading): boolean => {
    const other = misread(request, read)
    if (other === undefined) return false
    const { answer } = session.reference.ask(other)
    if (answer.status !== found.status) return false
    // The words of a refusal depend on how the name was misread.
    return found.status >= 400
      ? referenced.answer.status !== found.status
      : compareTo(session, exchange, found, answer).difference === null
  }
  return ALL.filter(({ rule }) => rule !== UNKNOWN_TOKEN.rule || referenced.answer.status === 401)
    .filter(isTheirs)
    .map(({ rule, kind }) => ({ rule, kind: `misread: ${kind}` }))
}

/** The misread request; undefined if the misreading leaves it unchanged. */
function misread(request: WireRequest, read: Misreading['read']): WireRequest | undefined {
  const other = read(request)
  return other.url === request.url && other.headers === request.headers ? undefined : other
}

/** Whether a suspect is a misreading. */
export const isMisreading = ({ kind }: Suspect): boolean => kind.startsWith('misread: ')

/** Whether a misreading would have changed the answer to a request that the target answered rightly. */
export function isRefutedBy(
  { kind }: Suspect,
  request: WireRequest,
  ask: (request: WireRequest) => Answer,
): boolean {
  const misreading = ALL.find((one) => kind === `misread: ${one.kind}`)
  const other = misreading === undefined ? undefined : misread(request, misreading.read)
  if (other === undefined) return false
  const [right, wrong] = [ask(request), ask(other)]
  return right.status !== wrong.status || JSON.stringify(right.body) !== JSON.stringify(wrong.body)
}

const UNKNOWN_TOKEN = withoutHeader('access.unknown-token', 'authorization')
const ALL: readonly Misreading[] = [...MISREADINGS, UNKNOWN_TOKEN]
