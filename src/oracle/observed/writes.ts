/** Makes sentences about what a target does instead of following a rule of writing. */
import { isList, type Json, memberOf } from '../../util/json.ts'
import { pointerSteps, pointerTo, valueAt } from '../../util/pointer.ts'
import { splitTarget } from '../../util/url/target.ts'
import { modelsOf } from '../../writing/index.ts'
import { invalidNames } from '../attribution/refused.ts'
import { acceptedDeed } from '../attribution/writes/refusals.ts'
import type { WriteMismatch } from '../attribution/writes/written.ts'
import { dataOf, entriesOf } from '../bodies/answer.ts'
import { isSame } from '../compare/difference.ts'
import { compareTo, translated } from '../exchange/session.ts'
import type { Answer } from '../target/target.ts'
import { observedOf } from './observed.ts'

/**
 * Returns sentences about what the target does with a write, the most specific sentence first. To find the origin of a
 * wrong value, the function compares the value with the state before the write, the body of the write, and the defaults
 * of the schema.
 */
export function observedInWrite(writing: WriteMismatch): readonly string[] {
  const { session, exchange, difference, isStored, last } = writing
  const { request, outcome } = exchange
  const theirs = outcome.kind === 'failed' ? null : translated(session, exchange, outcome.answer).body
  const earlier = last.before([{ method: 'GET', url: request.url, headers: request.headers }])
  const seen = { ...writing, ...placeOf(difference), theirs, before: earlier.body }
  return [
    ...oldEntry(seen, earlier),
    ...acceptedDeed(seen),
    ...otherLocale(seen),
    ...ownValue(seen),
    ...linkedItem(seen),
    ...keptLinks(seen),
    ...otherItems(seen),
    ...otherRows(seen),
    ...originOf(seen),
    ...observedOf(session, exchange, difference, isStored ? 'answers' : 'stores'),
  ]
}

/** A mismatch of a write, with the facts from which the sentences about it are made. */
interface SeenMismatch extends WriteMismatch {
  /** The name of the attribute with the mismatch; undefined if the mismatch is not inside an entry. */
  readonly name: string | undefined
  /** The JSON pointer to the value of the attribute. */
  readonly at: string
  /** The body of the target's answer, with the ids of the reference; null if no answer arrived. */
  readonly theirs: Json
  /** The body that a GET for the URL of the exchange had before the write. */
  readonly before: Json
}

/** Returns the attribute of an entry in `data` at which a mismatch is, and the JSON pointer to the attribute. */
function placeOf({ path }: WriteMismatch['difference']): Pick<SeenMismatch, 'name' | 'at'> {
  const steps = pointerSteps(path)
  const index = steps.findIndex((step, depth) => depth > 0 && Number.isNaN(Number(step)))
  if (steps[0] !== 'data' || index < 0) return { name: undefined, at: '' }
  return { name: steps[index], at: steps.slice(0, index + 1).reduce<string>(pointerTo, '') }
}

/** Returns the sentence about a target that stores a write, but answers with the entry as it was before the write. */
function oldEntry({ session, exchange, isStored }: SeenMismatch, earlier: Answer): readonly string[] {
  const { outcome } = exchange
  if (!isStored || outcome.kind === 'failed' || earlier.status !== outcome.answer.status) return []
  return compareTo(session, exchange, outcome.answer, earlier).difference === null
    ? ['The server answers the entry as it was before the write.']
    : []
}

/** Returns the sentence about a target that answers with or writes the entry of another locale. */
function otherLocale({
  exchange: { referenced, outcome },
  isStored,
  isReadBack,
}: SeenMismatch): readonly string[] {
  if (outcome.kind === 'failed' || isReadBack) return []
  const [ours, theirs] = [referenced.answer.body, outcome.answer.body].map((body) =>
    memberOf(dataOf(body), 'locale'),
  )
  if (typeof ours !== 'string' || typeof theirs !== 'string' || ours === theirs) return []
  return [`The server ${isStored ? 'answers' : 'writes'} the locale \`${theirs}\` in place of \`${ours}\`.`]
}

/** Returns the sentence about a target that refuses a value which the written document already has. */
function ownValue({ difference, data, exchange, isReadBack, before }: SeenMismatch): readonly string[] {
  if (difference.path !== 'status' || isReadBack || exchange.outcome.kind === 'failed') return []
  const [name, ...others] = invalidNames(exchange.outcome.answer.body)
  if (name === undefined || others.length > 0) return []
  const own = memberOf(dataOf(before), name)
  return own !== undefined && isSame(own, memberOf(data, name))
    ? [`The server refuses the value of \`${name}\` that the document already has.`]
    : []
}

