/** A list that a recipe is given is a list as any other, whatever is done with it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/util/json.ts'
import { type Lists, newLists } from '../../src/writing/edit/lists.ts'
import { RowList } from '../../src/writing/change/row-list.ts'
import { stateOf } from '../../src/writing/change/state.ts'
import { AUTHOR, library } from './library.ts'

type Item = { name: string; id?: number }
type Items = (Item | undefined)[]

type Deed = (list: Items, place: number, name: string) => unknown

/** What is done with single rows, and comes of it. */
const SINGLE: readonly Deed[] = [
  (list, place) => list[place],
  (list, place) => list.at(-place),
  (list, place, name) => {
    const item = list[place]
    if (item !== undefined) item.name = name
  },
  (list, place, name) => {
    if (place <= list.length) list[place] = { name }
  },
  (list, place) => {
    if (place < list.length) list[place] = undefined
  },
  (list, place) => {
    if (place < list.length) list[place] = list[0]
  },
  (list, _, name) => list.push({ name }),
  (list, _, name) => list.push({ name }, { name: `${name}2` }),
  (list, _, name) => list.find((item) => item?.name === name),
  (list, _, name) => list.findLastIndex((item) => item?.name !== name),
  (list, _, name) => list.some((item) => item?.name === name),
  (list, _, name) => list.every((item) => item?.name !== name),
  (list) => list.length,
]

/** What is done with all of them. */
const WHOLE: readonly Deed[] = [
  (list, place) => list.filter((item) => Number(item?.id) > place),
  (list, place) => list.slice(place, place + 2),
  (list, place) => Reflect.getOwnPropertyDescriptor(list, String(place)),
  (list) => Reflect.getOwnPropertyDescriptor(list, 'length'),
  (list, place) =>
    place < list.length &&
    Reflect.defineProperty(list, place, { value: { name: 'p' }, writable: true, enumerable: false }),
  (list) => Array.isArray(list) && JSON.stringify(list),
  (list, place) => list.splice(place, 1),
  (list) => list.pop(),
  (list) => list.shift(),
  (list, _, name) => list.unshift({ name }),
  (list, _, name) => list.includes(list.find((item) => item?.name === name)),
  (list) => list.reverse().length,
  (list) => list.sort((a, b) => Number(a?.id) - Number(b?.id)).length,
  (list, place) => Reflect.deleteProperty(list, place),
  (list, place) => place in list,
  (list) => Object.keys(list),
  (list) => [...list],
  (list, place, name) => {
    list[place + 1] = { name }
  },
  (list, place) => {
    list.length = Math.min(list.length, place)
  },
  (list, _, name) => list.map((item) => `${item?.name}${name}`),
  (list) => Object.hasOwn(list, 'name'),
  (list) => Reflect.get(list, '01'),
]

const NAMES = ['Ann', 'Bob', 'Cid', 'Dot', 'Eve', 'Fay']
const graph = library({ author: NAMES.map((name) => ({ name })) })
const whole = stateOf(graph).lists.get(AUTHOR) ?? RowList.of([])
const row = (id: number): JsonObject => whole.get(id) ?? {}

const lists: readonly (readonly [what: string, rows: RowList])[] = [
  ['as it began', whole],
  [
    'with rows that have gone',
    whole.with(
      new Map([
        [1, undefined],
        [2, undefined],
        [5, undefined],
      ]),
    ),
  ],
  ['with one that came back', whole.with(new Map([[3, undefined]])).with(new Map([[3, row(3)]]))],
]

const isItems = (list: unknown): list is Items => Array.isArray(list)

/** The list, and a copy that nobody watches. */
function both(rows: RowList, { open }: Lists): readonly [given: Items, plain: Items] {
  const [given, plain]: unknown[] = [open(rows), JSON.parse(JSON.stringify(rows.toArray()))]
  if (!isItems(given) || !isItems(plain)) throw new Error('no list')
  return [given, plain]
}

/** What comes of a deed; where a list cannot do it, that it throws. */
function outcomeOf(deed: Deed, ...given: Parameters<Deed>): unknown {
  try {
    return deed(...given)
  } catch (error) {
    if (error instanceof TypeError) return 'a TypeError'
    throw error
  }
}

type Step = readonly [deed: Deed, place: number, name: string]

const stepsOf = (deeds: readonly Deed[]): fc.Arbitrary<readonly Step[]> =>
  fc.array(fc.tuple(fc.constantFrom(...deeds), fc.nat(7), fc.constantFrom(...NAMES)), { maxLength: 12 })

describe.each(lists)('a list %s', (_, rows) => {
  test('is found by place as it is by going along it', () => {
    const all = rows.toArray()
    expect(rows.length).toBe(all.length)
    expect(Array.from({ length: rows.length + 1 }, (_, at) => rows.at(at))).toEqual([...all, undefined])
  })

  test('does as any list', () => {
    fc.assert(
      fc.property(stepsOf([...SINGLE, ...WHOLE]), (steps) => {
        const hands = newLists()
        const [given, plain] = both(rows, hands)
        for (const [deed, place, name] of steps)
          expect(outcomeOf(deed, given, place, name)).toEqual(outcomeOf(deed, plain, place, name))
        expect(JSON.stringify(hands.inside(given)?.items())).toBe(JSON.stringify(plain))
        expect([...given]).toEqual([...plain])
      }),
      { numRuns: 400 },
    )
  })

  test('says what was put where, while rows stay in their places', () => {
    fc.assert(
      fc.property(stepsOf(SINGLE), (steps) => {
        const hands = newLists()
        const [given, plain] = both(rows, hands)
        for (const [deed, place, name] of steps) for (const list of [given, plain]) deed(list, place, name)
        const puts = hands.inside(given)?.puts ?? []
        const again: unknown[] = rows.toArray()
        for (const [place, item] of puts) again[place] = item
        expect(again).toEqual(plain)
        expect(puts.length).toBeLessThanOrEqual(2 * steps.length)
      }),
      { numRuns: 400 },
    )
  })
})
