/**
 * Finds what the wrong entries of filtered lists have in common. Wrong entries are superfluous or missing. The check
 * compares them with the right entries of the same lists, which is stronger evidence than a comparison with other
 * answers.
 */
import type { Graph, Node, Row } from '../../reference/graph/graph.ts'
import { comparisonOf, IMPLICIT, isOperator } from '../../reference/operators/operators.ts'
import { splitTarget } from '../../util/url/target.ts'
import { entriesOf, pageOf } from '../bodies/answer.ts'
import type { Reference } from '../exchange/reference.ts'
import type { Exchange } from '../exchange/session.ts'
import { attributeNames, isListIndex, partsOf, readPart } from '../names/mentions.ts'
import { comparedName, ofComparedValues } from './columns.ts'
import { operandsOf } from './filters.ts'
import { idsIn } from './ids.ts'
import { type PlacedPart, placedParts } from './placed-parts.ts'
import { formsOf, respectOf } from './texts.ts'

/** The facts about each wrong and each right entry of a filtered list, in words. */
export interface EntryFacts {
  readonly wrong: readonly ReadonlySet<string>[]
  readonly right: readonly ReadonlySet<string>[]
}

/**
 * Returns the facts about the wrong and the right entries of a filtered list. Returns undefined for any other answer,
 * for a list with several pages, and without wrong entries.
 */
export function entryFactsOf(
  { request, type, referenced }: Exchange,
  wrongIds: readonly number[],
  reference: Reference,
): EntryFacts | undefined {
  const { graph } = reference
  const rows = type === undefined ? undefined : graph.tables.get(type.uid)?.byId
  const data = entriesOf(referenced.answer.body)
  if (type === undefined || rows === undefined || data === undefined || wrongIds.length === 0)
    return undefined
  // Ignores lists with pages, because a wrong entry moves other entries between pages.
  if (Number(pageOf(referenced.answer.body)?.['total'] ?? data.length) > data.length) return undefined
  const parts = placedParts(request.url, type, graph.schema)
  const groups = conditionsIn(parts)
  const sought = parts.find(({ parameter }) => parameter === '_q')?.value
  if (!parts.some(({ parameter }) => parameter === 'filters') && sought === undefined) return undefined
  const wrong = new Set(wrongIds)
  const all = new Set([
    ...(idsIn(reference.ask({ ...request, url: unfiltered(request.url) }).answer.body) ?? []),
    ...wrong,
  ])
  const factsOf = (isWanted: (id: number) => boolean): EntryFacts['wrong'] =>
    [...all].filter(isWanted).flatMap((id) => {
      const row = rows.get(id)
      return row === undefined
        ? []
        : [
            new Set([
              ...groups.flatMap((group) => ofRow(row, group)),
              ...ofAlternatives(row, parts),
              ...ofLinked(row, parts, graph),
              ...(sought === undefined ? [] : ofSearch(row, sought)),
            ]),
          ]
    })
  return { wrong: factsOf((id) => wrong.has(id)), right: factsOf((id) => !wrong.has(id)) }
}

/** Returns the URL of the list without its filters, as one page of the maximum size. */
function unfiltered(url: string): string {
  const { path, search } = splitTarget(url)
  const parts = partsOf(search).filter((part) => !UNNEEDED.has(readPart(part).segments[0] ?? ''))
  return `${path}?${[...parts, 'pagination[pageSize]=100'].join('&')}`
}

const UNNEEDED: ReadonlySet<string> = new Set(['filters', '_q', 'pagination', 'populate', 'fields'])

/** Returns the conditions that compare scalar attributes of the listed entries, each with all its operands in order. */
function conditionsIn(parts: readonly PlacedPart[]): readonly (readonly PlacedPart[])[] {
  const groups = new Map<string, PlacedPart[]>()
  for (const part of parts) {
    if (comparedName(part) === undefined) continue
    const { path } = part
    const isItem = isListIndex(path.at(-1) ?? '') && isOperator(path.at(-2) ?? '')
    const key = path.slice(0, isItem ? -1 : undefined).join()
    groups.set(key, [...(groups.get(key) ?? []), part])
  }
  return [...groups.values()]
}

