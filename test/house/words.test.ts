/** Tests the words of comments, messages and pages: some patterns make sentences hard to read. */
import { describe, expect, test } from 'vitest'
import { sources } from './sources.ts'

/** Returns the prose in a line: the whole line of a comment, or the quoted texts of any other line. */
function prose(line: string): string {
  if (/^\s*(?:\*|\/\*\*|\/\/)/.test(line)) return line.replaceAll(/`[^`]*`/g, '')
  return [...line.matchAll(/'((?:[^'\\]|\\.){15,})'|"((?:[^"\\]|\\.){15,})"|`((?:[^`\\]|\\.){15,})`/g)]
    .map(([, one = '', two = '', three = '']) => `${one}${two}${three}`)
    .join(' ')
}

/** The forbidden patterns of words, each with words that can replace it. */
const PATTERNS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^\s*(?:\/\*\*|\*|\/\/) (?:Who|Whoever|Whatever|Whose) [a-z]/, 'a noun as the subject'],
  [/\b(?:is|are|was|were) told\b/, 'reported, printed, returned'],
  [/\btells (?:what|which|who|where|that)\b/, 'says, lists, names'],
  [/\b(?:begin|begins|made|make|makes) anew\b/, 'starts again, creates, resets'],
  [/\bthat there (?:is|are) not\b/, 'unknown, missing'],
  [/\bcase aside\b/, 'ignoring case'],
  [/\b(?:is|are) asked for\b/, 'requested'],
  [/\bwithout a word\b/, 'silently'],
  [/\bfalls? to (?:whoever|whatever)\b/, 'a noun as the subject'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer\b)[a-z]/i, 'is not a'],
  [/\b(?:is|are|was|were) brought in\b/, 'populated, added'],
  [/\b(?:is|are|was|were) looked at\b/, 'tested, read'],
  [/\btaken away\b/, 'deleted'],
  [/\bwhatever\b/, 'regardless of, for any'],
  [/\bwithin each other\b/, 'nested'],
  [/\b(?:nobody|no one)\b/, 'no role, no client, unknown'],
  [/\banswer(?:s|ed)? (?:alike|otherwise)\b/, 'gives the same answer, gives another answer'],
]

/** The folders of `src` whose comments and messages the test checks. */
const ROOMS = [
  'cli',
  'explain',
  'oracle',
  'reference',
  'semantics',
  'server',
  'sources',
  'tools',
  'util',
  'writing',
]

const found = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => {
    const text = prose(line)
    if (text === '') return []
    return PATTERNS.filter(([pattern]) => pattern.test(text)).map(
      ([, instead]) => `${line.trim()} → ${instead}`,
    )
  })

describe('words', () => {
  test('the patterns match their phrases and ignore code', () => {
    expect(
      found(['/** Whatever is left of it. */', "  says: 'the reason is told at once'", '// made anew']),
    ).toHaveLength(3)
    expect(
      found(['const told = isTold(anew)', '/** A note. */', "import { told } from './told.ts'"]),
    ).toEqual([])
  })

  test('no comment and no message of the sources matches a forbidden pattern of words', () => {
    const files = ROOMS.flatMap((room) => sources(`src/${room}`))
    expect(files.length).toBeGreaterThan(500)
    expect(files.flatMap(({ path, lines }) => found(lines).map((line) => `${path}: ${line}`))).toEqual([])
  })
})