/** Returns the sentence about the item of a list that the target links to a to-one relation. */
function linkedItem({ data, isStored, name, at, theirs }: SeenMismatch): readonly string[] {
  if (isStored || name === undefined) return []
  const items = itemsFor(memberOf(data, name))
  if (items.length < 2) return []
  const linked = valueAt(theirs, at)
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
function keptLinks({ exchange, isStored, name, at, ...seen }: SeenMismatch): readonly string[] {
  if (isStored || name === undefined) return []
  const bodies = [exchange.referenced.answer.body, seen.theirs, seen.before]
  const [ours = [], theirs = [], before = []] = bodies.map((body) => idsAt(body, at))
  const more = theirs.filter((id) => !ours.includes(id))
  const isMissing = ours.some((id) => !theirs.includes(id))
  return more.length > 0 && !isMissing && more.every((id) => before.includes(id))
    ? [`The server keeps old links in \`${name}\`.`, 'The server keeps old links.']
    : []
}

/**
 * Returns the sentence about wrong items of a list with components, entries or files. The old list and the body show
 * the origin of these items.
 */
function otherItems({ exchange, isStored, name, at, data, ...seen }: SeenMismatch): readonly string[] {
  if (isStored || name === undefined) return []
  const bodies = [exchange.referenced.answer.body, seen.theirs, seen.before]
  const [ours = [], theirs = [], before = []] = bodies.map((body) => idsAt(body, at))
  const [missing, more] = [without(ours, theirs), without(theirs, ours)]
  const isOld = (id: Json): boolean => before.includes(id)
  const isNamed = (id: Json): boolean =>
    JSON.stringify(memberOf(data, name) ?? null).includes(JSON.stringify(id))
  const ofItems = (deed: string): readonly string[] => [
    `The server ${deed} in \`${name}\`.`,
    `The server ${deed}.`,
  ]
  if (missing.length > 0 && missing.every(isOld) && more.length > 0 && !more.some(isOld))
    return ofItems('makes new items in place of existing items')
  if (missing.length > 0 && more.length === 0) return missing.every(isOld) ? ofItems('removes old items') : []
  return missing.length === 0 && more.length > 0 && !more.some(isOld) && !more.some(isNamed)
    ? ofItems('adds items that the body does not name')
    : []
}

const without = (ids: readonly Json[], others: readonly Json[]): readonly Json[] =>
  ids.filter((id) => !others.includes(id))

/** Returns the ids of the entries in the list at a path; empty if there is no list. */
function idsAt(body: Json, path: string): readonly Json[] {
  const list = valueAt(body, path)
  return list !== undefined && isList(list) ? list.flatMap((entry) => memberOf(entry, 'id') ?? []) : []
}

/** Returns the sentence about a row of another locale that a read after a write shows or lacks. */
function otherRows({ exchange, isReadBack, ...seen }: SeenMismatch): readonly string[] {
  if (!isReadBack) return []
  const [ours, theirs] = [exchange.referenced.answer.body, seen.theirs].map((body) => entriesOf(body))
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

/** Returns the sentence about the origin of a wrong value: the row before the write, a default, or the body. */
function originOf(writing: SeenMismatch): readonly string[] {
  const { difference, data, isStored, method, name, before } = writing
  const { path, found, expected } = difference
  if (name === undefined) return []
  const ofCreation = `${path.slice(0, path.lastIndexOf('/'))}/createdAt`
  if (
    path.endsWith('/updatedAt') &&
    found !== undefined &&
    isSame(found, valueAt(writing.theirs, ofCreation))
  )
    return ['The server stores the instant of `createdAt` for `updatedAt`.']
  if (path.endsWith('At') && typeof found === 'string' && found.endsWith('.000Z'))
    return ['The server stores the instants of writes without milliseconds.']
  const isLate = typeof expected === 'string' && expected.startsWith('later than ')
  const keeps = isStored ? 'answers' : 'leaves'
  if (isLate || (method === 'PUT' && isSame(found, valueAt(before, path))))
    return [`The server ${keeps} the old value of \`${name}\`.`, `The server ${keeps} old values.`]
  if (isStored || found === undefined || expected === undefined) return []
  if (found === null)
    return isSame(expected, defaultOf(writing, name)) && memberOf(data, name) === undefined
      ? [`The server stores null in place of the default of \`${name}\`.`, 'The server stores no defaults.']
      : []
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
  const url = search.includes('status=draft') ? `${path}?status=draft` : path
  return memberOf(dataOf(last.before([{ method: 'GET', url, headers: last.request.headers }]).body), name)
}

function defaultOf({ session, type }: WriteMismatch, name: string): Json | undefined {
  return type && modelsOf(session.reference.graph).get(type.uid)?.attributes.get(name)?.default
}
