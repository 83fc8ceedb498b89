/** A mismatch of a write, and the sentences that describe the form of the written value. */

import type { ContentType } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import { pointerSteps, valueAt } from '../../../util/pointer.ts'
import { splitTarget } from '../../../util/url/target.ts'
import { modelsOf, type WriteRuleId } from '../../../writing/index.ts'
import { dataOf } from '../../bodies/answer.ts'
import type { Difference } from '../../compare/difference.ts'
import { isWritingRule } from '../../exchange/rules.ts'
import type { Exchange, Session } from '../../exchange/session.ts'
import type { Answer } from '../../target/target.ts'
import type { SentWrite } from '../../writes/scene.ts'
import { invalidNames, isAboutUnique, refusalRules, refusedName } from '../refused.ts'
import { type Suspect, suspects } from '../suspect.ts'
import { formOf, SCALAR_RULES } from './values.ts'

/** A mismatch, with the write to which it is attributed. */
export interface WriteMismatch {
  readonly session: Session
  /** The exchange that differs: the write itself, or a read that verifies the write. */
  readonly exchange: Exchange
  readonly difference: Difference
  readonly method: string
  /** The content type of the written entry; undefined if the path names no content type. */
  readonly type: ContentType | undefined
  /** The value of `data` in the body of the write. */
  readonly data: Json | undefined
  /** The reference's answer to the write. */
  readonly written: Json
  readonly isReadBack: boolean
  /** Whether the write changes only the draft. */
  readonly isDraft: boolean
  readonly last: SentWrite
  /** Whether the target stores what the reference stores, so that only the answer to the write differs. */
  readonly isStored: boolean
}

/** Returns a sentence about the mismatch, more specific than the sentence of its rule. */
export function sentenceOf(writing: WriteMismatch): string | undefined {
  if (isUnpublished(writing))
    return 'A write without `status=draft` publishes the entry. The server writes only its draft.'
  if (isCascade(writing))
    return 'Deleting a document deletes the links to it. The server deletes the linked entries too.'
  return isDraftLeft(writing)
    ? 'A write that publishes also writes the draft. The server leaves the draft as it was.'
    : undefined
}

/** Returns the member of a row in the two answers of an exchange. */
const inBoth = ({ exchange: { referenced, outcome } }: WriteMismatch, name: string) =>
  [referenced.answer.body, outcome.kind === 'failed' ? null : outcome.answer.body].map((body) => {
    const row = dataOf(body)
    return isObject(row) ? member(row, name) : undefined
  })

/** Whether the target answers the draft although the write publishes it. */
export function isUnpublished(writing: WriteMismatch): boolean {
  const [expected, found] = inBoth(writing, 'publishedAt')
  return !writing.isDraft && !writing.isReadBack && typeof expected === 'string' && found === null
}

/** Returns a sentence about the form in which the target stores a value. */
export function sentenceOfForm({ difference }: WriteMismatch): string | undefined {
  const form = formOf(difference)
  return form && `A write stores a value as its type requires. The server stores it ${form}.`
}

/** Whether the target publishes the entry, and leaves the instant of its draft. */
export function isDraftLeft({
  difference: { path },
  exchange,
  isReadBack,
  isDraft,
  written,
}: WriteMismatch): boolean {
  if (!isReadBack || isDraft || !path.endsWith('/updatedAt')) return false
  const row = valueAt(exchange.referenced.answer.body, path.slice(0, path.lastIndexOf('/')))
  const own = dataOf(written)
  const isOwn =
    isObject(row) && isObject(own) && NAMES.every((name) => member(row, name) === member(own, name))
  return isOwn && exchange.request.url.includes('status=draft')
}

const NAMES = ['documentId', 'locale']

/** Whether the target no longer has an entry that the deleted document linked. */
export function isCascade({ method, last, difference: { expected, found } }: WriteMismatch): boolean {
  const documentId = isObject(expected) ? member(expected, 'documentId') : undefined
  const isGone = method === 'DELETE' && found === undefined && typeof documentId === 'string'
  return isGone && !splitTarget(last.request.url).path.endsWith(`/${documentId}`)
}

/** Whether the target answers with the row of another locale. */
export function isOtherLocale(
  { exchange: { referenced, outcome } }: WriteMismatch,
  steps: readonly string[],
): boolean {
  if (outcome.kind === 'failed') return false
  const [ours, theirs] = [referenced.answer.body, outcome.answer.body].map((body) => {
    const data = dataOf(body)
    const entry = isList(data) ? data[Number(steps[1])] : data
    return isObject(entry) ? member(entry, 'locale') : undefined
  })
  return ours !== undefined && theirs !== undefined && ours !== theirs
}

/** Whether the item at an index may be another row, because the target's list has more or fewer rows. */
export function isNewRow({ referenced, outcome }: Exchange, at: number): boolean {
  if (outcome.kind === 'failed') return false
  const [ours, theirs] = [referenced.answer.body, outcome.answer.body].map(dataOf)
  return isList(ours) && isList(theirs) && ours.length !== theirs.length && at < ours.length
}

