/** Attributes wrong entries, or entries in a wrong order, to the rules that select and order entries. */

import type { RuleId } from '../../reference/rules.ts'
import { isList, isObject, type Json } from '../../util/json.ts'
import { asDecoded } from '../../util/url/percent.ts'
import { splitTarget } from '../../util/url/target.ts'
import { pageOf } from '../bodies/answer.ts'
import { sentenceOf } from '../exchange/rules.ts'
import { partsOf } from '../names/mentions.ts'
import { chaptersOf, refusedParameters } from './parameters.ts'
import type { Spot } from './spot.ts'
import { type Suspect, type SuspectContext, suspects } from './suspect.ts'

export type EntriesSpot = Extract<Spot, { kind: 'entries' | 'order' }>

/** The maximum number of superfluous entries of one mismatch for which the check finds suspects. */
const MAX_EXPLAINED = 3
const ROOT = 'data'

/**
 * Returns the suspects for wrong entries in an answer. Unless a special case applies, the rules that exclude a
 * superfluous entry are suspects. If an entry is missing, every rule that selects the entries of its list is a suspect,
 * because the target may exclude too much.
 */
export function entriesSuspects(spot: EntriesSpot, context: SuspectContext): readonly Suspect[] {
  if (isOfWrongIds(spot, context)) return suspects(['entry.id'], 'value')
  if (isRenumbered(spot)) return suspects(['component.id'], 'value')
  if (isRepeating(spot)) return [repeated(context)]
  const own = ownRules(spot.part, context)
  const others = selectionSuspects(spot, context).filter(({ rule }) => !own.some((one) => one === rule))
  return [...suspects(own, 'entries'), ...others].map((one) => withDraftless(one, spot, context))
}

/** Returns whether the target's list in `data` repeats an entry and is not shorter than the reference's list. */
const isRepeating = ({ part, expected, found }: EntriesSpot): boolean => {
  const ids = found.flatMap((entry) => idOf(entry) ?? [])
  return part === ROOT && new Set(ids).size < ids.length && found.length >= expected.length
}

/** The rules that join an entry with linked rows. A list has each entry once, even if several linked rows match. */
const JOINING: readonly RuleId[] = ['filters.through', 'sort.through']

const repeated = ({ exchange: { referenced } }: SuspectContext): Suspect => ({
  rule: JOINING.find((rule) => referenced.rules.includes(rule)) ?? 'list.data',
  kind: 'repeated entries',
  says: 'A list has each entry once. The server repeats an entry.',
})

/** Adds a sentence to a suspect about `status` if the content type of the list has no draft & publish. */
const withDraftless = (
  one: Suspect,
  { part }: EntriesSpot,
  { exchange: { type } }: SuspectContext,
): Suspect =>
  part === ROOT && type?.draftAndPublish === false && one.rule?.startsWith('status.') === true
    ? { ...one, says: 'For a type without draft & publish, `status` has no effect on the list.' }
    : one

function selectionSuspects(spot: EntriesSpot, context: SuspectContext): readonly Suspect[] {
  const { expected, found, part } = spot
  const extra = found.filter((one) => !expected.some((other) => isSame(one, other)))
  const missing = expected.filter((one) => !found.some((other) => isSame(one, other)))
  const excluding = extra.slice(0, MAX_EXPLAINED).flatMap((entry) => exclusionRules(entry, spot, context))
  const isOtherStatus = extra.length > 0 && excluding.every((rule) => OTHER_STATUS.includes(rule))
  if (isOtherStatus && extra.length === missing.length) return suspects(excluding, 'entries')
  const valueless = part === ROOT && extra.length === 0 ? valuelessIn(missing, found, context) : []
  if (valueless.length > 0) return suspects(valueless, 'entries')
  const isPage = part === ROOT && excluding.every((rule) => PAGING.has(rule))
  if (isPage && extra.length > 0 && isOtherPage(spot, context))
    return suspects([...excluding, ...sizing(context)], 'entries')
  if (isPage && extra.length > 0 && found.length === expected.length) {
    // Appends the missing entries before it checks the order, because the found entries alone may be in order.
    const disorder = disorderIn([...found, ...missing], context)
    // If the found entries violate no sort rule, the target answers with another page of a correctly sorted list.
    if (disorder.length > 0) return suspects(disorder, 'order')
    return suspects([...excluding, ...sizing(context)], 'entries')
  }
  const isCut = found.length > expected.length || isSameTotal(context)
  if (isPage && isCut && (extra.length === 0 || missing.length === 0) && isBeginning(spot))
    return suspects([...sizing(context), ...choosingAt(part, context)], 'entries')
  const all = missing.length > 0 || excluding.length === 0 ? choosingAt(part, context) : []
  // Without superfluous entries, `populate.status` is a suspect only if the request names a status.
  const isOfStatus = extra.length > 0 || chaptersOf(context.exchange.request.url).has('status')
  const choosing = isOfStatus ? all : all.filter((rule) => rule !== 'populate.status')
  // If entries of `data` are missing, the whole list may be wrong, so the rule `list.data` is a suspect too.
  const whole: readonly RuleId[] = part === ROOT && missing.length > 0 ? ['list.data'] : []
  // Suspects the rules of parameters that do not affect the right answer, because the target may apply them.
  const idle = whole.length > 0 && choosing.length === 0 ? refusedParameters(context) : []
  return suspects([...excluding, ...choosing, ...idle, ...whole], 'entries')
}