/** The number of operands from which a list of operands counts as long. */
const LONG = 20
/** The forms of values that servers often compare wrongly. */
const COMPARED_FORMS: ReadonlySet<string> = new Set([
  ...['more than 15 digits', 'a negative number', 'a fraction', 'characters outside ASCII', '`%` or `_`'],
])

/** Returns the facts about a row that are relevant for one condition of the filters. */
function ofRow({ values }: Row, group: readonly PlacedPart[]): readonly string[] {
  const [first] = group
  const value = values[(first && comparedName(first)) ?? ''] ?? null
  const operator = first?.path.findLast(isOperator) ?? ''
  const text = value === null || typeof value === 'object' ? undefined : String(value)
  const isOfPair = operandsOf(operator) === 'pair'
  const equal = text === undefined ? -1 : group.findIndex((part) => isEqual(text, part.value))
  return [
    ...group.flatMap((part) => ofComparedValues([value], part)),
    ...(text !== undefined && group.some((part) => isOfSecond(text, part.value))
      ? ['entries whose value differs from the operand only in milliseconds']
      : []),
    ...(equal >= 0 && comparisonOf(operator) === 'order' && !isOfPair
      ? ['entries whose value equals the operand']
      : []),
    ...(equal >= 0 && isOfPair
      ? [`entries whose value equals the ${equal === 0 ? 'first' : 'second'} operand`]
      : []),
    ...(equal > 0 && !isOfPair ? ['entries whose value equals an operand after the first'] : []),
    ...(equal >= LONG ? [`entries whose value equals an operand after the ${LONG}th`] : []),
    ...(text === undefined ? [] : formsOf(text).filter((form) => COMPARED_FORMS.has(form))).map(
      (form) => `entries whose value has ${form}`,
    ),
  ]
}

/**
 * Returns the facts about a row that the first condition, or the first two, of `$or` do not select, but that a later
 * condition selects by an equal value.
 */
function ofAlternatives({ values }: Row, parts: readonly PlacedPart[]): readonly string[] {
  const places = parts.flatMap((part) => {
    const { path } = part
    const name = comparedName(part)
    const [first, at = ''] = path
    const operator = path.slice(2).findLast(isOperator) ?? IMPLICIT.value
    const value = values[name ?? ''] ?? null
    const isSelected = value !== null && typeof value !== 'object' && isEqual(String(value), part.value)
    return first === '$or' && operator === IMPLICIT.value && isSelected ? [Number(at)] : []
  })
  const earliest = Math.min(...places)
  return ORDINALS.flatMap((word, at) =>
    Number.isFinite(earliest) && earliest > at
      ? [`entries that only a condition after the ${word} of \`$or\` selects`]
      : [],
  )
}

/** Returns a fact if a condition through a link finds the operand only after the first linked row or component. */
function ofLinked(row: Row, parts: readonly PlacedPart[], graph: Graph): readonly string[] {
  return parts.flatMap(({ level, parameter, path, value }) => {
    const [name = '', inner = '', ...deeper] = attributeNames(path)
    const operator = path.findLast(isOperator) ?? IMPLICIT.value
    if (level.length > 0 || parameter !== 'filters' || deeper.length > 0 || operator !== IMPLICIT.value)
      return []
    const linked: readonly (Node | undefined)[] =
      row.components[name] ??
      row.links[name]?.map(({ type, id }) => graph.tables.get(type)?.byId.get(id)) ??
      []
    const at = linked.findIndex((node) => {
      const own = node?.values[inner] ?? null
      return own !== null && typeof own !== 'object' && isEqual(String(own), value)
    })
    return at > 0 ? ['entries whose first linked row or component does not match'] : []
  })
}

const ORDINALS = ['first', 'second']

/** The name of the comparison by which a search (`_q`) finds texts. */
const SEARCH = 'contains'

/**
 * Returns the respect, such as letter case, in which the texts of a row differ from a search text that they otherwise
 * contain.
 */
