/**
 * Applies every pattern of the sources to long texts. `patterns.test.ts` lists the patterns, and analyses their growth.
 */
import { describe, expect, test } from 'vitest'
import { compiled } from '../support/patterns.ts'
import { found } from './pattern-files.ts'

const PIECES: readonly string[] = [
  ...[
    'a',
    'A',
    '0',
    '1',
    ' ',
    '\t',
    '-',
    '[',
    ']',
    '.',
    '/',
    '=',
    ':',
    '&',
    '#',
    '?',
    '\\',
    '$',
    '_',
    '*',
    'é',
  ],
  ...['{a', 'a-', '/a', '/.', 'a::', '::', '0.', '1e', '\ud83c'],
]

/** Long texts with which an ambiguous pattern would backtrack. */
const LONG = PIECES.flatMap((piece) => {
  const text = piece.repeat(40_000)
  return [text, `${text}\0`, `a${text}`, `a::${text}\n`, `12:34:56.${text}x`, `-1.${text}e+`, `/${text}?`]
})

describe('time', () => {
  test('every pattern of the sources is applied to long texts within the timeout', () => {
    // A pattern that takes more than quadratic time would exceed the timeout of the test. `patterns.test.ts` also
    // finds quadratic patterns.
    for (const pattern of found) {
      const expression = compiled(pattern)
      const fits = LONG.map((text) => {
        expression.lastIndex = 0
        return expression.test(text)
      })
      expect(fits).toHaveLength(LONG.length)
    }
  })
})
