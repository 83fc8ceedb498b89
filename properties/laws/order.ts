/** Laws about the order of entries. */

import type { ScalarAttribute } from '../../src/reference/schema/schema.ts'
import { leadsTo, openScalars } from '../../src/semantics/model.ts'
import { isList, type Json, type JsonObject } from '../../src/util/json.ts'
import { passages } from '../arbitraries/places.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { sortTree } from '../arbitraries/sort.ts'
import { expectSame, type Fault, type LiveLaw, live, same } from './law.ts'
import { allEntries, allOf, changing, member, wholeList } from './replies.ts'
import { pickScalar } from './sets.ts'

const permutes = live({
  id: 'sort.permutes',
  kind: 'law',
  looksAt: 'lists',
  rules: ['sort.through', 'sort.text', 'sort.object', 'param.sort'],
  says:
    'A sort drops no entry. A sort through a relation drops no entry. A sort adds no entry. ' +
    'A sort does not change the content of an entry. Without a sort, entries are in ascending order of id. ' +
    'Without a sort, no entry appears twice.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const sort = sortTree(ask.type, scene, true)
    return {
      requests: [changing(ask, {}), changing(ask, { sort })],
      judge: (replies) => {
        const lists = allOf(replies)
        if (lists === undefined)
          return replies[0]?.status === replies[1]?.status ? undefined : 'the server refuses the sort'
        const [plain = [], sorted = []] = lists
        const byId = plain.toSorted((a, b) => Number(a.id) - Number(b.id))
        if (!same(byId, plain)) return 'without a sort, the entries are not in the order of their ids'
        if (new Set(plain.map(({ id }) => id)).size < plain.length) return 'the list contains an entry twice'
        return expectSame(
          'the sorted list has other entries than the list without a sort',
          byId,
          sorted.toSorted((a, b) => Number(a.id) - Number(b.id)),
        )
      },
    }
  },
})

/**
 * The attribute types whose values JavaScript compares in the same order as the server; the law converts big integers
 * to BigInt first.
 */
const COMPARABLE = ['integer', 'biginteger', 'float', 'decimal', 'boolean', 'date', 'time', 'datetime']

/** Returns a function that reads the value of the sort attribute from an entry of the answer. */
const readerOf =
  ({ name, type }: ScalarAttribute) =>
  (entry: Json): Json | bigint => {
    const value = member(entry, name) ?? null
    return type === 'biginteger' && value !== null ? BigInt(String(value)) : value
  }

const ordered = live({
  id: 'sort.orders',
  kind: 'law',
  looksAt: 'lists',
  rules: ['sort.order', 'sort.nulls', 'sort.ties', 'sort.text'],
  says:
    'Entries are in the order of the values that they have for the first sort key. ' +
    'Entries with equal values for one sort key are in the order of the next key. ' +
    'A sort puts all entries with a missing value together at one end of the list. ' +
    'Entries with equal values for all sort keys are in ascending order of id. ' +
    'A descending sort reverses the order of different values. ' +
    'A descending sort does not reverse entries with equal values.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const pick = () => pickScalar(scene, ask.type, ({ type }) => COMPARABLE.includes(type))
    const [one, other] = [pick(), pick()]
    if (one === undefined || other === undefined) return undefined
    const first = one.name
    const sorts: readonly QueryTree[] = [first, [`${first}:desc`], [first, `${other.name}:desc`]]
    return {
      requests: sorts.map((sort) => changing(ask, { sort })),
      judge: (replies) => {
        const [up, down, both] = allOf(replies) ?? []
        if (up === undefined || down === undefined || both === undefined) return undefined
        const values = (entries: readonly JsonObject[]): readonly Json[] =>
          entries.map((entry) => entry[first] ?? null)
        return (
          inOrder(up, [byValue(one, 1)]) ??
          inOrder(down, [byValue(one, -1)]) ??
          inOrder(both, [byValue(one, 1), byValue(other, -1)]) ??
          expectSame(
            'the descending order is not the reverse of the ascending order',
            values(up),
            values(down).toReversed(),
          )
        )
      },
    }
  },
})

/**
 * A function that compares two entries like a sort: negative, 0 or positive; undefined if the law does not define the
 * order of the entries.
 */
type Order = (a: JsonObject, b: JsonObject) => number | undefined

function byValue(scalar: ScalarAttribute, sign: 1 | -1): Order {
  const read = readerOf(scalar)
  return (a, b) => compared(read(a), read(b), sign)
}

function compared(a: Json | bigint, b: Json | bigint, sign: 1 | -1): number | undefined {
  if (a === b) return 0
  if (a === null || b === null) return undefined
  return a < b ? -sign : sign
}

