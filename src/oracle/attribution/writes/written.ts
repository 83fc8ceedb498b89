/** The type of a mismatch after a write, with the sentences and suspects about such a mismatch. */

import type { ContentType, Uid } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import { pointerSteps, valueAt } from '../../../util/pointer.ts'
import { splitTarget } from '../../../util/url/target.ts'
import { modelsOf } from '../../../writing/index.ts'
import { dataOf } from '../../bodies/answer.ts'
import type { Difference } from '../../compare/difference.ts'
import type { Exchange, Session } from '../../exchange/session.ts'
import { formOf } from '../../observed/forms.ts'
import type { SentWrite } from '../../writes/scene.ts'
import { type Suspect, suspects } from '../suspect.ts'
import { isNamed, isUidMade, MADE_UID } from './uids.ts'
import { isRecast } from './values.ts'

/** A mismatch, with the write to which it is attributed. */
export interface WriteMismatch {
  readonly session: Session
  /** The exchange with different answers: the write itself, or a read that verifies the write. */
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
  /** Whether the target repeats its answer to the same read before the write, but answers a new URL rightly. */
  readonly isStale: boolean
}

/** Returns a sentence about the mismatch of a write that is more specific than the sentence of its rule. */
export function sentenceOf(writing: WriteMismatch): string | undefined {
  if (isUnpublished(writing))
    return 'A write without `status=draft` publishes the entry. The server writes only its draft.'
  if (isCascade(writing))
    return 'The deletion of a document also deletes the links to the document, but no other document. The server also deletes another document.'
  if (isPublishedLater(writing))
    return 'With `status=draft`, a write changes only the draft. The server changes the published row too.'
  return isDraftLeft(writing)
    ? 'A write that publishes also writes the draft. The server does not change the draft.'
    : undefined
}

/** Returns whether the published row of a document differs after a write of the draft. */
function isPublishedLater({ isDraft, isReadBack, exchange, difference }: WriteMismatch): boolean {
  const isBoth = difference.expected !== undefined && difference.found !== undefined
  return isDraft && isReadBack && isBoth && exchange.request.url.includes('status=published')
}

/** Returns the member of a row in the two answers of an exchange. */
const inBoth = ({ exchange: { referenced, outcome } }: WriteMismatch, name: string) =>
  [referenced.answer.body, outcome.kind === 'failed' ? null : outcome.answer.body].map((body) => {
    const row = dataOf(body)
    return isObject(row) ? member(row, name) : undefined
  })

/** Returns whether the target answers with a draft although the write publishes the entry. */
export function isUnpublished(writing: WriteMismatch): boolean {
  const [expected, found] = inBoth(writing, 'publishedAt')
  return !writing.isDraft && !writing.isReadBack && typeof expected === 'string' && found === null
}

/** Returns the sentence about the form of stored values, if the target stores a value in another form. */
export function sentenceOfForm({ difference }: WriteMismatch): string | undefined {
  const { expected, found } = difference
  const asNull = isRecast(difference) ? `as null in place of \`${JSON.stringify(expected)}\`` : undefined
  const form = found === null ? asNull : formOf(expected, found)
  return form && 'A write stores a value in the form that its type requires.'
}

/** Returns whether the target publishes the entry without changing `updatedAt` of its draft. */
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

/** Returns whether the target no longer has an entry of another document after the deletion of a document. */
export function isCascade({ method, last, difference: { expected, found } }: WriteMismatch): boolean {
  const documentId = isObject(expected) ? member(expected, 'documentId') : undefined
  const isGone = method === 'DELETE' && found === undefined && typeof documentId === 'string'
  return isGone && !splitTarget(last.request.url).path.endsWith(`/${documentId}`)
}

/** Returns whether the target answers with the row of another locale. */
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

/** Returns whether the item at an index may be another row, because the target's list has more or fewer rows. */
export function isNewRow({ referenced, outcome }: Exchange, at: number): boolean {
  if (outcome.kind === 'failed') return false
  const [ours, theirs] = [referenced.answer.body, outcome.answer.body].map(dataOf)
  return isList(ours) && isList(theirs) && ours.length !== theirs.length && at < ours.length
}

/**
 * Returns the suspects if the target stores the right rows, and only its answer differs. Narrow suspects come first.
 */
export function answerSuspects(writing: WriteMismatch): readonly Suspect[] {
  const rule = 'write.answer'
  if (isPrivateShown(writing))
    return [
      {
        rule,
        kind: 'private',
        says: 'The answer to a write omits private attributes. The server shows them.',
      },
    ]
  return [
    ...otherRow(writing),
    ...shownUnasked(writing),
    ...otherForm(writing),
    { rule, kind: 'answer', says: 'The answer to a write is like a GET of the written row.' },
  ]
}

/** Returns the suspect if the target's answer shows a password, or an attribute that no `populate` names. */
function shownUnasked({ difference: { path, expected }, type, data }: WriteMismatch): readonly Suspect[] {
  const [place, name = '', ...inside] = pointerSteps(path)
  const attribute = type?.attributes.get(name)
  if (expected !== undefined || place !== 'data' || inside.length > 0 || attribute === undefined) return []
  if (attribute.kind === 'scalar') return attribute.type === 'password' ? [SHOWN_PASSWORD] : []
  const isOfBody = isObject(data) && Object.hasOwn(data, name)
  const shown = isOfBody ? 'those in the body' : 'them'
  const says = `The answer to a write omits relations and components that \`populate\` does not name. The server shows ${shown}.`
  return [{ rule: 'write.answer', kind: `shows ${shown}`, says }]
}

