/**
 * Laws about filters on links and on values of any type. The laws compare the found entries with the links and values
 * in the answer.
 */
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { ContentType, ScalarAttribute, ScalarType } from '../../src/reference/schema/schema.ts'
import type { Json, JsonObject } from '../../src/util/json.ts'
import { passages } from '../arbitraries/places.ts'
import type { QueryObject } from '../arbitraries/print.ts'
import { type Fault, type LiveLaw, live, type Reply } from './law.ts'
import { allEntries, allOf, below, changing, idsOf, wholeList } from './replies.ts'
import { pickScalar, sameSet } from './sets.ts'

const linkedIds = live({
  id: 'filters.linked',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no readable type has a relation or a media attribute',
  rules: ['filters.through', 'filters.relation-id', 'populate.kind.relation'],
  says:
    'A filter on the id of a linked entry finds exactly the entries that show a link to this id when the relation is populated. ' +
    '`$ne` with the id of a linked entry finds exactly the entries that show a link to another id. ' +
    '`$null` on the id of a linked entry finds exactly the entries that show no link.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    // Skips `localizations`, because real servers omit localizations that are on the same page.
    const ways = passages(ask.type, ask.role).filter(
      ({ kind, name }) => (kind === 'relation' && name !== 'localizations') || kind === 'media',
    )
    if (ways.length === 0) return undefined
    const used = ways.filter(({ name }) => isLinked(ask.type, name, graph))
    const { name } = scene.roll.pick(used.length > 0 && scene.roll.chance(80) ? used : ways)
    const at = scene.roll.upTo(0xffff)
    const chosen = (reply: Reply | undefined): readonly IdTest[] => {
      const shown = ((reply && allEntries(reply)) ?? []).flatMap((entry) => linkedTo(entry, name))
      const ids = [...new Set(shown)]
      const turn = at % Math.max(ids.length, 1)
      return testsOf([...ids.slice(turn), ...ids.slice(0, turn)].slice(0, MOST_LINKED))
    }
    return {
      requests: [changing(ask, { populate: { [name]: { fields: ['id'] } } })],
      follow: ([reply]) =>
        chosen(reply).map(({ filter }) => changing(ask, { filters: { [name]: { id: filter } } })),
      judge: (replies) => {
        const [all, ...found] = allOf(replies) ?? []
        if (all === undefined) return undefined
        return chosen(replies[0])
          .map(({ filter, holds }, index) => {
            const shown = all.filter((entry) => holds(linkedTo(entry, name)))
            const what = `the filter finds other entries than those with such links: ${name} ${JSON.stringify(filter)}`
            return sameSet(what, idsOf(shown), idsOf(found[index] ?? []))
          })
          .find(Boolean)
      },
    }
  },
})

/** The maximum number of linked ids for which one experiment sends a separate filter each. */
const MOST_LINKED = 4

/**
 * A filter on linked ids, and a function that returns whether an entry with certain linked ids satisfies the filter.
 */
interface IdTest {
  readonly filter: QueryObject
  readonly holds: (ids: readonly Json[]) => boolean
}

const testsOf = (ids: readonly Json[]): readonly IdTest[] =>
  ids.length === 0
    ? []
    : [
        ...ids.map((id) => ({
          filter: { $eq: String(id) },
          holds: (all: readonly Json[]) => all.includes(id),
        })),
        { filter: { $ne: String(ids[0]) }, holds: (all) => all.some((one) => one !== ids[0]) },
        { filter: { $null: 'true' }, holds: (all) => all.length === 0 },
      ]

const linkedTo = (entry: JsonObject, name: string): readonly Json[] =>
  below(entry, name).flatMap(({ id }) => id ?? [])

/** Returns whether any row of the type has links in the attribute. */
const isLinked = ({ uid }: ContentType, name: string, { tables }: Graph): boolean =>
  (tables.get(uid)?.rows ?? []).some(({ links }) => (links[name] ?? []).length > 0)

/** The notations that a filter can use for a value of the answer, by attribute type. */
const WRITINGS: { readonly [type in ScalarType]?: (text: string) => readonly string[] } = {
  boolean: (text) => (text === 'true' ? ['true', 't', '1'] : ['false', 'f', '0']),
  integer: (text) => [text, ` ${text} `],
  float: (text) => [text, ` ${text} `],
  decimal: (text) => [text, ` ${text} `],
  biginteger: (text) => [text, ` ${text} `, `+${text}`.replace('+-', '-')],
  time: (text) => [text, text.replace(/0{1,2}$/, ''), text.replace(/\.000$/, '')],
  date: (text) => [text],
  datetime: (text) => [
    text,
    text.replace('.000Z', 'Z'),
    text.replace(/T00:00:00\.000Z$/, ''),
    String(Date.parse(text)),
    text.replace(/Z$/, '+00:00'),
  ],
}

const isWritten = ({ type }: ScalarAttribute): boolean => WRITINGS[type] !== undefined

