/** Tests that the lookup maps of a table behave like a `Map`, although they are stored as lists. */
import { describe, expect, test } from 'vitest'
import { addToDocument, type ByDocument, DocumentMap } from '../../src/reference/graph/documents.ts'
import { IdMap } from '../../src/reference/graph/id-map.ts'

function expectSame<K, V>(map: ReadonlyMap<K, V>, expected: ReadonlyMap<K, V>, others: readonly K[]): void {
  expect([...map]).toEqual([...expected])
  expect([...map.entries()]).toEqual([...expected])
  expect([...map.keys()]).toEqual([...expected.keys()])
  expect([...map.values()]).toEqual([...expected.values()])
  expect(map.size).toBe(expected.size)
  const seen = new Map<K, V>()
  map.forEach((value, key, whole) => {
    expect(whole).toBe(map)
    seen.set(key, value)
  })
  expect([...seen]).toEqual([...expected])
  for (const key of [...expected.keys(), ...others]) {
    expect(map.get(key)).toEqual(expected.get(key))
    expect(map.has(key)).toBe(expected.has(key))
  }
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)

describe('by id', () => {
  test.each<[string, readonly number[]]>([
    ['none', []],
    ['one', [7]],
    ['without gaps', range(1, 50)],
    ['from another id on', range(100, 140)],
    ['with a gap', [...range(1, 20), ...range(30, 40)]],
    ['with gaps everywhere', range(1, 40).map((at) => at * at)],
    ['far from each other', [1, 2, 3, 1000, 1_000_000, Number.MAX_SAFE_INTEGER]],
  ])('%s', (_, ids) => {
    const list = ids.map((id) => ({ id }))
    const others = [...range(-3, 60), 1.5, 2.5, -0.5, 1e300, -1e300, Number.NaN, Number.POSITIVE_INFINITY]
    expectSame(new IdMap(list, ({ id }) => id), new Map(list.map((one) => [one.id, one])), others)
  })
})

test('by document', () => {
  const row = (id: number, documentId: string) => ({ id, documentId })
  const [first, second, third] = [row(1, 'a'), row(3, 'a'), row(5, 'a')]
  const [other, odd] = [row(2, 'b'), row(4, '__proto__')]
  const byDocument: ByDocument<typeof first> = new Map()
  for (const one of [first, other, second, odd, third]) addToDocument(byDocument, one)
  const documents = new DocumentMap(
    () => byDocument,
    (a, b) => b.id - a.id,
  )
  const expected = new Map<string, readonly (typeof first)[]>([
    ['a', [third, second, first]],
    ['b', [other]],
    ['__proto__', [odd]],
  ])
  expectSame(documents, expected, ['c', ''])
  expect([...documents.values()].every(Object.isFrozen)).toBe(true)
})
