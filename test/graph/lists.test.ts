/**
 * Tests the rows of a dataset file. A recipe of an edit gets the rows as an array; between edits they are a
 * persistent list.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filesOf } from '../../src/reference/load/build.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { RowList } from '../../src/writing/change/row-list.ts'
import { type EditableObject, editGraph } from '../../src/writing/edit/edit.ts'
import { library } from './library.ts'

type Deed = (list: EditableObject[], place: number, name: string) => unknown

const DEEDS: readonly Deed[] = [
  (list, place) => list[place],
  (list, place) => list.at(-place),
  (list, place, name) => {
    const item = list[place]
    if (item !== undefined) item['name'] = name
  },
  (list, place, name) => {
    if (place <= list.length) list[place] = { name }
  },
  (list, _, name) => list.push({ name }),
  (list, _, name) => list.push({ name }, { name: `${name}2` }),
  (list, _, name) => list.find((item) => item['name'] === name),
  (list, _, name) => list.findLastIndex((item) => item['name'] !== name),
  (list, _, name) => list.some((item) => item['name'] === name),
  (list, _, name) => list.every((item) => item['name'] !== name),
  (list) => list.length,
  (list, place) => list.filter((item) => Number(item['id']) > place),
  (list, place) => list.slice(place, place + 2),
  (list, place) => Reflect.getOwnPropertyDescriptor(list, String(place))?.value,
  (list) => Array.isArray(list) && JSON.stringify(list),
  (list, place) => list.splice(place, 1),
  (list, place, name) => list.splice(-place, place, { name }),
  (list) => list.pop(),
  (list) => list.shift(),
  (list, _, name) => list.unshift({ name }),
  (list, _, name) => list.includes(list.find((item) => item['name'] === name) ?? {}),
  (list) => list.reverse().length,
  (list) => list.sort((a, b) => Number(a['id'] ?? 99) - Number(b['id'] ?? 99)).length,
  (list, place) => place in list,
  (list) => Object.keys(list),
  (list) => [...list],
  (list, place) => {
    list.length = Math.min(list.length, place)
  },
  (list, _, name) => list.map((item) => `${item['name']}${name}`),
  (list) => Object.hasOwn(list, 'name'),
  (list, place) => {
    const [moved] = list.splice(place, 1)
    if (moved !== undefined) list.unshift(Object.assign(moved, { name: 'moved' }))
  },
]

const NAMES = ['Ann', 'Bob', 'Cid', 'Dot', 'Eve', 'Fay']
const graph = library({ author: NAMES.map((name) => ({ name })) })

const steps = fc.array(fc.tuple(fc.constantFrom(...DEEDS), fc.nat(7), fc.constantFrom(...NAMES)), {
  maxLength: 12,
})

/** Converts a value to JSON, with null for undefined. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

test('random sequences of array methods change the rows of a recipe like a plain array', () => {
  fc.assert(
    fc.property(steps, (deeds) => {
      const array: EditableObject[] = []
      const edited = editGraph(graph, ({ entries }) => {
        const rows = entries['author'] ?? []
        array.push(...JSON.parse(JSON.stringify(rows)))
        for (const [deed, place, name] of deeds)
          expect(plain(deed(rows, place, name))).toEqual(plain(deed(array, place, name)))
      })
      const names = (rows: unknown) => (Array.isArray(rows) ? rows : []).map((row) => row?.name)
      expect(names(filesOf(edited)?.entries?.['author'])).toEqual(names(array))
    }),
    { numRuns: 400 },
  )
})

test('a row can be removed, changed and inserted again', () => {
  const edited = editGraph(graph, ({ entries }) => {
    const rows = entries['author'] ?? []
    const taken = [rows.pop(), rows.shift(), ...rows.splice(-1)]
    for (const [at, row] of taken.entries()) rows.push(Object.assign(row ?? {}, { name: `${at}` }))
  })
  const rows = filesOf(edited)?.entries?.['author']
  expect(Array.isArray(rows) ? rows.map(({ id, name }) => [id, name]) : rows).toEqual([
    [2, 'Bob'],
    [3, 'Cid'],
    [4, 'Dot'],
    [6, '0'],
    [1, '1'],
    [5, '2'],
  ])
})

describe('a persistent list of rows', () => {
  const row = (id: number, name = 'a'): JsonObject => ({ id, name })
  const puts = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 90 }), fc.option(fc.string(), { nil: undefined })),
    { maxLength: 90 },
  )

  test('a persistent list keeps remaining rows in place, and appends new rows wherever a recipe inserts them', () => {
    fc.assert(
      fc.property(fc.array(puts, { maxLength: 4 }), (changes) => {
        let list = RowList.of([row(1), row(2), row(3), row(5)])
        const expected = new Map([1, 2, 3, 5].map((id) => [id, row(id)]))
        for (const change of changes) {
          const last = new Map(
            change.map(([id, name]) => [id, name === undefined ? undefined : row(id, name)]),
          )
          list = list.with(last)
          for (const [id, one] of last) {
            if (one === undefined) expected.delete(id)
            else expected.set(id, one)
          }
          expect(list.toArray()).toEqual([...expected.values()])
          for (let id = 0; id <= 91; id++) expect(list.get(id)).toEqual(expected.get(id))
          let free = 1
          while (expected.has(free)) free++
          expect(list.firstFree()).toBe(free)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('a persistent list of rows stays unchanged when a changed list is derived from it', () => {
    const list = RowList.of([row(1), row(2)])
    list.with(new Map([[1, undefined]]))
    expect(list.toArray()).toEqual([row(1), row(2)])
  })
})
