/** Finds the suspects for a wrong status of the answer to a write, if the written values are not the cause. */
import type { Graph } from '../../../reference/graph/graph.ts'
import { isList, isObject, member, parseJson } from '../../../util/json.ts'
import { pointerSteps } from '../../../util/pointer.ts'
import { splitTarget } from '../../../util/url/target.ts'
import type { WriteRuleId } from '../../../writing/rules.ts'
import { dataOf } from '../../bodies/answer.ts'
import { type CheckedRule, isWritingRule, sentenceOf } from '../../exchange/rules.ts'
import type { Exchange } from '../../exchange/session.ts'
import { partsOf } from '../../names/mentions.ts'
import type { Answer, WireRequest } from '../../target/target.ts'
import { isOf } from '../misread/parts.ts'
import { invalidNames, keyInside, messageOf, refusalRules } from '../refused.ts'
import { type Suspect, suspects } from '../suspect.ts'
import type { WriteMismatch } from './written.ts'

/**
 * Returns the only suspect if the mismatch itself shows the mistake: an earlier answer, a missing method, a PUT with
 * `filters`, an unknown token before an invalid body, an unknown key inside an attribute, or a lost one-way link of another entry.
 */
export function certainSuspect(writing: WriteMismatch): Suspect | undefined {
  const { exchange, session, isReadBack } = writing
  const { referenced, outcome, request } = exchange
  if (outcome.kind === 'failed') return undefined
  if (writing.isStale) return staleAfter(writing)
  if (isReadBack) return isLinkTaken(writing) ? TAKEN : undefined
  const [{ status: wanted, body }, { status }] = [referenced.answer, outcome.answer]
  if (status === TOO_LARGE && wanted !== TOO_LARGE) return LARGE_BODY
  if (wanted === NOT_ALLOWED && status !== wanted) return notAllowed(status)
  if (wanted < 300 && status === NOT_FOUND && isFiltered(request)) return FILTERED
  const [refusal] = refusalRules(referenced.rules.filter(isWritingRule), body)
  if (refusal === 'write.body.json' && (status === 401 || status === 403)) return ACCESS_FIRST
  const key = refusal === 'write.keys.unknown' && status < 300 ? keyInside(body) : undefined
  if (key === undefined) return undefined
  return isOfLink(key, session.reference.graph) ? KEY_OF_LINK : KEY_INSIDE
}

/** Returns the suspects if the target omits one of the checks before a write, or makes the check at another time. */
export function statusSuspects(
  { exchange }: WriteMismatch,
  followed: readonly WriteRuleId[],
): readonly Suspect[] {
  const { referenced, outcome, request } = exchange
  if (outcome.kind === 'failed') return []
  const { status, body } = outcome.answer
  const isTaken = status < 300
  const id = splitTarget(request.url).path.split('/').at(-1) ?? ''
  const [refusal] = refusalRules(followed, referenced.answer.body)
  switch (refusal) {
    case 'write.unknown':
      if (status === 400 && invalidNames(body).length > 0) return [VALUES_FIRST]
      return isTaken && id !== '' && Number.isInteger(Number(id)) ? [ID_IN_PATH] : []
    case 'write.access.action':
      return status === 400 && isObject(body) ? [BODY_FIRST] : []
    case 'write.body.data':
      return isTaken ? [WITHOUT_DATA] : []
    case 'write.body.other':
      return isTaken ? [OTHER_BODY] : []
    default:
      return []
  }
}

/** Returns a suspect for each rule, whose sentence also says what the target does in place of the rule. */
export const suspectsOfStatus = (rules: readonly WriteRuleId[], exchange: Exchange): readonly Suspect[] => {
  const { referenced, outcome } = exchange
  if (outcome.kind === 'failed') return []
  const kind = `status ${referenced.answer.status} → ${outcome.answer.status}`
  return suspects(rules, kind).map((one) => ({
    ...one,
    ...(one.rule === null
      ? {}
      : {
          says: `${sentenceOf(one.rule)} ${effectOf(one.rule, exchange.request, referenced.answer, outcome.answer)}`,
        }),
  }))
}

/** Returns a sentence about the reaction of a target whose answer has another status than the reference. */
function effectOf(rule: CheckedRule, request: WireRequest, expected: Answer, found: Answer): string {
  if (found.status < 300)
    return expected.status < 300
      ? `The server answers ${found.status} in place of ${expected.status}.`
      : `The server accepts the write.${accepted(rule, request, found)}`
  if (expected.status < 300) return 'The server refuses the write.'
  const [own, other] = [expected, found].map(({ body }) => messageOf(body).replace(DOCUMENT_ID, ''))
  return own === other
    ? `The server gives this error the status ${found.status} in place of ${expected.status}.`
    : `The server answers another error, with the status ${found.status} in place of ${expected.status}.`
}

/**
 * Returns a sentence about what the target does with an invalid locale, an invalid status or an unknown key of a write
 * that it accepts; empty for any other write.
 */
