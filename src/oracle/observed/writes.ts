/** Makes sentences about what a target does instead of following a rule of writing. */
import { isList, isObject, type Json, member } from '../../util/json.ts'
import { pointerSteps, pointerTo, valueAt } from '../../util/pointer.ts'
import { splitTarget } from '../../util/url/target.ts'
import { modelsOf } from '../../writing/index.ts'
import { invalidNames } from '../attribution/refused.ts'
import type { WriteMismatch } from '../attribution/writes/written.ts'
import { dataOf, entriesOf } from '../bodies/answer.ts'
import { isSame } from '../compare/difference.ts'
import { compareTo, translateAnswer } from '../exchange/session.ts'
import { observedOf } from './observed.ts'

/**
 * Returns sentences about what the target does with a write, the most specific sentence first. The state before the
 * write, the body of the write and the defaults of the schema show the origin of a wrong value.
 */
export function observedInWrite(writing: WriteMismatch): readonly string[] {
  const { session, exchange, difference, isStored } = writing
  return [
    ...otherLocale(writing),
    ...ownValue(writing),
    ...linkedItem(writing),
    ...keptLinks(writing),
    ...otherRows(writing),
    ...originOf(writing),
    ...observedOf(session, exchange, difference, isStored ? 'answers' : 'stores'),
  ]
}

/** Returns the sentence about a target that answers with or writes the entry of another locale. */
function otherLocale({
  exchange: { referenced, outcome },
  isStored,
  isReadBack,
}: WriteMismatch): readonly string[] {
  if (outcome.kind === 'failed' || isReadBack) return []
  const [ours, theirs] = [referenced.answer.body, outcome.answer.body].map((body) =>
    memberOf(dataOf(body), 'locale'),
  )
  if (typeof ours !== 'string' || typeof theirs !== 'string' || ours === theirs) return []
  return [`The server ${isStored ? 'answers' : 'writes'} the locale \`${theirs}\` in place of \`${ours}\`.`]
}

/** Returns the sentence about a target that refuses a value which the written document already has. */
function ownValue(writing: WriteMismatch): readonly string[] {
  const { difference, data, exchange, isReadBack } = writing
  if (difference.path !== 'status' || isReadBack || exchange.outcome.kind === 'failed') return []
  const [name, ...others] = invalidNames(exchange.outcome.answer.body)
  if (name === undefined || others.length > 0) return []
  const before = memberOf(dataOf(bodyBefore(writing)), name)
  return before !== undefined && isSame(before, memberOf(data, name))
    ? [`The server refuses the value of \`${name}\` that the document already has.`]
    : []
}

/** Returns the sentence about the item of a list that the target links to a to-one relation. */
function linkedItem(writing: WriteMismatch): readonly string[] {
  const { difference, data, isStored } = writing
  const steps = pointerSteps(difference.path)
  const at = steps.findIndex((step, index) => index > 0 && Number.isNaN(Number(step)))
  const name = steps[at] ?? ''
  const items = itemsFor(memberOf(data, name))
  if (isStored || steps[0] !== 'data' || items.length < 2) return []
  const linked = valueAt(
    translated(writing),
    steps.slice(0, at + 1).reduce((path, step) => pointerTo(path, step), ''),
  )
  const ids = ['id', 'documentId'].flatMap((key) => memberOf(linked, key) ?? [])
  const isLinked = (item: Json | undefined): boolean =>
    [item, memberOf(item, 'id'), memberOf(item, 'documentId')].some((id) => ids.some((one) => one === id))
  if (isLinked(items.at(-1))) return [`The server links the last item of the list for \`${name}\`.`]
  return isLinked(items[0]) ? [`The server links the first item of the list for \`${name}\`.`] : []
}

/** Returns the items of the list that a body has for a relation: the list itself, or the list of `connect` or `set`. */
function itemsFor(value: Json | undefined): readonly Json[] {
  const lists = [value, memberOf(value, 'connect'), memberOf(value, 'set')]
  return lists.find((one) => one !== undefined && isList(one)) ?? []
}

/** Returns the sentence about entries that the target leaves in a relation, although the body removes them. */
function keptLinks(writing: WriteMismatch): readonly string[] {
  const { difference, exchange, isStored } = writing
  const [place, ...steps] = pointerSteps(difference.path)
  const at = steps.findIndex((step) => Number.isNaN(Number(step)))
  const name = steps[at]
  if (isStored || place !== 'data' || name === undefined) return []
  const path = ['data', ...steps.slice(0, at + 1)].reduce((all, step) => pointerTo(all, step), '')
  const bodies = [exchange.referenced.answer.body, translated(writing), bodyBefore(writing)]
  const [ours = [], theirs = [], before = []] = bodies.map((body) => idsAt(body, path))
  const more = theirs.filter((id) => !ours.includes(id))
  const isMissing = ours.some((id) => !theirs.includes(id))
  return more.length > 0 && !isMissing && more.every((id) => before.includes(id))
    ? [`The server keeps old links in \`${name}\`.`, 'The server keeps old links.']
    : []
}

