/** Compares filters with the links and the values of any type in the answer. */
import type { ScalarAttribute, ScalarType } from '../../src/reference/schema/schema.ts'
import type { Json, JsonObject } from '../../src/util/json.ts'
import { passages } from '../arbitraries/places.ts'
import { type LiveLaw, live, type Reply } from './law.ts'
import { below } from './populate-filters.ts'
import { allEntries, allOf, changing, idsOf, wholeList } from './replies.ts'
import { pickScalar, sameSet } from './sets.ts'

const linkedIds = live({
  id: 'filters.linked',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no type that may be read has a relation',
  rules: ['filters.through', 'filters.relation-id', 'populate.kind.relation'],
  says:
    'A filter on the id of a linked entry finds just the entries that show the link when populated, and one for no id just ' +
    'those that show none.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const ways = passages(ask.type, ask.role).filter(({ kind }) => kind === 'relation' || kind === 'media')
    if (ways.length === 0) return undefined
    const { name } = scene.roll.pick(ways)
    const at = scene.roll.upTo(0xffff)
    const linked = (reply: Reply | undefined): readonly Json[] =>
      (reply && allEntries(reply) ? (allEntries(reply) ?? []) : []).flatMap((entry) =>
        below(entry, name).flatMap(({ id }) => (id === undefined ? [] : [id])),
      )
    const chosen = (reply: Reply | undefined): Json =>
      linked(reply)[at % Math.max(linked(reply).length, 1)] ?? null
    return {
      requests: [changing(ask, { populate: { [name]: { fields: ['id'] } } })],
      follow: ([reply]) => {
        const id = chosen(reply)
        const filters = [{ id: String(id) }, { id: { $null: 'true' } }]
        return id === null ? [] : filters.map((filter) => changing(ask, { filters: { [name]: filter } }))
      },
      judge: ([shown, filtered, unlinked]) => {
        const [all, found, free] = [shown, filtered, unlinked].map((reply) => reply && allEntries(reply))
        if (all === undefined || found === undefined || free === undefined) return undefined
        const id = chosen(shown)
        const has = (entry: JsonObject): boolean => below(entry, name).some((one) => one.id === id)
        const isFree = (entry: JsonObject): boolean => below(entry, name).length === 0
        return (
          sameSet(
            `shown with ${name} ${JSON.stringify(id)}, and found by it`,
            idsOf(all.filter(has)),
            idsOf(found),
          ) ?? sameSet(`shown without ${name}, and found so`, idsOf(all.filter(isFree)), idsOf(free))
        )
      },
    }
  },
})

/** The other ways to write a value that is shown, by type. */
const WRITINGS: { readonly [type in ScalarType]?: (text: string) => readonly string[] } = {
  boolean: (text) => (text === 'true' ? ['true', 't', '1'] : ['false', 'f', '0']),
  integer: (text) => [text, ` ${text} `],
  float: (text) => [text, ` ${text} `],
  decimal: (text) => [text, ` ${text} `],
  biginteger: (text) => [text, ` ${text} `],
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
  lacking: 'no type that may be read has numbers, flags or times',
  rules: ['filters.cast', 'filters.op.$eq', 'filters.op.$lt', 'filters.op.$gt'],
  says:
    'A number, flag or time that is shown is found by each way to write it just where it is shown, and is above what is ' +
    'smaller and below what is greater.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const scalar = pickScalar(scene, ask.type, isWritten)
    const write = scalar === undefined ? undefined : WRITINGS[scalar.type]
    if (scalar === undefined || write === undefined) return undefined
    const { name, type } = scalar
    const at = scene.roll.upTo(0xffff)
    const chosen = (reply: Reply | undefined): Json => {
      const shown = ((reply && allEntries(reply)) ?? []).flatMap((entry) => entry[name] ?? [])
      return shown[at % Math.max(shown.length, 1)] ?? null
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
          ...write(String(value)).map((text) => on('$eq', text)),
        ]
      },
      judge: (replies) => {
        const [all, below, above, ...equal] = allOf(replies) ?? []
        const value = chosen(replies[0])
        if (all === undefined || below === undefined || above === undefined) return undefined
        const where = (fits: (order: number) => boolean) =>
          idsOf(
            all.filter(
              (entry) => (entry[name] ?? null) !== null && fits(orderOf(type, entry[name] ?? null, value)),
            ),
          )
        const texts = write(String(value))
        return (
          equal
            .map((found, index) =>
              sameSet(
                `${name} is ${JSON.stringify(texts[index])}`,
                where((order) => order === 0),
                idsOf(found),
              ),
            )
            .find(Boolean) ??
          (type === 'boolean'
            ? undefined
            : sameSet(
                `${name} below`,
                where((order) => order < 0),
                idsOf(below),
              )) ??
          (type === 'boolean'
            ? undefined
            : sameSet(
                `${name} above`,
                where((order) => order > 0),
                idsOf(above),
              ))
        )
      },
    }
  },
})

/** Negative if the first of two shown values is the smaller one. */
function orderOf(type: ScalarType, a: Json, b: Json): number {
  if (type === 'biginteger')
    return Number(BigInt(String(a)) > BigInt(String(b))) - Number(BigInt(String(a)) < BigInt(String(b)))
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return a === b ? 0 : String(a) < String(b) ? -1 : 1
}

export const LINKED_LAWS: readonly LiveLaw[] = [linkedIds, writings]
