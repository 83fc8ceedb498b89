/** Tests that the matcher of LIKE patterns agrees with a simple matcher, which tries every possibility. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { likeMatcher } from '../src/reference/plan/like.ts'

/** Matches in the simplest way: tries every length for each `%`. */
function isLike(text: readonly string[], pattern: readonly string[]): boolean {
  const [first, ...rest] = pattern
  if (first === undefined) return text.length === 0
  if (first === '%') return [...text, ''].some((_, at) => isLike(text.slice(at), rest))
  return text.length > 0 && (first === '_' || first === text[0]) && isLike(text.slice(1), rest)
}

test.each([
  ['%', '', true],
  ['_', '', false],
  ['a%c', 'abbc', true],
  ['a_c', 'abbc', false],
  ['%b_', 'abbc', true],
  ['_', '🍕', true],
  ['\\%', '\\x', true],
])('%s and "%s": %s', (pattern, text, expected) => {
  expect(likeMatcher(pattern)(text)).toBe(expected)
})

test('every LIKE pattern matches the same texts as an exhaustive search', () => {
  const of = (units: readonly string[], most: number) =>
    fc.array(fc.constantFrom(...units), { maxLength: most })
  fc.assert(
    fc.property(of(['a', 'b', '%', '_'], 7), of(['a', 'b'], 9), (pattern, text) => {
      expect(likeMatcher(pattern.join(''))(text.join(''))).toBe(isLike(text, pattern))
    }),
    { numRuns: 2000 },
  )
})

test('long LIKE patterns match long texts by the same rules', () => {
  const long = 'ab'.repeat(50)
  expect(likeMatcher(`%${long}_`)(`x${long}y`)).toBe(true)
  expect(likeMatcher(`${long}%${long}`)(`${long}${long}`)).toBe(true)
  expect(likeMatcher(`${long}_${long}`)(`${long}${long}`)).toBe(false)
})