const writings = live({
  id: 'filters.writings',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no readable type has an attribute of a number, boolean or time type',
  rules: ['filters.cast', 'filters.op.$eq', 'filters.op.$lt', 'filters.op.$gt'],
  says:
    'A filter with any notation of a shown number finds exactly the entries that show this number. ' +
    'A filter with any notation of a shown boolean finds exactly the entries that show this boolean. ' +
    'A filter with any notation of a shown time finds exactly the entries that show this time. ' +
    'A filter with the next value after a shown value finds exactly the entries that show this next value. ' +
    '`$lt` with a shown value finds exactly the entries with a smaller value. ' +
    '`$gt` with a shown value finds exactly the entries with a greater value.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const scalar = pickScalar(scene, ask.type, isWritten)
    const write = scalar === undefined ? undefined : WRITINGS[scalar.type]
    if (scalar === undefined || write === undefined) return undefined
    const { name } = scalar
    const at = scene.roll.upTo(0xffff)
    const chosen = (reply: Reply | undefined): Json => {
      const shown = ((reply && allEntries(reply)) ?? []).flatMap((entry) => entry[name] ?? [])
      // Half of the experiments use the longest value that the answer shows, because the longest value has the most
      // complex notations.
      const longest = shown.toSorted((a, b) => String(b).length - String(a).length)
      return (at % 2 === 0 ? longest[0] : shown[at % Math.max(shown.length, 1)]) ?? null
    }
    const on = (test: string, value: string) => changing(ask, { filters: { [name]: { [test]: value } } })
    return {
      requests: [changing(ask, {})],
      follow: ([reply]) => {
        const value = chosen(reply)
        if (value === null) return []
        return [
          on('$lt', String(value)),
          on('$gt', String(value)),
          on('$eq', nextTo(scalar.type, value)),
          ...write(String(value)).map((text) => on('$eq', text)),
        ]
      },
      judge: (replies) => {
        const value = chosen(replies[0])
        return faultOfWritings(allOf(replies), scalar, value, write(String(value)))
      },
    }
  },
})

/** Returns the fault if a filter by a value, by the next value, or by `$lt` or `$gt` contradicts the shown values. */
function faultOfWritings(
  lists: ReturnType<typeof allOf>,
  { name, type }: ScalarAttribute,
  value: Json,
  texts: readonly string[],
): Fault {
  const [all, below, above, next, ...equal] = lists ?? []
  if (all === undefined || below === undefined || above === undefined || next === undefined) return undefined
  const where = (fits: (order: number) => boolean) =>
    idsOf(
      all.filter(
        (entry) => (entry[name] ?? null) !== null && fits(orderOf(type, entry[name] ?? null, value)),
      ),
    )
  const nextText = nextTo(type, value)
  return (
    sameSet(
      `\`$eq\` finds other entries than those that show ${nextText} in ${name}`,
      idsOf(all.filter((entry) => (entry[name] ?? null) !== null && String(entry[name]) === nextText)),
      idsOf(next),
    ) ??
    equal
      .map((found, index) =>
        sameSet(
          `\`$eq\` with ${JSON.stringify(texts[index])} finds wrong entries by ${name}`,
          where((order) => order === 0),
          idsOf(found),
        ),
      )
      .find(Boolean) ??
    (type === 'boolean'
      ? undefined
      : sameSet(
          `\`$lt\` finds other entries than those with a smaller ${name}`,
          where((order) => order < 0),
          idsOf(below),
        )) ??
    (type === 'boolean'
      ? undefined
      : sameSet(
          `\`$gt\` finds other entries than those with a greater ${name}`,
          where((order) => order > 0),
          idsOf(above),
        ))
  )
}

/**
 * Returns the next value after a value of an answer: the other boolean, the number plus 1, the next day, or the next
 * millisecond.
 */
function nextTo(type: ScalarType, value: Json): string {
  const text = String(value)
  if (type === 'boolean') return String(value !== true)
  if (type === 'biginteger') return String(BigInt(text) + 1n)
  if (typeof value === 'number') return String(value + 1)
  if (type === 'datetime') return new Date(Date.parse(text) + 1).toISOString()
  const day = type === 'date'
  const [from, to] = day ? [0, 10] : [11, 23]
  return new Date(Date.parse(day ? text : `2000-01-01T${text}Z`) + (day ? DAY : 1))
    .toISOString()
    .slice(from, to)
}

const DAY = 86_400_000

/** Compares two values of the answer: negative if the first value is smaller, 0 if both values are equal. */
function orderOf(type: ScalarType, a: Json, b: Json): number {
  if (type === 'biginteger')
    return Number(BigInt(String(a)) > BigInt(String(b))) - Number(BigInt(String(a)) < BigInt(String(b)))
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return a === b ? 0 : String(a) < String(b) ? -1 : 1
}

export const LINKED_LAWS: readonly LiveLaw[] = [linkedIds, writings]
