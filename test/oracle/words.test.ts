import { expect, test } from 'vitest'
import { wordDiff } from '../../src/oracle/report/words.ts'

const MODES = [
  'never-published',
  'modified',
  'unmodified',
  'published-without-draft',
  'never-published-document',
]
const listOf = (modes: readonly string[]): string => `Invalid value. Expected one of: ${modes.join(', ')}.`

test('wordDiff marks the words that differ, between equal words', () => {
  expect(wordDiff(listOf(MODES), listOf(MODES.with(2, 'unchanged')))).toBe(
    '…published, modified, [-unmodified-]{+unchanged+}, published-without-…',
  )
})

test('wordDiff marks words that only one text has', () => {
  const less = wordDiff(
    'The path has a zero byte, which no file name has',
    'The path has a byte, which no file name has',
  )
  expect(less).toContain('path has a [-zero -]byte')
  expect(
    wordDiff('Invalid key nope at filters.restaurant', 'Invalid key nope at filters.restaurant.name'),
  ).toBe('… at filters.restaurant{+.name+}')
})

test('wordDiff shows only the part of a long text around its first difference', () => {
  const long = 'word '.repeat(10_000)
  expect(wordDiff(`${long}end`, `${long}fin`)).toMatch(/^…word (word )+\[-end-\]\{\+fin\+\}…$/)
})

test('wordDiff returns undefined for short texts, equal texts and other values', () => {
  expect(wordDiff('a', 'b')).toBeUndefined()
  expect(wordDiff(listOf(MODES), listOf(MODES))).toBeUndefined()
  expect(wordDiff(1, listOf(MODES))).toBeUndefined()
})