const SHOWN_PASSWORD: Suspect = {
  rule: 'write.answer',
  kind: 'password',
  says: 'The answer to a write omits a password. The server shows it.',
}

/** Returns a suspect if the target answers the row of the other status. */
function otherRow(writing: WriteMismatch): readonly Suspect[] {
  if (isUnpublished(writing)) {
    const says =
      'The answer to a write that publishes is the published row. The server publishes the entry, but answers the draft.'
    return [{ rule: 'write.answer', kind: 'answer of the draft', says }]
  }
  const [expected, found] = inBoth(writing, 'publishedAt')
  if (!writing.isDraft || expected !== null || typeof found !== 'string') return []
  if (writing.difference.path === '/data/publishedAt')
    return [
      {
        rule: 'write.answer',
        kind: 'publishedAt of a draft',
        says: '`publishedAt` of a draft is null in the answer to a write. The server answers an instant.',
      },
    ]
  const says = 'The answer to a write of a draft is the draft. The server answers the published row.'
  return [{ rule: 'write.answer', kind: 'answer of the published row', says }]
}

/** Returns a suspect if the answer to a write has a plain value of another JSON type than the answer to a GET. */
function otherForm({ difference }: WriteMismatch): readonly Suspect[] {
  const { expected, found } = difference
  const isPlain = [expected, found].every(
    (one) => one !== undefined && one !== null && typeof one !== 'object',
  )
  const isSameNumber = expected !== '' && Number(expected) === Number(found)
  if (!isPlain || typeof expected === typeof found || !(isSameNumber || isRecast(difference))) return []
  const [ours, theirs] = [expected, found].map((one) => NAMES_OF_TYPES[typeof one] ?? '')
  const says = `The answer to a write has the values of a GET. The server stores the value, but answers a ${theirs} in place of a ${ours}.`
  return [{ rule: 'write.answer', kind: `answer: ${theirs} for ${ours}`, says }]
}

const NAMES_OF_TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
}

function isPrivateShown({ difference: { path, expected }, type }: WriteMismatch): boolean {
  const [, name = ''] = pointerSteps(path)
  return expected === undefined && type?.attributes.get(name)?.private === true
}

/** Returns a suspect if a PUT changes `createdAt` of any row that it writes. */
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

/** Returns the suspect if a PUT that publishes leaves the instant of the previous publication. */
export function republishedSuspects({
  difference: { path, expected },
  method,
  type,
}: WriteMismatch): readonly Suspect[] {
  const isOld = path.endsWith('/publishedAt') && typeof expected === 'string' && isLater(expected)
  const says =
    'Publishing again sets `publishedAt` to the instant of the write. The server keeps the first instant.'
  return method === 'PUT' && type?.draftAndPublish === true && isOld
    ? [{ rule: 'write.publish.row', kind: 'publishedAt kept', says }]
    : []
}

/**
 * Returns a suspect if a PUT does not change `updatedAt` of any row that it writes. A suspect about `updatedAt` is
 * weaker than a suspect found by the path of the mismatch.
 */
export const lateSuspects = ({
  difference: { path, expected },
  method,
}: WriteMismatch): readonly Suspect[] =>
  method === 'PUT' && path.endsWith('/updatedAt') && typeof expected === 'string' && isLater(expected)
    ? suspects(['write.stamps'], 'value')
    : []

/** Returns whether an expected instant stands for all later instants. */
const isLater = (expected: string): boolean => expected.startsWith('later than ')

/** Returns the suspects if the target makes up a uid, or leaves out the defaults of components. */
export function defaultSuspects(writing: WriteMismatch): readonly Suspect[] {
  const { type, data, method, isReadBack, difference } = writing
  const [place, name = '', ...inside] = pointerSteps(difference.path)
  const attribute = type?.attributes.get(name)
  const { expected, found } = difference
  if (method === 'POST' && isUidMade(writing)) return [MADE_UID]
  if (isReadBack || method !== 'POST' || place !== 'data' || attribute === undefined) return []
  if (isNamed(data, [name, ...inside])) return []
  if (attribute.kind !== 'component' || found !== null || expected === undefined) return []
  return expected === defaultAt(writing, attribute.component, inside) ? [LOST_DEFAULT] : []
}

/** Returns the default of an attribute inside a component; undefined if the attribute has no default. */
function defaultAt({ session }: WriteMismatch, component: Uid, inside: readonly string[]): Json | undefined {
  const models = modelsOf(session.reference.graph)
  const names = inside.filter((step) => Number.isNaN(Number(step)))
  let model = models.get(component)
  for (const name of names.slice(0, -1)) {
    const own = model?.attributes.get(name)?.attribute
    model = own?.kind === 'component' ? models.get(own.component) : undefined
  }
  return model?.attributes.get(names.at(-1) ?? '')?.default
}

const LOST_DEFAULT: Suspect = {
  rule: 'write.values.defaults',
  kind: 'defaults in components',
  says: 'A new component gets the defaults of its schema. The server sets these attributes to null.',
}