function accepted(rule: CheckedRule, request: WireRequest, { body }: Answer): string {
  const row = dataOf(body)
  if (row === undefined || !isObject(row)) return ''
  const asked = new URLSearchParams(splitTarget(request.url).search).get('locale')
  const locale = member(row, 'locale')
  if (asked !== null && typeof locale === 'string' && locale !== asked)
    return ` It writes the locale \`${locale}\`.`
  const published = member(row, 'publishedAt')
  if (rule === 'write.publish.status' && published !== undefined)
    return published === null ? ' It writes only the draft.' : ' It publishes the entry.'
  if (rule !== 'write.keys.unknown') return ''
  const data = dataOf(parseJson(request.body ?? '') ?? null)
  const names = data !== undefined && isObject(data) ? Object.keys(data) : []
  const unknown = names.filter((name) => !Object.hasOwn(row, name))
  return unknown.length === 1 ? ' Its answer omits a key of the body.' : ''
}

/** Matches a documentId, which differs between the two servers. */
const DOCUMENT_ID = /[a-z][a-z0-9]{23}/g

/** Returns whether another entry loses its one-way link in the attribute that the write sets. */
function isLinkTaken({ difference, exchange, type, written, data }: WriteMismatch): boolean {
  const [, at = '', name = '', ...inside] = pointerSteps(difference.path)
  const rows = dataOf(exchange.referenced.answer.body)
  const [row, own] = [isList(rows) ? rows[Number(at)] : undefined, dataOf(written)]
  const attribute = (exchange.type ?? type)?.attributes.get(name)
  const isLost = inside.length === 0 && isObject(difference.expected) && difference.found === null
  if (!isLost || attribute?.kind !== 'relation' || attribute.inverse !== null || attribute.many) return false
  const isOther = isObject(row) && isObject(own) && member(row, 'documentId') !== member(own, 'documentId')
  const isSame = exchange.type === undefined || exchange.type === type
  return isOther && isSame && isObject(data) && Object.hasOwn(data, name)
}

const TAKEN: Suspect = {
  rule: 'write.relation.taken',
  kind: 'one-way link taken',
  says: 'Several entries may have a one-way link to the same entry. The server removes the link of the other entry.',
}

/** Returns the suspect if the target repeats its answer to a read after a write. */
const staleAfter = ({ method }: WriteMismatch): Suspect => ({
  rule: method === 'DELETE' ? 'write.delete' : 'write.update',
  kind: 'cached',
  says: `A read after a ${method} shows the effect of the ${method}. The server repeats its earlier answer to the same URL, as a cache does that a ${method} does not clear.`,
})

const NOT_ALLOWED = 405
const NOT_FOUND = 404
const TOO_LARGE = 413

const LARGE_BODY: Suspect = {
  rule: 'write.body.size',
  kind: 'a smaller limit',
  says: 'A JSON body may have up to 1 MiB, and another text body up to 56 KiB. The server refuses a smaller body.',
}

const notAllowed = (status: number): Suspect => ({
  rule: 'endpoint.not-allowed',
  kind: `status ${NOT_ALLOWED} → ${status}`,
  says: `A method that the path does not have gets the answer 405. The server ${status < 300 ? 'accepts the method' : `answers ${status}`}.`,
})

/** Returns whether a request is a PUT with `filters`. */
const isFiltered = ({ method, url }: WireRequest): boolean =>
  method === 'PUT' && partsOf(splitTarget(url).search).some((part) => isOf('filters', part))

const FILTERED: Suspect = {
  rule: 'write.answer',
  kind: 'filters obeyed by PUT',
  says: '`filters` have no effect on a PUT. The server looks for the document with the filters, and answers 404.',
}

/** Returns whether the object with an unknown key is the value of a relation or of a file attribute. */
function isOfLink(path: string, graph: Graph): boolean {
  const name = path.split('.').at(-1) ?? ''
  const models = [...graph.schema.contentTypes.values(), ...graph.schema.components.values()]
  const kinds = new Set(models.flatMap(({ attributes }) => attributes.get(name)?.kind ?? []))
  return kinds.size > 0 && [...kinds].every((kind) => LINKS.has(kind))
}

const LINKS: ReadonlySet<string> = new Set(['relation', 'media', 'morphTo', 'morphBy'])

const KEY_OF_LINK: Suspect = {
  rule: 'write.keys.unknown',
  kind: 'accepted in a link',
  says: 'An object for a relation or a file has only the keys of its form. The server accepts other keys.',
}

const KEY_INSIDE: Suspect = {
  rule: 'write.keys.unknown',
  kind: 'accepted in a component',
  says: 'A key of a component that its schema does not define is an error. The server accepts it there.',
}

const ID_IN_PATH: Suspect = {
  rule: 'write.unknown',
  kind: 'id in the path',
  says: 'The path of a document has its documentId, and a PUT with an id answers 404. The server accepts the id.',
}

const VALUES_FIRST: Suspect = {
  rule: 'write.unknown',
  kind: 'values first',
  says: 'A PUT on an unknown document answers 404 before the check of the values. The server checks the values before it looks for the document.',
}

const WITHOUT_DATA: Suspect = {
  rule: 'write.body.data',
  kind: 'accepted',
  says: 'A body without an object in `data` is an error. The server accepts it.',
}

const OTHER_BODY: Suspect = {
  rule: 'write.body.other',
  kind: 'accepted',
  says: 'A body that is neither JSON nor a form counts as absent. The server reads it.',
}

const BODY_FIRST: Suspect = {
  rule: 'write.access.action',
  kind: 'body first',
  says: 'The error of a missing permission precedes the errors of the body. The server checks the body first.',
}

const ACCESS_FIRST: Suspect = {
  rule: 'write.body.json',
  kind: 'access first',
  says: 'The error of a body that is not JSON precedes the errors of the token and of the permission. The server checks the token and the permission first.',
}
