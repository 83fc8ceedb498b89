/**
 * The patterns that a dataset meets: each is written here once more, after it was found linear (recheck 4.5.0 says so of
 * every one), none is made from input, and each is run on long texts of the kind that a quadratic one does not survive.
 */
import { describe, expect, test } from 'vitest'
import { sources } from '../house/sources.ts'

const files = ['src/reference/schema', 'src/reference/graph'].flatMap(sources)

const LITERAL = /(?<=[(=,:[\s!]|^)\/(?![*/ ])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\/[dgimsuvy]*/g

/** Lines of code without those of comments. */
const code = files.flatMap(({ path, lines }) =>
  lines.filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line)).map((line) => ({ path, line })),
)

const KNOWN: readonly RegExp[] = [
  /^[a-z][a-z0-9-]*::[a-z0-9_-]+(\.[a-z0-9_-]+)?$/i,
  /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
  /^$|^\$|^__|[.,:[\]]|^\*$|^\d+$|^\s|\s$|\p{Surrogate}/u,
  /^[^/.]+\/[^/.]+$/,
  /^\d{4}-\d\d-\d\d$/,
  /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/,
  /^(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/,
  /^[+-]?\d+$/,
  /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
  /^[\da-fA-F]{4}$/,
  /^[-\d]/,
  /[eE]/,
  /^[^eE]*[1-9]/,
  /^-?\d+$/,
  /^[^.\\\0][^\\\0]*$/,
  /^(?:\/[\w.~!$&'()*+,;=:@-]+)*$/,
  /\/\.{1,2}(?:\/|$)/,
  /\p{Surrogate}/u,
]

const LENGTH = 200_000

/** Texts on which a pattern that may match in several ways, or from several places, tries them all. */
const ATTACKS: readonly string[] = [
  ...[
    'a',
    'a-',
    '-',
    '0',
    '1',
    '0.',
    '1e',
    ' ',
    '\t',
    '/',
    '/a',
    '/.',
    '.',
    ':',
    'a::',
    '::',
    '\\',
    '$',
    '_',
    '*',
    '\ud800',
    'é',
  ],
].flatMap((piece) => {
  const text = piece.repeat(Math.floor(LENGTH / piece.length))
  return [text, `${text}!`, `a${text}`, `a::${text}\n`, `12:34:56.${text}x`, `-1.${text}e+`, `/${text}?`]
})

describe('patterns', () => {
  const found = new Set(code.flatMap(({ line }) => [...line.matchAll(LITERAL)].map(([text]) => text)))

  test('are all known', () => {
    expect([...found].toSorted()).toEqual(KNOWN.map(String).toSorted())
  })

  test('are never made from a text', () => {
    const made = code.filter(({ line }) => /\bRegExp\b|\.(match|matchAll|search)\(/.test(line))
    expect(made).toEqual([])
  })

  test.each(KNOWN.map((pattern) => [String(pattern), pattern] as const))(
    '%s',
    { timeout: 60_000 },
    (_, pattern) => {
      for (const text of ATTACKS) {
        pattern.lastIndex = 0
        expect(typeof pattern.test(text)).toBe('boolean')
      }
    },
  )
})