function ofSearch({ values }: Row, sought: string): readonly string[] {
  const texts = Object.values(values).filter((value) => typeof value === 'string')
  if (texts.some((text) => text.includes(sought))) return []
  return texts.flatMap((text) => {
    const respect = respectOf([text], sought, SEARCH)
    return respect === undefined
      ? []
      : [`entries that contain the search text only without regard to ${respect}`]
  })
}

/** Returns whether a value equals an operand as a text, as a number, as a time or as an instant. */
const isEqual = (text: string, operand: string): boolean =>
  text === operand ||
  (operand.trim() !== '' && Number(text) === Number(operand)) ||
  (text.includes(':') && withFraction(text) === withFraction(operand)) ||
  (text.includes('T') && Date.parse(text) === instantOf(operand))

/**
 * Returns the instant that an operand names, in milliseconds. An operand of digits is a number of milliseconds
 * already.
 */
const instantOf = (operand: string): number => (/^\d+$/.test(operand) ? Number(operand) : Date.parse(operand))

/** Returns whether an instant is in the same second as an operand, but not equal to it. */
function isOfSecond(text: string, operand: string): boolean {
  const [one, other] = [Date.parse(text), instantOf(operand)]
  return text.includes('T') && one !== other && Math.floor(one / 1000) === Math.floor(other / 1000)
}

/** Returns a time of day with a fraction of three digits. */
const withFraction = (time: string): string =>
  (time.includes('.') ? time : `${time}.`).padEnd(TIME.length, '0')

const TIME = '00:00:00.000'

/** The minimum fraction of a cause's wrong lists whose wrong entries must be known. */
const MIN_KNOWN = 0.5
/**
 * The minimum fraction of the wrong entries for which a reported fact must be true. `MIN_SHARE_ALONE` applies instead
 * if the fact is true for `MANY` wrong entries and no right entry, and at least as many right entries as wrong ones are
 * known.
 */
const MIN_SHARE = 0.95
const MIN_SHARE_ALONE = 0.5
/** The number of wrong entries from which a common fact does not count as chance. */
const MANY = 5
/** The maximum number of right entries for which a reported fact is true, for each wrong entry with this fact. */
const MAX_EXCEPTIONS = 0.1
/** The minimum number of right entries for which a reported fact must be false. */
const MIN_OTHERS = 3

/** Returns whether a fact is true for all wrong entries of a list. */
export const isOfAll = (word: string, list: EntryFacts | undefined): boolean =>
  list?.wrong.every((one) => one.has(word)) === true

/** A fact that is true for wrong entries and few right ones, with a phrase that contains the counts of entries. */
interface OnlyEntries {
  readonly word: string
  readonly says: string
}

/** Returns the fact that best distinguishes the wrong entries of a cause from right ones; undefined if none does. */
export function onlyOfEntries(lists: readonly (EntryFacts | undefined)[]): OnlyEntries | undefined {
  const known = lists.flatMap((one) => one ?? [])
  const wrong = known.flatMap((one) => one.wrong)
  const right = known.flatMap((one) => one.right)
  if (known.length < lists.length * MIN_KNOWN || wrong.length < 2) return undefined
  const counted = [...new Set(wrong.flatMap((one) => [...one]))].map((word) => ({
    word,
    wrong: wrong.filter((one) => one.has(word)).length,
    right: right.filter((one) => one.has(word)).length,
  }))
  const [best] = counted
    .filter(
      (one) =>
        one.wrong >=
          wrong.length *
            (one.right === 0 && one.wrong >= MANY && right.length >= wrong.length
              ? MIN_SHARE_ALONE
              : MIN_SHARE) &&
        one.right <= one.wrong * MAX_EXCEPTIONS &&
        right.length - one.right >= MIN_OTHERS,
    )
    .toSorted((one, other) => other.wrong - one.wrong || one.right - other.right)
  if (best === undefined) return undefined
  const mine = best.wrong === wrong.length ? 'all' : `${best.wrong} of`
  const { word } = best
  const says = `for ${best.word}: ${mine} ${wrong.length} wrong entries, ${best.right === 0 ? 'none' : best.right} of ${right.length} right entries`
  return { word, says }
}
