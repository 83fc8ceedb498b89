/** Tests the comparison of two JSON values, which finds the first difference at any place and depth. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstDifference, isSame, literalDifference } from '../../src/oracle/compare/difference.ts'
import type { Json } from '../../src/util/json.ts'
import { partAround } from '../../src/util/text/cut.ts'

/**
 * The generator of random JSON values with few different keys and values, so that two values are often almost equal.
 */
const { json: trees } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, 1, '', 'a'),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '/', '~', '0', '__proto__'), tie('json'), { maxKeys: 3 }),
  ),
}))
const json = trees.map((tree): Json => JSON.parse(JSON.stringify(tree)))

/** Returns the value at a JSON pointer. */
function at(value: Json | undefined, path: string): Json | undefined {
  const steps = path.split('/').slice(1)
  return steps.reduce<Json | undefined>((inner, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return Object.entries(inner ?? {}).find(([name]) => name === key)?.[1]
  }, value)
}

const asFound = (_expected: readonly Json[], found: readonly Json[]): readonly Json[] => found

const nested = (depth: number, inside: Json): Json => {
  let value = inside
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

describe('two values', () => {
  test('a difference between two values is found exactly if they are not deeply equal', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(isSame(a, b)).toBe(isDeepStrictEqual(a, b))
        expect(isSame(a, JSON.parse(JSON.stringify(a)))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('two values differ at the place to which the path of the difference leads', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        const difference = literalDifference(a, b)
        if (difference === null) return
        expect(difference.expected).toEqual(at(a, difference.path))
        expect(difference.found).toEqual(at(b, difference.path))
      }),
      { numRuns: 2000 },
    )
  })

  test('the first difference follows the member order of the expected value; unexpected members come last', () => {
    expect(literalDifference({ b: 1, a: [1, 2] }, { x: 0, a: [1, 3], b: 1 })?.path).toBe('/a/1')
    expect(literalDifference({ b: 1 }, { x: 0, b: 1 })).toEqual({
      path: '/x',
      expected: undefined,
      found: 0,
    })
    expect(literalDifference({ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } })?.path).toBe('/a~1b/~0')
    expect(literalDifference([], {})?.path).toBe('')
  })
})

describe('the walk', () => {
  /** The nesting depth of the compared values, ten times as deep as a recursive comparison could handle. */
  const DEEP = 100_000

  test('the comparison of two deeply nested values does not recurse', () => {
    const [one, same, other] = [nested(DEEP, 1), nested(DEEP, 1), nested(DEEP, 2)]
    expect(isSame(one, same)).toBe(true)
    expect(literalDifference(one, other)?.path.length).toBe(2 * DEEP)
    expect(literalDifference(nested(2, 1), one)?.path).toBe('/0/0')
  })

  test('the comparison of two values does not enter unexpected parts of the found value', () => {
    let asked = 0
    const places = { item: () => 0, member: () => 0, aligned: asFound, areEqual: () => ++asked < 4 }
    const inner = nested(1000, 1)
    const found = Array.from({ length: 1000 }, () => inner)
    expect(firstDifference([1, 2, 3], found, 0, places)?.path).toBe('/3')
    expect(asked).toBe(4)
  })

  test('the comparison of two values passes the object that contains each member to the callback', () => {
    const seen: string[] = []
    const expected = { a: [{ b: 1 }], c: 2 }
    firstDifference(expected, expected, '', {
      item: (place) => `${place}[]`,
      member: (place, key, owner) => `${place}.${key}${Object.keys(owner).length}`,
      aligned: asFound,
      areEqual: (_expected, _found, place) => seen.push(place) > 0,
    })
    expect(seen).toEqual(['.a2[].b1', '.c2'])
  })
})

test('the part around a difference begins at the start of the text if the difference is near the start', () => {
  const text = `${'a'.repeat(33)}b${'c'.repeat(100)}`
  expect(partAround(text, 33, 80)).toBe(`${text.slice(0, 80)}…`)
  expect(partAround(text, 100, 80)).toBe(`…${text.slice(40, 120)}…`)
  expect(partAround(text, 133, 80)).toBe(`…${text.slice(-80)}`)
  expect(partAround('short', 3, 80)).toBe('short')
})
