/**
 * Attributes a mismatch in a session to the rules of the last write, those about the place of the mismatch first. A
 * read-back that differs suspects the write before it, because everything earlier was equal.
 */

import type { Attribute, ContentType, Model, Schema } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { pointerSteps } from '../../util/pointer.ts'
import type { WriteRuleId } from '../../writing/rules.ts'
import type { Difference } from '../compare/difference.ts'
import { isWritingRule } from '../exchange/rules.ts'
import type { Exchange } from '../exchange/session.ts'
import { linkRules } from './links.ts'
import { crashSuspect, type Suspect, suspects } from './suspect.ts'

/** A mismatch, and the write that it is attributed to. */
export interface WriteMismatch {
  /** The exchange that differs: the write, or a request that reads back. */
  readonly exchange: Exchange
  readonly difference: Difference
  readonly method: string
  /** The type that was written; undefined for none. */
  readonly type: ContentType | undefined
  /** The value of `data` in the body. */
  readonly data: Json | undefined
  /** The reference's answer to the write. */
  readonly written: Json
  readonly isReadBack: boolean
  readonly schema: Schema
}

/** The rules that may explain a mismatch, the most specific ones first; no rule if the target did not answer. */
export function writeSuspectsOf(writing: WriteMismatch): readonly Suspect[] {
  const { exchange, difference } = writing
  const { outcome, referenced } = exchange
  if (outcome.kind === 'failed') return [{ rule: null, kind: `no answer: ${outcome.why}` }]
  const crash = crashSuspect(exchange)
  if (crash !== undefined) return [crash]
  const followed = referenced.rules.filter(isWritingRule)
  const { path } = difference
  if (path === 'status' && !writing.isReadBack) {
    const kind = `status ${referenced.answer.status} → ${outcome.answer.status}`
    return suspects(ofStatus(writing, followed, outcome.answer.body), kind)
  }
  if (path.startsWith('headers/')) return suspects(mostSpecific(['write.answer'], followed), path)
  if (referenced.answer.status >= 400 && !writing.isReadBack)
    return suspects(refusalRules(followed, referenced.answer.body), 'error')
  if (referenced.answer.status === 204) return suspects(['write.delete'], 'body')
  // A refused write that left data behind.
  if (isRefused(writing.written)) return suspects(['write.whole'], 'kept')
  const { rules, kind } = ofPlace(writing, followed)
  return suspects(mostSpecific(rules, followed), kind)
}

const isRefused = (written: Json): boolean => isObject(written) && Object.hasOwn(written, 'error')

/**
 * The first likely rule that the reference followed. Without one, all rules that it followed, the general ones last.
 */
function mostSpecific(
  likely: readonly WriteRuleId[],
  followed: readonly WriteRuleId[],
): readonly WriteRuleId[] {
  const first = likely.find((rule) => followed.includes(rule) || ALWAYS.includes(rule))
  return first !== undefined ? [first] : [...followed].sort((a, b) => rank(a) - rank(b))
}

/** Rules of every row. The reference cites them only where it creates the row. */
const ALWAYS: readonly WriteRuleId[] = ['write.stamps', 'write.ids', 'write.answer']

/** Rules that every write of a kind follows. */
const GENERAL: readonly WriteRuleId[] = [
  'write.create',
  'write.update',
  'write.single',
  'write.publish.draft',
  'write.publish.row',
  'write.values',
  'write.stamps',
  'write.ids',
  'write.answer',
  'write.query',
  'write.body.data',
  'write.body.json',
  'write.whole',
]
const rank = (rule: WriteRuleId): number => GENERAL.indexOf(rule)

/**
 * The rule of a refusal is the last one followed. Unique violations are reported with other errors, so their message
 * identifies the rule.
 */
function refusalRules(followed: readonly WriteRuleId[], body: Json): readonly WriteRuleId[] {
  const error = isObject(body) ? member(body, 'error') : undefined
  const message = isObject(error) ? member(error, 'message') : undefined
  if (message === 'This attribute must be unique') return ['write.values.unique']
  return followed.filter((rule) => rule !== 'write.whole').slice(-1)
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
  const own = attribute === undefined ? [] : ofAttribute(attribute, writing)
  return mostSpecific(own, followed)
}

/** The attribute that an error of the target names. */
function refusedName(body: Json): string | undefined {
  const error = isObject(body) ? member(body, 'error') : undefined
  const details = isObject(error) ? member(error, 'details') : undefined
  if (!isObject(details)) return undefined
  const key = member(details, 'path') ?? member(details, 'key')
  if (typeof key === 'string') return key.split('.', 1)[0]
  const errors = member(details, 'errors')
  const [first] = isList(errors) ? errors : []
  const path = isObject(first) ? member(first, 'path') : undefined
  const [name] = isList(path) ? path : []
  return typeof name === 'string' ? name : undefined
}

interface PlacedMismatch {
  readonly rules: readonly WriteRuleId[]
  readonly kind: string
}