/** The page size of the request that reads a whole list at once. */
const WHOLE = 100

/**
 * Returns whether the request has `pagination`, and the target's two or more entries are consecutive in the whole
 * list. The target then answers with another page of a list in the right order.
 */
function isOtherPage({ found }: EntriesSpot, { session, exchange: { request } }: SuspectContext): boolean {
  const parts = partsOf(splitTarget(request.url).search)
  const others = parts.filter((part) => !asDecoded(part).startsWith('pagination['))
  if (others.length === parts.length || found.length < 2) return false
  const url = `${splitTarget(request.url).path}?${[...others, `pagination[pageSize]=${WHOLE}`].join('&')}`
  const { body } = session.reference.ask({ ...request, url }).answer
  const data = isObject(body) ? body['data'] : undefined
  const all = (isList(data) ? data : []).map((entry) => idOf(entry))
  const start = all.indexOf(idOf(found[0]))
  return start >= 0 && found.every((entry, at) => all[start + at] === idOf(entry))
}

/** The rules that select entries and that few requests follow, so that these rules are strong suspects. */
const OWN: ReadonlySet<RuleId> = new Set([
  'media.related',
  'filters.no-value',
  'filters.id-text',
  'filters.relation-id',
  'populate.localizations',
])

export const ownRules = (part: string, { exchange }: SuspectContext): readonly RuleId[] =>
  exchange.referenced.rulesAt(part).filter((rule) => OWN.has(rule))

/** Returns whether both answers have the same `total`, so that only their pages differ. */
function isSameTotal({ exchange: { referenced, outcome } }: SuspectContext): boolean {
  const ours = pageOf(referenced.answer.body)?.['total']
  return outcome.kind === 'answered' && ours !== undefined && ours === pageOf(outcome.answer.body)?.['total']
}

const PAGING: ReadonlySet<RuleId> = new Set(['list.page-defaults', 'pagination.page', 'pagination.offset'])

const isSame = (one: Json, other: Json): boolean =>
  isObject(one) &&
  isObject(other) &&
  String(one['id']) === String(other['id']) &&
  one['__component'] === other['__component'] &&
  one['__type'] === other['__type']

/** Returns whether one of two lists of entries is a prefix of the other. */
const isBeginning = ({ expected, found }: EntriesSpot): boolean => {
  const [shorter, longer] = expected.length < found.length ? [expected, found] : [found, expected]
  return shorter.every((entry, at) => isSame(entry, longer[at] ?? null))
}

function exclusionRules(
  entry: Json,
  { path, part, expected }: EntriesSpot,
  { session, exchange, explainer }: SuspectContext,
): readonly RuleId[] {
  const id = idOf(entry)
  if (part === ROOT) return id === undefined ? [] : (explainer.row(exchange.request, id)?.rules ?? [])
  const documentId = isObject(entry) ? entry['documentId'] : undefined
  if (typeof documentId !== 'string') return []
  const right = expected.find((one) => isObject(one) && one['documentId'] === documentId)
  if (right !== undefined) return otherRowRules(documentId, [right, entry], part, session)
  return explainer.why(exchange.request, `${path}.${documentId}`).rules
}

/**
 * Returns whether the documentIds of both lists are equal, but an entry of the target has an id that no row of its
 * document has.
 */
function isOfWrongIds({ expected, found }: EntriesSpot, { session }: SuspectContext): boolean {
  const [ours, theirs] = [expected, found].map((entries) => entries.map(documentIdOf))
  if (ours?.join() !== theirs?.join()) return false
  return found.some((entry) => {
    const documentId = documentIdOf(entry)
    const rows = documentId === undefined ? [] : rowsOf(documentId, session)
    return rows.length > 0 && rows.every(({ id }) => id !== idOf(entry))
  })
}

/** Returns whether the entries of both lists have no documentIds, like components, and differ only in their ids. */
const isRenumbered = ({ expected, found }: EntriesSpot): boolean =>
  expected.length === found.length &&
  expected.every((one, at) => documentIdOf(one) === undefined && bare(one) === bare(found[at] ?? null))

const bare = (entry: Json): string => JSON.stringify(isObject(entry) ? { ...entry, id: null } : entry)

const documentIdOf = (entry: Json): string | undefined => {
  const documentId = isObject(entry) ? entry['documentId'] : undefined
  return typeof documentId === 'string' ? documentId : undefined
}

const rowsOf = (documentId: string, { reference: { graph } }: SuspectContext['session']) =>
  [...graph.tables.values()].flatMap(({ byDocument }) => byDocument.get(documentId) ?? [])

