/**
 * Rules about how a server reads any request. A target that breaks one answers as the reference does to another
 * request: the misread one. So each misreading is tried on the reference.
 */

import { asDecoded } from '../../util/url/percent.ts'
import { splitTarget } from '../../util/url/target.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import { compareTo, type Exchange, type Session } from '../exchange/session.ts'
import type { Answer, WireRequest } from '../target/target.ts'

interface Misreading {
  readonly rule: CheckedRule
  /** The request as a target that breaks the rule reads it. */
  readonly read: (request: WireRequest) => WireRequest
}

const ofQuery = (rule: CheckedRule, change: (parts: readonly string[]) => readonly string[]): Misreading => ({
  rule,
  read: (request) => {
    const { path, search: query } = splitTarget(request.url)
    if (query === '') return request
    const parts = change(query.split('&'))
    return { ...request, url: parts.length === 0 ? path : `${path}?${parts.join('&')}` }
  },
})

const ofParts = (rule: CheckedRule, change: (part: string) => string): Misreading =>
  ofQuery(rule, (parts) => parts.map(change))

const withoutHeader = (rule: CheckedRule, name: string): Misreading => ({
  rule,
  read: (request) => {
    const { [name]: header, ...headers } = request.headers
    return header === undefined ? request : { ...request, headers }
  },
})

const keyOf = (part: string): string => part.replace(/=.*$/s, '')
const textOf = (part: string): string => part.slice(keyOf(part).length + 1)
const recoded = (part: string, change: (value: string) => string): string =>
  part.includes('=') ? `${keyOf(part)}=${encodeURIComponent(change(asDecoded(textOf(part))))}` : part

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const MISREADINGS: readonly Misreading[] = [
  ofParts('query.encoding', (part) => part.replaceAll('+', '%2B')),
  ofQuery('query.encoding', (parts) => parts.filter((part) => !/%5[bd]/i.test(keyOf(part)))),
  ofParts('query.encoding', (part) => (part.includes('%') ? recoded(part, asDecoded) : part)),
  ofParts('query.encoding', (part) => (part.includes('%') ? recoded(part, latin1) : part)),
  ofParts('query.encoding', (part) => recoded(part, (value) => value.replaceAll('+', ' ').trim())),
  ofQuery('query.encoding', (parts) => parts.filter((part) => part.includes('=') && textOf(part) !== '')),
  ofParts('query.brackets', (part) => keyOf(part).toLowerCase() + part.slice(keyOf(part).length)),
  ofQuery('query.brackets', (parts) => parts.filter((part) => !/^\w+\[\d+\]$/.test(asDecoded(keyOf(part))))),
  withoutHeader('format.v4', 'strapi-response-format'),
  withoutHeader('format.source-maps', 'strapi-encode-source-maps'),
  {
    rule: 'endpoint.spelling',
    read: (request) => {
      const { path } = splitTarget(request.url)
      return /^\/api\/[^/]*[A-Z]|\/$/.test(path) ? { ...request, url: '/api/-' } : request
    },
  },
]

/** The rules whose misreadings explain an answer; empty if none does. */
export function misreadRules(session: Session, exchange: Exchange, found: Answer): readonly CheckedRule[] {
  const { request, referenced } = exchange
  const { reference } = session
  const isTheirs = ({ read }: Misreading): boolean => {
    const other = read(request)
    if (other.url === request.url && other.headers === request.headers) return false
    const { answer } = reference.ask(other)
    if (answer.status !== found.status) return false
    // The words of a refusal depend on how the name was misread.
    return found.status >= 400
      ? referenced.answer.status !== found.status
      : compareTo(session, exchange, found, answer).difference === null
  }
  const all = referenced.answer.status === 401 ? [...MISREADINGS, UNKNOWN_TOKEN] : MISREADINGS
  return [...new Set(all.filter(isTheirs).map(({ rule }) => rule))]
}

const UNKNOWN_TOKEN = withoutHeader('access.unknown-token', 'authorization')
