/** Attributes wrong entries, or the right ones in a wrong order: the rules that select and order them. */

import type { RuleId } from '../../reference/rules.ts'
import { isObject, type Json } from '../../util/json.ts'
import { pageOf } from './page.ts'
import { chaptersOf } from './parameters.ts'
import type { Spot } from './spot.ts'
import { type Suspect, type SuspectContext, suspects } from './suspect.ts'

export type EntriesSpot = Extract<Spot, { kind: 'entries' | 'order' }>

/** How many superfluous entries are explained. */
const MAX_EXPLAINED = 3
const ROOT = 'data'

/**
 * A superfluous entry suspects the rules that exclude it. A missing entry suspects every rule that selects entries
 * there, because one of them excludes too much.
 */
export function entriesSuspects(spot: EntriesSpot, context: SuspectContext): readonly Suspect[] {
  const own = ownRules(spot.part, context)
  const others = selectionSuspects(spot, context).filter(({ rule }) => !own.some((one) => one === rule))
  return [...suspects(own, 'entries'), ...others]
}

function selectionSuspects(spot: EntriesSpot, context: SuspectContext): readonly Suspect[] {
  const { expected, found, part } = spot
  const extra = found.filter((one) => !expected.some((other) => isSame(one, other)))
  const missing = expected.filter((one) => !found.some((other) => isSame(one, other)))
  const excluding = extra.slice(0, MAX_EXPLAINED).flatMap((entry) => exclusionRules(entry, spot, context))
  const isPage = part === ROOT && excluding.every((rule) => PAGING.has(rule))
  if (isPage && extra.length > 0 && found.length === expected.length) {
    // A page of other entries may be in order by itself, so the missing ones follow.
    const disorder = disorderIn([...found, ...missing], context)
    // The entries of another page are sorted among themselves.
    if (disorder.length > 0) return suspects(disorder, 'order')
    return suspects([...excluding, ...sizing(context)], 'entries')
  }
  const isCut = found.length > expected.length || isSameTotal(context)
  if (isPage && isCut && (extra.length === 0 || missing.length === 0) && isBeginning(spot))
    return suspects([...sizing(context), ...choosingAt(part, context)], 'entries')
  const choosing = missing.length > 0 || excluding.length === 0 ? choosingAt(part, context) : []
  // Without a rule that selects entries, the list itself is wrong.
  const whole: readonly RuleId[] = part === ROOT && missing.length > 0 ? ['list.data'] : []
  return suspects([...excluding, ...choosing, ...whole], 'entries')
}

/** Rules about the choice of entries that few requests follow, so that they are strong suspects. */
const OWN: ReadonlySet<RuleId> = new Set(['media.related', 'filters.no-value', 'filters.id-text'])

export const ownRules = (part: string, { exchange }: SuspectContext): readonly RuleId[] =>
  exchange.referenced.rulesAt(part).filter((rule) => OWN.has(rule))

/** Whether both sides count the same entries, so that only the page differs. */
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

/** Whether one side is a prefix of the other. */
const isBeginning = ({ expected, found }: EntriesSpot): boolean => {
  const [shorter, longer] = expected.length < found.length ? [expected, found] : [found, expected]
  return shorter.every((entry, at) => isSame(entry, longer[at] ?? null))
}

function exclusionRules(
  entry: Json,
  { path, part, expected }: EntriesSpot,
  { exchange, explainer }: SuspectContext,
): readonly RuleId[] {
  const id = idOf(entry)
  if (part === ROOT) return id === undefined ? [] : (explainer.row(exchange.request, id)?.rules ?? [])
  const documentId = isObject(entry) ? entry['documentId'] : undefined
  if (typeof documentId !== 'string') return []
  const isOtherRow = expected.some((one) => isObject(one) && one['documentId'] === documentId)
  if (isOtherRow) return OTHER_ROW
  return explainer.why(exchange.request, `${path}.${documentId}`).rules
}

/** A document has a row for each status and locale. */
const OTHER_ROW: readonly RuleId[] = ['populate.status', 'status.default', 'populate.localizations']

const sizing = ({ exchange }: SuspectContext): readonly RuleId[] =>
  exchange.referenced.rulesAt('meta.pagination').filter((rule) => SIZING.has(rule))
const SIZING: ReadonlySet<RuleId> = new Set([...PAGING, 'pagination.max'])

/** Rules that select the entries of a place, the most specific first. */
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
  const chosen = CHOOSING.flatMap((start) => followed.filter((rule) => rule.startsWith(start)))
  const chapters = chaptersOf(exchange.request.url)
  const isAsked = (rule: RuleId): boolean => chapters.has(rule.split('.', 1)[0] ?? '')
  // The rules of a parameter of the request come first.
  const choosing = [
    ...ownRules(part, context),
    ...chosen.filter(isAsked),
    ...chosen.filter((rule) => !isAsked(rule)),
  ]
  const isAround = part === ROOT && exchange.referenced.rules.includes(FILTERED_BELOW)
  return isAround ? [...choosing, FILTERED_BELOW] : choosing
}

/** A filter inside a populate selects nothing around it. */
const FILTERED_BELOW: RuleId = 'populate.filters.top'

/** The rules of sorting that the order breaks. */
export function orderSuspects(spot: EntriesSpot, context: SuspectContext): readonly Suspect[] {
  const { part, found } = spot
  const { exchange } = context
  if (part === ROOT) {
    const disorder = disorderIn(found, context)
    return suspects(disorder.length > 0 ? disorder : ['sort.ties'], 'order')
  }
  const sorting = exchange.referenced.rulesAt(part).filter((rule) => rule.startsWith('sort.'))
  const linked: RuleId = sorting.some((rule) => rule !== 'sort.ties')
    ? 'populate.sort.list'
    : 'populate.order'
  return suspects([...ownRules(part, context), linked, ...sorting], 'order')
}

const disorderIn = (found: readonly Json[], { exchange, explainer }: SuspectContext): readonly RuleId[] =>
  explainer.disorder(
    exchange.request,
    found.flatMap((entry) => idOf(entry) ?? []),
  )

const idOf = (entry: Json | undefined): number | undefined => {
  const id = isObject(entry) ? entry['id'] : undefined
  return typeof id === 'number' ? id : undefined
}