function ofPlace(writing: WriteMismatch, followed: readonly WriteRuleId[]): PlacedMismatch {
  const { difference, exchange } = writing
  const steps = pointerSteps(difference.path)
  const body = exchange.referenced.answer.body
  const data = isObject(body) ? member(body, 'data') : undefined
  const isRows = isList(data)
  const [entry, names] = isRows ? [data[Number(steps[1])], steps.slice(2)] : [data, steps.slice(1)]
  const [name] = names
  if (!isObject(entry) || name === undefined || steps[0] !== 'data')
    return { rules: ofEntries(writing), kind: 'entries' }
  if (isRows && isNewRow(exchange, Number(steps[1]))) return { rules: ofEntries(writing), kind: 'entries' }
  // The set of members depends on the answer format, not on the written values.
  if (difference.expected === undefined) return { rules: ['write.answer'], kind: 'extra' }
  const kind = difference.found === undefined ? 'missing' : 'value'
  if (isOtherLocale(writing, steps)) return { rules: ['write.locale', 'write.locale.made'], kind }
  return { rules: ofMember(writing, entry, names, followed), kind }
}

/** Whether the target answers with the row of another locale. */
function isOtherLocale(
  { exchange: { referenced, outcome } }: WriteMismatch,
  steps: readonly string[],
): boolean {
  if (outcome.kind === 'failed') return false
  const [ours, theirs] = [referenced.answer.body, outcome.answer.body].map((body) => {
    const data = isObject(body) ? member(body, 'data') : undefined
    const entry = isList(data) ? data[Number(steps[1])] : data
    return isObject(entry) ? member(entry, 'locale') : undefined
  })
  return ours !== undefined && theirs !== undefined && ours !== theirs
}

/** Whether an item of the list is another row, because the list has too many or too few rows. */
function isNewRow({ referenced, outcome }: Exchange, at: number): boolean {
  if (outcome.kind === 'failed') return false
  const [ours, theirs] = [referenced.answer.body, outcome.answer.body].map((body) =>
    isObject(body) ? member(body, 'data') : undefined,
  )
  return isList(ours) && isList(theirs) && ours.length !== theirs.length && at < ours.length
}

const isOfPublished = ({ exchange }: WriteMismatch): boolean =>
  exchange.request.url.includes('status=published')
const isOfDraft = ({ exchange }: WriteMismatch): boolean => exchange.request.url.includes('status=draft')

/** Missing or superfluous rows. */
function ofEntries(writing: WriteMismatch): readonly WriteRuleId[] {
  if (writing.method === 'DELETE') return ['write.delete']
  const published: readonly WriteRuleId[] = isOfPublished(writing)
    ? ['write.publish.status', 'write.publish.row']
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
  const { type, data, written, isReadBack } = writing
  const [name = ''] = names
  const row = isObject(written) ? member(written, 'data') : undefined
  const isOther = isReadBack && (!isObject(row) || member(row, 'documentId') !== member(entry, 'documentId'))
  const isBeside =
    isReadBack && isObject(row) && !isOther && member(row, 'locale') !== member(entry, 'locale')
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
  const isNamed = isObject(data) && Object.hasOwn(data, name) && type !== undefined
  const own = ofAttribute(attribute, writing)
  if (isNamed) {
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

/** Rules about the effect of a write on other entries. */
const OTHER_SIDE: readonly WriteRuleId[] = [
  'write.relation.taken',
  'write.relation.gone',
  'write.publish.incoming',
  'write.relation.sides',
  'write.relation.status',
]

const entryType = ({ exchange, type }: WriteMismatch): Model | undefined => exchange.type ?? type

/** The rules of an attribute's value, by the form in which it was written. */
function ofAttribute(attribute: Attribute, { data }: WriteMismatch): readonly WriteRuleId[] {
  const value = isObject(data) ? member(data, attribute.name) : undefined
  switch (attribute.kind) {
    case 'scalar':
      return [...(SCALAR_RULES[attribute.type] ?? []), 'write.values.unique', 'write.values']
    case 'media':
      return ['write.files', ...linkRules(attribute, value)]
    case 'relation':
      return linkRules(attribute, value)
    case 'morphTo':
      return [attribute.many ? 'write.morph' : 'write.morph.one', ...linkRules(attribute, value)]
    case 'morphBy':
      return ['write.morph.one', 'write.morph']
    case 'component':
      return componentRules(value)
    case 'zone':
      return ['write.zone.listed', ...componentRules(value), 'write.zone']
  }
}

const SCALAR_RULES: Readonly<Record<string, readonly WriteRuleId[]>> = {
  json: ['write.values.json'],
  password: ['write.values.password'],
  date: ['write.values.date'],
  time: ['write.values.date'],
  datetime: ['write.values.date'],
  timestamp: ['write.values.date'],
}

/** A component with an id refers to an existing component. */
function componentRules(value: Json | undefined): readonly WriteRuleId[] {
  const items = isList(value) ? value : [value]
  const isKept = items.some((item) => isObject(item) && Object.hasOwn(item, 'id'))
  return isKept
    ? ['write.component.kept', 'write.component.id', 'write.component.new']
    : ['write.component.new', 'write.values.defaults']
}
