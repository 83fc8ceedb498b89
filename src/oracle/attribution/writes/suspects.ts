/**
 * Attributes a mismatch in a session to the rules of the last write. Rules about the path of the mismatch come first.
 * If the answer to a verifying read differs, the cause is the write before the read, because all earlier answers were
 * equal.
 */

import type { Model } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { pointerSteps } from '../../../util/pointer.ts'
import type { WriteRuleId } from '../../../writing/rules.ts'
import { dataOf } from '../../bodies/answer.ts'
import { type CheckedRule, isWritingRule } from '../../exchange/rules.ts'
import type { Answered } from '../../target/target.ts'
import { bodySuspect } from '../body.ts'
import { crashSuspect } from '../crash.ts'
import { headerSuspects, isOfHeader } from '../headers.ts'
import { isOtherRefusal, refusalRules, refusedName } from '../refused.ts'
import { type Suspect, suspects } from '../suspect.ts'
import { listedErrors, sentenceOfError } from './errors.ts'
import { misreadWrites } from './misread/misread.ts'
import { isOtherValue } from './other-values.ts'
import { acceptedValues, refusedValue } from './refusals.ts'
import { certainSuspect, statusSuspects, suspectsOfStatus } from './status.ts'
import { attributeRules, castRules, formRules, mostSpecific, SCALAR_RULES } from './values.ts'
import {
  answerSuspects,
  createdSuspects,
  defaultSuspects,
  isCascade,
  isDraftLeft,
  isNewRow,
  isOtherLocale,
  isUnpublished,
  lateSuspects,
  republishedSuspects,
  sentenceOf,
  sentenceOfForm,
  type WriteMismatch,
} from './written.ts'

/**
 * Returns the suspects for a mismatch, the most specific ones first. If the target did not answer, the only suspect has
 * no rule.
 */
export function writeSuspectsOf(writing: WriteMismatch): readonly Suspect[] {
  const { exchange, difference } = writing
  const { outcome } = exchange
  if (outcome.kind === 'failed') return [{ rule: null, kind: `no answer: ${outcome.why}` }]
  const crash = crashSuspect(exchange)
  if (crash !== undefined) return [crash]
  const certain = certainSuspect(writing) ?? bodySuspect(exchange, outcome.answer)
  if (certain !== undefined) return [certain]
  const { path } = difference
  const misread = misreadWrites(writing)
  if (writing.isStored && path !== 'status' && !isOfHeader(path))
    return [...misread.filter(({ rule }) => rule === 'write.answer'), ...answerSuspects(writing)]
  const placed = placeSuspects(writing, outcome)
  return [
    ...misread,
    ...createdSuspects(writing),
    ...republishedSuspects(writing),
    ...placed,
    ...lateSuspects(writing),
  ]
}

/** Returns the suspects for a mismatch by its place in the answer. */
function placeSuspects(writing: WriteMismatch, outcome: Answered): readonly Suspect[] {
  const { exchange, difference } = writing
  const { referenced } = exchange
  const followed = referenced.rules.filter(isWritingRule)
  const { path } = difference
  const accepted = acceptedValues(writing)
  if (accepted.length > 0) return accepted
  if (path === 'status' && !writing.isReadBack) {
    const refused = refusedValue(writing, outcome.answer)
    if (refused.length > 0) return refused
    return [
      ...statusSuspects(writing, followed),
      ...suspectsOfStatus(ofStatus(writing, followed, outcome.answer.body), exchange),
    ]
  }
  if (path === 'headers/content-type') return headerSuspects(difference, false)
  if (isOfHeader(path)) return suspects(mostSpecific(['write.answer'], followed), path)
  const unset = defaultSuspects(writing)
  if (referenced.answer.status >= 400 && !writing.isReadBack) {
    if (unset.length > 0) return unset
    const echoed = ofEcho(writing)
    if (echoed.length > 0) return suspects(echoed, 'echo')
    const own = refusalRules(followed, referenced.answer.body)
    const [ours, theirs] = [referenced.answer.body, outcome.answer.body]
    const rules: readonly CheckedRule[] = isOtherRefusal(path, ours, theirs)
      ? own
      : ['endpoint.error', ...own]
    return [...listedErrors(writing), ...suspects(rules, 'error', sentenceOfError(ours, theirs))]
  }
  if (referenced.answer.status >= 400 && path.startsWith('/error'))
    return suspects(['endpoint.error'], 'error')
  if (referenced.answer.status === 204) return suspects(['write.delete'], 'body')
  // The reference refused the write, but the target stored the data of the write.
  if (isObject(writing.written) && Object.hasOwn(writing.written, 'error'))
    return suspects(
      ['write.whole'],
      'kept',
      'A refused write changes nothing. The server stores the refused data.',
    )
  const { rules, kind } = ofPlace(writing, followed)
  if (unset.length > 0) return unset
  if (kind === FORM) return suspects(rules, kind, sentenceOfForm(writing))
  return suspects(mostSpecific(rules, followed), kind, sentenceOf(writing))
}