/** Returns the suspect if the target stores the right rows, and only its answer differs. */
export function answerSuspect(writing: WriteMismatch): Suspect {
  if (isPrivateShown(writing))
    return {
      rule: 'write.answer',
      kind: 'private',
      says: 'The answer to a write omits private attributes. The server shows them.',
    }
  const isOfDraft = isUnpublished(writing)
  const says = isOfDraft
    ? 'The answer to a write that publishes is the published row. The server publishes it, but answers the draft.'
    : 'The answer to a write is like a GET of the written row. The server stores the right row, but its answer differs.'
  return { rule: 'write.answer', kind: isOfDraft ? 'answer of the draft' : 'answer', says }
}

function isPrivateShown({ difference: { path, expected }, type }: WriteMismatch): boolean {
  const [, name = ''] = pointerSteps(path)
  return expected === undefined && type?.attributes.get(name)?.private === true
}

/** Returns the suspect if a PUT changes `createdAt` of any row that it writes. */
export function createdSuspects({
  difference: { path, expected },
  method,
}: WriteMismatch): readonly Suspect[] {
  const isKept = typeof expected === 'string' && !isLater(expected)
  const says = 'A PUT keeps `createdAt`. The server changes it.'
  return method === 'PUT' && path.endsWith('/createdAt') && isKept
    ? [{ rule: 'write.stamps', kind: 'createdAt', says }]
    : []
}

/** Returns the suspect, weaker than those by the place, if a PUT leaves `updatedAt` of any row that it writes. */
export const lateSuspects = ({
  difference: { path, expected },
  method,
}: WriteMismatch): readonly Suspect[] =>
  method === 'PUT' && path.endsWith('/updatedAt') && typeof expected === 'string' && isLater(expected)
    ? suspects(['write.stamps'], 'value')
    : []

/** Whether an expected instant stands for all later instants. */
const isLater = (expected: string): boolean => expected.startsWith('later than ')

/** Returns the suspect if the target refuses a write because of a plain value that is valid. */
export function refusedValue(
  { exchange, type, data, session }: WriteMismatch,
  found: Answer,
): readonly Suspect[] {
  const name =
    found.status === 400 && exchange.referenced.answer.status < 300 ? refusedName(found.body) : undefined
  const limits =
    type && name !== undefined
      ? modelsOf(session.reference.graph).get(type.uid)?.attributes.get(name)
      : undefined
  const value = isObject(data) && name !== undefined ? member(data, name) : undefined
  if (limits?.attribute.kind !== 'scalar' || value === undefined || value === null) return []
  const [rule = 'write.values'] = isAboutUnique(found.body)
    ? UNIQUE
    : (SCALAR_RULES[limits.attribute.type] ?? [])
  if (rule !== 'write.values') return [{ rule, kind: 'refused' }]
  const size = typeof value === 'string' ? value.length : value
  const isAtLimit = [limits.min, limits.max, limits.minLength, limits.maxLength].some(
    (limit) => limit === size,
  )
  const says = isAtLimit
    ? 'A value at the limit of its attribute is valid. The server refuses it.'
    : `A valid value of the type ${limits.attribute.type} is accepted. The server refuses it.`
  return [{ rule, kind: isAtLimit ? 'refused at a limit' : 'refused', says }]
}

const UNIQUE: readonly WriteRuleId[] = ['write.values.unique']

/** Returns a sentence about an error of the target that has the right status and another name. */
export function sentenceOfError(expected: Json, found: Json): string | undefined {
  const [ours, theirs] = [expected, found].map((body) => {
    const error = isObject(body) ? member(body, 'error') : undefined
    return isObject(error) ? member(error, 'name') : undefined
  })
  return typeof ours === 'string' && typeof theirs === 'string' && ours !== theirs
    ? `The name of this error is ${ours}. The server answers another error.`
    : undefined
}

/**
 * Returns the suspects if the target accepts an invalid value, alone or beside other invalid values that it refuses. A
 * target that refuses only some of several invalid values may also end at the first one.
 */
export function acceptedValues({ exchange, type, isReadBack }: WriteMismatch): readonly Suspect[] {
  const { outcome, referenced } = exchange
  if (isReadBack || outcome.kind === 'failed' || referenced.answer.status !== 400) return []
  const [rule] = refusalRules(referenced.rules.filter(isWritingRule), referenced.answer.body)
  const [wanted = [], refused = []] = [referenced.answer.body, outcome.answer.body].map(invalidNames)
  const accepted = wanted.filter((name) => !refused.includes(name))
  const isPart = refused.length > 0 && refused.length < wanted.length
  const isOther = outcome.answer.status >= 400 && refused.length === 0
  if (isOther || (accepted.length === 0 && !isPart)) return []
  const first: readonly Suspect[] = isPart ? [SOME_LISTED] : []
  if (rule !== 'write.values' || accepted.length === 0) return first
  const types = new Set(accepted.map((name) => typeOf(type, name)))
  const [only] = types
  const says = `An invalid value of the type ${only} is refused. The server accepts it.`
  return [...first, { rule, kind: 'accepted', ...(types.size === 1 && only !== undefined ? { says } : {}) }]
}

const SOME_LISTED: Suspect = {
  rule: 'write.values',
  kind: 'some listed',
  says: 'One error lists all invalid values. The server lists only some of them.',
}

function typeOf(type: ContentType | undefined, name: string): string | undefined {
  const attribute = type?.attributes.get(name)
  return attribute?.kind === 'scalar' ? attribute.type : undefined
}