/** Returns the ids of the entries in the list at a path; empty if there is no list. */
function idsAt(body: Json, path: string): readonly Json[] {
  const list = valueAt(body, path)
  return list !== undefined && isList(list) ? list.flatMap((entry) => memberOf(entry, 'id') ?? []) : []
}

/** Returns the sentence about a row of another locale that a read after a write shows or lacks. */
function otherRows(writing: WriteMismatch): readonly string[] {
  if (!writing.isReadBack) return []
  const [ours, theirs] = [writing.exchange.referenced.answer.body, translated(writing)].map((body) =>
    entriesOf(body),
  )
  if (ours === undefined || theirs === undefined) return []
  const missing = ours.filter((row) => !theirs.some((other) => isSame(idOf(row), idOf(other))))
  const more = theirs.filter((row) => !ours.some((other) => isSame(idOf(row), idOf(other))))
  const locales = new Set([...missing, ...more].map((row) => memberOf(row, 'locale')))
  const [locale, ...others] = locales
  if (typeof locale !== 'string' || others.length > 0) return []
  const verb = missing.length === 0 ? 'adds' : more.length === 0 ? 'removes' : 'replaces'
  const row = `the row of the locale \`${locale}\``
  return [`The server ${verb} ${row}.`, `The server ${verb} the row of a locale.`]
}

const idOf = (row: Json): Json | undefined => memberOf(row, 'id')

/** Returns the body of the target's answer with the ids of the reference. */
function translated({ session, exchange }: WriteMismatch): Json {
  const { outcome, referenced } = exchange
  if (outcome.kind === 'failed') return null
  const { pairs } = compareTo(session, exchange, outcome.answer, referenced.answer)
  return translateAnswer(session, exchange, outcome.answer, pairs).body
}

/** Returns the sentence about the origin of a wrong value: the row before the write, a default, or the body. */
function originOf(writing: WriteMismatch): readonly string[] {
  const { difference, data, isStored, method } = writing
  const { path, found, expected } = difference
  const [place, ...names] = pointerSteps(path)
  const name = names.find((step) => Number.isNaN(Number(step)))
  if (place !== 'data' || name === undefined) return []
  const isLate = typeof expected === 'string' && expected.startsWith('later than ')
  const keeps = isStored ? 'answers' : 'leaves'
  if (isLate || (method === 'PUT' && isSame(found, valueAt(bodyBefore(writing), path))))
    return [`The server ${keeps} the old value of \`${name}\`.`, `The server ${keeps} old values.`]
  if (isStored || found === undefined || found === null || expected === undefined) return []
  if (isSame(found, defaultOf(writing, name)))
    return [`The server stores the default of \`${name}\`.`, 'The server stores the default.']
  if (isSame(found, ofDefaultLocale(writing, name)))
    return [
      `The server copies the value of \`${name}\` from the default locale.`,
      'The server copies values from the default locale.',
    ]
  return typeof found !== 'object' && isSame(found, memberOf(data, name))
    ? [`The server stores \`${name}\` as the body has it.`, 'The server stores the value as the body has it.']
    : []
}

/** Returns the value of an attribute in the default locale, if the write names a locale; otherwise undefined. */
function ofDefaultLocale({ last }: WriteMismatch, name: string): Json | undefined {
  const { path, search } = splitTarget(last.request.url)
  if (!search.includes('locale=')) return undefined
  return memberOf(
    dataOf(last.before([{ method: 'GET', url: path, headers: last.request.headers }]).body),
    name,
  )
}

/** Returns the body that a GET for the URL of the exchange had before the write. */
const bodyBefore = ({ last, exchange: { request } }: WriteMismatch): Json =>
  last.before([{ method: 'GET', url: request.url, headers: request.headers }]).body

function defaultOf({ session, type }: WriteMismatch, name: string): Json | undefined {
  return type && modelsOf(session.reference.graph).get(type.uid)?.attributes.get(name)?.default
}

const memberOf = (json: Json | undefined, name: string): Json | undefined =>
  json !== undefined && isObject(json) ? member(json, name) : undefined