const OF_METHOD: Readonly<Record<string, WriteRuleId>> = {
  POST: 'write.create',
  PUT: 'write.update',
  DELETE: 'write.delete',
}

function ofMethod({ method, type }: WriteMismatch): readonly WriteRuleId[] {
  const rule = OF_METHOD[method]
  if (type?.kind === 'singleType' && method === 'PUT') return ['write.single']
  return rule === undefined ? [] : [rule]
}

function ofStatus(
  writing: WriteMismatch,
  followed: readonly WriteRuleId[],
  found: Json,
): readonly WriteRuleId[] {
  const { referenced, outcome } = writing.exchange
  if (referenced.answer.status >= 400) return refusalRules(followed, referenced.answer.body)
  const isTaken = outcome.kind === 'answered' && outcome.answer.status < 300
  if (isTaken) return mostSpecific(ofMethod(writing), followed)
  const name = refusedName(found)
  const attribute = name === undefined ? undefined : writing.type?.attributes.get(name)
  if (attribute === undefined) {
    const form = formRules(writing.exchange.request, writing.type?.draftAndPublish !== false)
    const unusual = form.length > 0 ? form : castRules(writing.type, writing.data, dataOf(writing.written))
    return unusual.length > 0 ? unusual : mostSpecific([], followed)
  }
  const own = isNamed(writing, attribute.name) ? attributeRules(attribute, writing.data) : OF_MISSING
  // A target that refuses a link refuses the rarest effect of the link, which is to remove another link.
  return mostSpecific(own.includes('write.relation.taken') ? ['write.relation.taken', ...own] : own, followed)
}

/**
 * Returns the rules for an attribute that the server adds to every write. A refusal shows such an attribute although
 * the request lacks it.
 */
function ofEcho(writing: WriteMismatch): readonly WriteRuleId[] {
  const { difference, method, type } = writing
  const [place, name = ''] = pointerSteps(difference.path).slice(4)
  const isAdded = place === 'value' && difference.expected === undefined && !isNamed(writing, name)
  if (!isAdded || STAMP_RULES[name] !== undefined || type?.attributes.has(name) !== true) return []
  return method === 'POST' ? ['write.values.defaults'] : ofMethod(writing)
}

/** The rules about the attributes that the body of a write does not name. */
const OF_MISSING: readonly WriteRuleId[] = ['write.values.draft', 'write.update', 'write.values.defaults']

const isNamed = ({ data }: WriteMismatch, name: string): boolean =>
  isObject(data) && Object.hasOwn(data, name)

interface PlacedMismatch {
  readonly rules: readonly WriteRuleId[]
  readonly kind: string
}

function ofPlace(writing: WriteMismatch, followed: readonly WriteRuleId[]): PlacedMismatch {
  const { difference, exchange } = writing
  const steps = pointerSteps(difference.path)
  const body = exchange.referenced.answer.body
  const data = dataOf(body)
  const isRows = isList(data)
  const [entry, names] = isRows ? [data[Number(steps[1])], steps.slice(2)] : [data, steps.slice(1)]
  const [name] = names
  if (steps[0] !== 'data' && !writing.isReadBack) return { rules: ['write.answer'], kind: 'envelope' }
  if (!isObject(entry) || name === undefined || steps[0] !== 'data')
    return { rules: ofEntries(writing), kind: 'entries' }
  if (isRows && isNewRow(exchange, Number(steps[1]))) return { rules: ofEntries(writing), kind: 'entries' }
  const kind =
    difference.expected === undefined ? 'extra' : difference.found === undefined ? 'missing' : 'value'
  const form = isOtherValue(writing) ? valueRules(writing, names) : []
  if (form.length > 0 && !isOtherLocale(writing, steps)) return { rules: form, kind: FORM }
  if (isOfForm(writing, names)) return { rules: ['write.answer'], kind }
  if (isOtherLocale(writing, steps)) return { rules: ['write.locale', 'write.locale.made'], kind }
  return { rules: ofMember(writing, entry, names, followed), kind }
}

/**
 * Returns whether the format of the answer differs: a member is missing or superfluous, or an object replaces a plain
 * value. Different items in a list are a wrong write and not another format.
 */
function isOfForm(
  { difference: { expected, found }, isReadBack }: WriteMismatch,
  names: readonly string[],
): boolean {
  const isInList = names.some((one) => !Number.isNaN(Number(one)))
  if (expected === undefined) return !isInList
  if (isReadBack || found === null || expected === null) return false
  return found === undefined ? !isInList : isObject(expected) !== isObject(found)
}