/** Returns the rules that select one of a document's rows, each of which has another status or locale. */
function otherRowRules(
  documentId: string,
  entries: readonly Json[],
  part: string,
  session: SuspectContext['session'],
): readonly RuleId[] {
  const rows = rowsOf(documentId, session)
  const [ours, theirs] = entries.map((entry) => rows.find(({ id }) => id === idOf(entry)))
  const isOfStatus = ours?.status !== theirs?.status
  const isOfLocale = ours?.locale !== theirs?.locale
  const statuses = isOfStatus || !isOfLocale ? OTHER_STATUS : []
  const ofLocale: RuleId = part.endsWith('.localizations') ? 'populate.localizations' : 'locale.chosen'
  return isOfLocale || !isOfStatus ? [...statuses, ofLocale] : statuses
}

const OTHER_STATUS: readonly RuleId[] = ['populate.status']

/** Returns the rules that the reference's answer follows and that determine the page and the page size. */
export const sizing = ({ exchange }: SuspectContext): readonly RuleId[] =>
  exchange.referenced.rulesAt('meta.pagination').filter((rule) => SIZING.has(rule))
const SIZING: ReadonlySet<RuleId> = new Set([...PAGING, 'pagination.max'])

/** The prefixes of the rules that select the entries of a list, the most specific first. */
const CHOOSING = [
  'filters.',
  'search.',
  'populate.on',
  'populate.filters.list',
  'status.',
  'locale.',
  'populate.status',
  'populate.to-one',
  'populate.kind.',
  'populate.localizations',
  'populate.permission',
]

export const choosingAt = (part: string, context: SuspectContext): readonly RuleId[] => {
  const { exchange } = context
  const followed = exchange.referenced.rulesAt(part)
  const isBelow = part !== ROOT && followed.includes('populate.status')
  const starts = isBelow ? ['filters.', 'populate.status', ...CHOOSING] : CHOOSING
  const chosen = starts.flatMap((start) => followed.filter((rule) => rule.startsWith(start)))
  const chapters = chaptersOf(exchange.request.url)
  const isAsked = (rule: RuleId): boolean =>
    chapters.has(rule === 'populate.status' ? 'status' : (rule.split('.', 1)[0] ?? ''))
  // Suspects about parameters that the request contains come before other suspects.
  const choosing = [
    ...ownRules(part, context),
    ...chosen.filter(isAsked),
    ...chosen.filter((rule) => !isAsked(rule)),
  ]
  const isAround = part === ROOT && exchange.referenced.rules.includes(FILTERED_BELOW)
  return isAround ? [...choosing, FILTERED_BELOW] : choosing
}

/** The id of the rule that a filter inside a populate does not filter the entries with the populated attribute. */
const FILTERED_BELOW: RuleId = 'populate.filters.top'

/** Returns the suspects for a wrong order of entries, such as sort rules. */
export function orderSuspects(spot: EntriesSpot, context: SuspectContext): readonly Suspect[] {
  const { part, found } = spot
  const { exchange } = context
  if (isOfWrongIds(spot, context)) return suspects(['entry.id'], 'value')
  if (isRenumbered(spot)) return suspects(['component.id'], 'value')
  if (part === ROOT) {
    const disorder = disorderIn(found, context)
    if (disorder.some((rule) => rule !== 'sort.ties')) return suspects(disorder, 'order')
    const nested: readonly RuleId[] = [FILTERED_BELOW, 'populate.sort.list']
    const below = nested.filter((rule) => exchange.referenced.rules.includes(rule))
    return suspects([...below, 'sort.ties'], 'order')
  }
  const sorting = exchange.referenced.rulesAt(part).filter((rule) => rule.startsWith('sort.'))
  const linked: RuleId = sorting.some((rule) => rule !== 'sort.ties')
    ? 'populate.sort.list'
    : 'populate.order'
  const byId = `The server orders them by id in \`${part.split('.').at(-1) ?? ''}\`.`
  const says = [sentenceOf(linked), ...(linked === 'populate.order' && isById(found) ? [byId] : [])].join(' ')
  return [
    ...suspects(ownRules(part, context), 'order'),
    ...suspects([linked], 'order', says),
    ...suspects(sorting, 'order'),
  ]
}

const isById = (entries: readonly Json[]): boolean =>
  entries.every((entry, at) => at === 0 || (idOf(entries[at - 1]) ?? 0) < (idOf(entry) ?? 0))

const disorderIn = (found: readonly Json[], { exchange, explainer }: SuspectContext): readonly RuleId[] =>
  explainer.disorder(
    exchange.request,
    found.flatMap((entry) => idOf(entry) ?? []),
  )

/** Returns `sort.nulls` if either the first listed entry or all missing entries lack a value to sort by. */
function valuelessIn(
  missing: readonly Json[],
  [first]: readonly Json[],
  context: SuspectContext,
): readonly RuleId[] {
  if (first === undefined || missing.length === 0) return []
  const isValueless = missing.every((entry) => {
    const turned = [disorderIn([first, entry], context), disorderIn([entry, first], context)].flat()
    return turned.length === 1 && turned[0] === 'sort.nulls'
  })
  return isValueless ? ['sort.nulls'] : []
}

const idOf = (entry: Json | undefined): number | undefined => {
  const id = isObject(entry) ? entry['id'] : undefined
  return typeof id === 'number' ? id : undefined
}