/**
 * Compares each entry with the next entry of the list: the first sort key with different values decides. Entries with
 * equal values must be in order of id.
 */
function inOrder(entries: readonly JsonObject[], keys: readonly Order[]): Fault {
  for (const [at, entry] of entries.entries()) {
    const next = entries[at + 1]
    if (next === undefined) return undefined
    const orders = keys.map((key) => key(entry, next))
    const order = orders.find((one) => one !== 0)
    const isTied = orders.every((one) => one === 0)
    const isWrong = isTied ? Number(entry.id) > Number(next.id) : (order ?? 0) > 0
    if (isWrong) return `the order is wrong: ${JSON.stringify(entry)} comes before ${JSON.stringify(next)}`
  }
  return undefined
}

const through = live({
  id: 'sort.through',
  kind: 'law',
  lacking: 'no readable type has an attribute through which a sort can reach values',
  looksAt: 'lists',
  rules: ['sort.through', 'sort.nulls', 'sort.ties', 'populate.status'],
  says:
    'A sort through an attribute orders entries by the first of the values that populating the path of the sort shows. ' +
    'A sort through an attribute places an entry that shows no value like an entry with a missing value.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const ways = passages(ask.type, ask.role).flatMap((attribute) => {
      const scalars = openScalars(leadsTo(attribute, graph.schema) ?? ask.type)
      return scalars.flatMap((scalar) =>
        COMPARABLE.includes(scalar.type) ? [[attribute.name, scalar] as const] : [],
      )
    })
    if (ways.length === 0) return undefined
    const [way, scalar] = scene.roll.pick(ways)
    const sign = scene.roll.chance(50) ? -1 : 1
    const sort = `${way}.${scalar.name}:${sign < 0 ? 'desc' : 'asc'}`
    return {
      requests: [changing(ask, { sort, populate: way })],
      judge: ([reply]) => {
        const entries = reply === undefined ? undefined : allEntries(reply)
        const key = (entry: JsonObject): Json | bigint => firstOf(entry[way] ?? null, scalar, sign)
        return entries && inOrder(entries, [(a, b) => compared(key(a), key(b), sign)])
      },
    }
  },
})

/** Returns the value of a linked entry that comes first in the sort; a missing value is the smallest value. */
function firstOf(linked: Json, scalar: ScalarAttribute, sign: 1 | -1): Json | bigint {
  const found = isList(linked) ? linked : [linked]
  const values = found.map(readerOf(scalar))
  if (values.length === 0 || (sign > 0 && values.includes(null))) return null
  const known = values.filter((value) => value !== null)
  return known.toSorted((a, b) => compared(a, b, sign) ?? 0)[0] ?? null
}

const byText = live({
  id: 'sort.code-points',
  kind: 'law',
  looksAt: 'lists',
  rules: ['sort.order', 'sort.nulls'],
  says: 'A sort by a text attribute puts the entries in the order of the code points of their texts. In a sort by a text attribute in ascending order, entries without a text come first.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const isText = ({ type }: ScalarAttribute): boolean =>
      ['string', 'text', 'email', 'uid', 'richtext'].includes(type)
    const scalars = openScalars(ask.type).filter(isText)
    if (scalars.length === 0) return undefined
    const { name } = scene.roll.pick(scalars)
    return {
      requests: [changing(ask, { sort: name })],
      judge: ([reply]) => {
        const texts = (reply === undefined ? [] : (allEntries(reply) ?? [])).map((entry) => entry[name])
        const points = texts.map((text) => (typeof text === 'string' ? bytes(text) : ''))
        return expectSame('the texts are not in the order of their code points', points.toSorted(), points)
      },
    }
  },
})

/**
 * Encodes a text so that comparing encoded texts by UTF-16 unit gives the order of the original texts by code point.
 */
const bytes = (text: string): string =>
  `x${[...text].map((letter) => (letter.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join('')}`

const sortForms = live({
  id: 'sort.forms',
  kind: 'law',
  unedited: 'by every server',
  rules: ['sort.text', 'sort.object', 'sort.order'],
  says:
    'A text that lists sort keys has the same effect as any other form of the same sort. ' +
    'A list of sort keys has the same effect as any other form of the same sort. ' +
    'An object of sort keys has the same effect as any other form of the same sort. ' +
    'The words `asc` and `desc` may have any letter case.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
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
      requests: forms.map((sort) => changing(ask, { sort })),
      judge: ([first, ...others]) =>
        others
          .map((other) =>
            expectSame('two notations of one sort have different answers', first?.json, other.json),
          )
          .find(Boolean),
    }
  },
})

export const ORDER_LAWS: readonly LiveLaw[] = [permutes, ordered, through, byText, sortForms]