/**
 * The kind of a mismatch in which only the type, the letter case, the precision or the emptiness of a value differs.
 */
const FORM = 'form'

/** Returns the rule about the values of a named attribute, even if the write did not follow this rule. */
function valueRules(writing: WriteMismatch, [name = '']: readonly string[]): readonly WriteRuleId[] {
  const attribute = entryType(writing)?.attributes.get(name)
  if (attribute?.kind !== 'scalar' || !isNamed(writing, name)) return []
  return SCALAR_RULES[attribute.type] ?? ['write.values']
}

const isOfPublished = ({ exchange }: WriteMismatch): boolean =>
  exchange.request.url.includes('status=published')
const isOfDraft = ({ exchange }: WriteMismatch): boolean => exchange.request.url.includes('status=draft')

/** Returns the rules that may explain missing or superfluous rows after a write. */
function ofEntries(writing: WriteMismatch): readonly WriteRuleId[] {
  if (writing.method === 'DELETE') return isCascade(writing) ? ['write.relation.gone'] : ['write.delete']
  const published: readonly WriteRuleId[] = isOfPublished(writing)
    ? [writing.isDraft ? 'write.publish.draft' : 'write.publish.status', 'write.publish.row']
    : isOfDraft(writing)
      ? ['write.publish.draft']
      : []
  return ['write.locale.made', 'write.locale', ...published, ...ofMethod(writing)]
}

function ofMember(
  writing: WriteMismatch,
  entry: JsonObject,
  names: readonly string[],
  followed: readonly WriteRuleId[],
): readonly WriteRuleId[] {
  const { type, written, isReadBack } = writing
  const [name = ''] = names
  const row = dataOf(written)
  const isOther = isReadBack && (!isObject(row) || member(row, 'documentId') !== member(entry, 'documentId'))
  const locale = isObject(row) ? (member(row, 'locale') ?? null) : null
  const isBeside = isReadBack && locale !== null && !isOther && locale !== member(entry, 'locale')
  // A write to the draft does not change the published row, and the answer to the write shows the draft.
  const isPublished = isReadBack ? isOfPublished(writing) : OF_PUBLISHED.has(name)
  if (writing.isDraft && isPublished) return ['write.publish.draft']
  if (isUnpublished(writing) || isDraftLeft(writing)) return ['write.publish.draft']
  const stamp = STAMP_RULES[name]
  if (stamp !== undefined) return isBeside ? ['write.locale.shared', ...stamp] : stamp
  const attribute = entryType(writing)?.attributes.get(name)
  if (attribute === undefined) return ofMethod(writing)
  const publishing: readonly WriteRuleId[] = isOfPublished(writing)
    ? attribute.kind === 'scalar' || attribute.kind === 'component' || attribute.kind === 'zone'
      ? ['write.publish.row']
      : ['write.publish.links', 'write.publish.incoming', 'write.publish.row']
    : []
  if (isOther) return [...OTHER_SIDE, ...publishing]
  if (isBeside) return ['write.locale.shared', ...publishing]
  const own = attributeRules(attribute, writing.data, names.slice(1))
  const isNull = isObject(writing.data) && member(writing.data, name) === null
  if (isNull && followed.includes('write.create')) return ['write.values.defaults', ...own]
  if (type !== undefined && isNamed(writing, name)) {
    const isOnlyPublished = isReadBack && isOfPublished(writing)
    return isOnlyPublished ? [...publishing, ...own, ...ofMethod(writing)] : [...own, ...ofMethod(writing)]
  }
  const unchanged: readonly WriteRuleId[] = followed.includes('write.create')
    ? ['write.values.defaults', 'write.locale.made']
    : ['write.update', 'write.single']
  return isOfPublished(writing) && isReadBack ? [...publishing, ...unchanged] : [...unchanged, ...publishing]
}

const STAMP_RULES: Readonly<Record<string, readonly WriteRuleId[]>> = {
  id: ['write.publish.row', 'write.ids'],
  documentId: ['write.ids'],
  createdAt: ['write.stamps'],
  updatedAt: ['write.stamps'],
  publishedAt: ['write.publish.row', 'write.stamps'],
  locale: ['write.locale.made', 'write.locale'],
}

/** The members of an entry by which its published row differs from its draft. */
const OF_PUBLISHED: ReadonlySet<string> = new Set(['id', 'publishedAt'])

/** The rules about the effects of a write on entries other than the written entry. */
const OTHER_SIDE: readonly WriteRuleId[] = [
  'write.relation.taken',
  'write.relation.gone',
  'write.publish.incoming',
  'write.relation.sides',
  'write.relation.status',
]

const entryType = ({ exchange, type }: WriteMismatch): Model | undefined => exchange.type ?? type
