/** The order of entries. */
import type { Json, ScalarAttribute } from '../../src/schema/schema.ts'
import { openScalars } from '../arbitraries/places.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { sortTree } from '../arbitraries/sort.ts'
import { expectSame, type Fault, type LiveLaw, live, same } from './law.ts'
import { allEntries, allOf, changing, type JsonObject, wholeList } from './replies.ts'

const permutes = live({
  id: 'sort.permutes',
  kind: 'law',
  rules: ['sort.through', 'sort.text', 'sort.object', 'param.sort'],
  says:
    'A sort, through relations too, is a permutation: it neither adds, drops nor changes an ' +
    'entry; without one entries come by id.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const sort = sortTree(ask.type, scene, true)
    return {
      requests: [changing(ask, graph, {}), changing(ask, graph, { sort })],
      judge: (replies) => {
        const lists = allOf(replies)
        if (lists === undefined)
          return replies[0]?.status === replies[1]?.status ? undefined : 'the sort is refused'
        const [plain = [], sorted = []] = lists
        const byId = plain.toSorted((a, b) => Number(a.id) - Number(b.id))
        if (!same(byId, plain)) return 'without a sort entries do not come by id'
        return expectSame(
          'sorted back by id',
          byId,
          sorted.toSorted((a, b) => Number(a.id) - Number(b.id)),
        )
      },
    }
  },
})

/** Types whose values, as answered, compare in JavaScript as they should. */
const COMPARABLE = ['integer', 'float', 'decimal', 'boolean', 'date', 'time', 'datetime']

const ordered = live({
  id: 'sort.orders',
  kind: 'law',
  rules: ['sort.order', 'sort.nulls', 'sort.ties', 'sort.text'],
  says:
    'Entries come in the order of their values, those without one at one end, ties by id; ' +
    'descending is the same turned around, ties still by id.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const scalars = openScalars(ask.type).filter(({ type }) => COMPARABLE.includes(type))
    if (scalars.length === 0) return undefined
    const { name } = scene.roll.pick(scalars)
    return {
      requests: [name, [`${name}:desc`]].map((sort) => changing(ask, graph, { sort })),
      judge: (replies) => {
        const [up, down] = allOf(replies) ?? []
        if (up === undefined || down === undefined) return undefined
        return inOrder(up, name, 1) ?? inOrder(down, name, -1) ?? nullsTurned(up, down, name)
      },
    }
  },
})

function inOrder(entries: readonly JsonObject[], name: string, sign: 1 | -1): Fault {
  for (const [at, entry] of entries.entries()) {
    const next = entries[at + 1]
    if (next === undefined) return undefined
    const [a = null, b = null] = [entry[name], next[name]]
    const order = a === null || b === null ? 0 : a === b ? 0 : a < b ? sign : -sign
    const isTied = a === b
    if (order < 0) return `${String(a)} comes before ${String(b)}`
    if (isTied && Number(entry.id) > Number(next.id)) return 'a tie does not come by id'
  }
  return undefined
}

function nullsTurned(up: readonly JsonObject[], down: readonly JsonObject[], name: string): Fault {
  const values = (entries: readonly JsonObject[]): readonly Json[] =>
    entries.map((entry) => entry[name] ?? null)
  return expectSame('ascending and descending turned around', values(up), values(down).toReversed())
}

const byText = live({
  id: 'sort.code-points',
  kind: 'law',
  rules: ['sort.order', 'sort.nulls'],
  says: 'Texts come in the order of their code points, those without one first.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const isText = ({ type }: ScalarAttribute): boolean =>
      ['string', 'text', 'email', 'uid', 'richtext'].includes(type)
    const scalars = openScalars(ask.type).filter(isText)
    if (scalars.length === 0) return undefined
    const { name } = scene.roll.pick(scalars)
    return {
      requests: [changing(ask, graph, { sort: name })],
      judge: ([reply]) => {
        const texts = (reply === undefined ? [] : (allEntries(reply) ?? [])).map((entry) => entry[name])
        const points = texts.map((text) => (typeof text === 'string' ? bytes(text) : ''))
        return expectSame('texts by code point', points.toSorted(), points)
      },
    }
  },
})

/** A text that sorts by UTF-16 unit as the other does by code point. */
const bytes = (text: string): string =>
  `x${[...text].map((letter) => (letter.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('')}`

const sortForms = live({
  id: 'sort.forms',
  kind: 'law',
  rules: ['sort.text', 'sort.object', 'sort.order'],
  says: 'A sort says the same as text, as list and as object, in any case of its order.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const names = ['id', 'documentId', ...openScalars(ask.type).map(({ name }) => name)]
    const [a, b] = [scene.roll.pick(names), scene.roll.pick(names)]
    if (a === b) return undefined
    const forms: readonly QueryTree[] = [
      `${a}:desc,${b}`,
      `${a}:DESC, ${b}:asc`,
      [`${a}:Desc`, `${b}:ASC`],
      { [a]: 'desc', [b]: 'asc' },
      [{ [a]: 'desc' }, { [b]: 'asc' }],
    ]
    return {
      requests: forms.map((sort) => changing(ask, graph, { sort })),
      judge: ([first, ...others]) =>
        others.map((other) => expectSame('two ways to write a sort', first?.json, other.json)).find(Boolean),
    }
  },
})

export const ORDER_LAWS: readonly LiveLaw[] = [permutes, ordered, byText, sortForms]
