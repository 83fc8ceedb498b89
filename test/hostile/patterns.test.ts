/**
 * Regular expressions are where a short text can cost a long time. Every one in the sources is in the table, none is made
 * at run time, and a checker that knows the ways in which matching grows faster than its text finds none in them.
 */
import { analyse } from 'scslre'
import { describe, expect, test } from 'vitest'
import { sources } from '../house/sources.ts'
import { compiled, patternsIn } from '../support/patterns.ts'

/** Where the texts come from that a pattern is held against. */
type Meets =
  /** Anyone who can send a request. */
  | 'request'
  /** The files of a dataset. */
  | 'dataset'
  /** The answers of a server that is checked. */
  | 'server'
  /** Whoever starts the program. */
  | 'options'
  /** This project alone: its cases, its rules, and requests that it made itself. */
  | 'own'

const TABLE: Readonly<Record<string, readonly [Meets, ...RegExp[]]>> = {
  'src/reference/access.ts': ['request', /\s+/],
  'src/reference/route.ts': ['request', /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, /#.*$/s],
  'src/reference/values.ts': [
    'request',
    /[\u0080-\uffff]/,
    /[A-Z]+/g,
    /^-?\d+$/,
    /^(-?\d+)e/,
    /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i,
    /^[+-]?\d+$/,
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/,
    /^((?:2[0-3]|[01]\d):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/,
    /[T ]/,
    /(Z|[+-]\d{2}(:?\d{2})?)$/i,
  ],
  'src/reference/check/operands.ts': ['request', /^\s*[+-]?\d+\s*$/],
  'src/reference/check/populate.ts': ['request', /^\d+$/],
  'src/reference/check/sort-faults.ts': ['request', /^(asc|desc)$/i],
  'src/reference/graph/access.ts': ['dataset', /^(.+)\.(?:find|findOne)$/],
  'src/reference/graph/json-token.ts': [
    'dataset',
    /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
    /^[\da-fA-F]{4}$/,
    /^[-\d]/,
    /[eE]/,
    /^[^eE]*[1-9]/,
    /^-?\d+$/,
  ],
  'src/reference/graph/own.ts': ['dataset', /^[^.\\\0][^\\\0]*$/],
  'src/reference/graph/settings.ts': ['dataset', /^(?:\/[\w.~!$&'()*+,;=:@-]+)*$/, /\/\.{1,2}(?:\/|$)/],
  'src/reference/graph/sheets.ts': ['dataset', /\p{Surrogate}/u],
  'src/reference/names/beside.ts': ['request', /^\d\d?$/],
  'src/reference/parse/sort.ts': ['request', /^(asc|desc)$/i],
  'src/reference/parse/url.ts': ['request', /(\](?==)|^[^[=]*(?==)).*$/s, /\[([^[\]]*)\]/g],
  'src/reference/profile/profile.ts': ['options', /^[+-]/],
  'src/reference/schema/names.ts': [
    'dataset',
    /^[a-z][a-z0-9-]*::[a-z0-9_-]+(\.[a-z0-9_-]+)?$/i,
    /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
    /^$|^\$|^__|[.,:[\]]|^\*$|^\d+$|^\s|\s$|\p{Surrogate}/u,
    /^[^/.]+\/[^/.]+$/,
  ],
  'src/reference/schema/scalar.ts': [
    'dataset',
    /^\d{4}-\d\d-\d\d$/,
    /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/,
    /^(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/,
    /^[+-]?\d+$/,
  ],
  'src/mock/visitors.ts': [
    'request',
    /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i,
    /^[a-z0-9.:[\]_-]{1,255}$/i,
    /\.$/,
  ],
  'src/ground/printable.ts': ['request', /[^ -~]/g, /[^ -~]/],
  'src/oracle/causes/example.ts': ['own', /\?.*$/s],
  'src/oracle/causes/features.ts': [
    'own',
    /\[on\]/,
    /(^|&)populate/,
    /(^|&)filters/,
    /(^|&)sort/,
    /(^|&)_q/,
    /(^|&)pagination/,
    /(^|&)fields/,
    /(^|&)(status|publicationFilter|hasPublishedVersion)/,
    /(^|&)locale/,
  ],
  'src/oracle/compare/equality.ts': ['server', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  'src/oracle/names/mentions.ts': ['server', /=$/, /\[.*$/s, /\[([^[\]]*)\]/g, /^\d*$/],
  'src/oracle/names/request.ts': ['server', /\?$/, /\/$/, /^\d+$/, /^\d*$/, /^[a-z0-9_]*$/],
  'src/oracle/parts/laws.ts': ['options', /^https?:/],
  'src/oracle/parts/replay.ts': ['options', /^(-?\d+):(\d+(?::\d+)*)(?:~(\d+(?:\.\d+)*))?$/],
  'src/oracle/report/freeze.ts': ['server', /^bearer\s+(\S+)$/i, /\{(?=\+?[A-Za-z][A-Za-z0-9]*\})/g],
  'src/oracle/report/html.ts': ['own', /`([^`]+)`/g],
  'src/oracle/report/junit.ts': ['server', /[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu],
  'src/oracle/report/markdown.ts': ['server', /`+/g, /[<>*_[\]\\]/g],
  'src/oracle/report/tap.ts': ['server', /\s+/g],
  'src/oracle/report/words.ts': ['options', /^https?:/],
  'src/oracle/requests/from-data.ts': ['dataset', /[\ud800-\udfff]/g],
  'src/oracle/suite/compare.ts': ['own', /^(0|[1-9]\d*)$/],
  'src/oracle/suite/fill.ts': ['own', /\{(\+?)([A-Za-z][A-Za-z0-9]*)\}/g, /^\{([A-Za-z][A-Za-z0-9]*)\}$/],
  'src/oracle/target/http.ts': ['options', /^\[|\]$/g, /\/$/],
  'src/oracle/target/reload.ts': ['options', /^https?:\/\//],
  'src/oracle/target/wire.ts': [
    'server',
    /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i,
    /#.*$/s,
    /[^!-~]+/g,
    /^[a-z0-9!#$%&'*+.^_`|~-]+$/i,
    /^[\t -~]*$/,
    /^(bearer\s+)(\S+)$/i,
  ],
  'src/cli/numbers.ts': ['options', /^\d+$/, /^-?\d+$/],
}

/** Linear for a reason that the checker does not know. */
const LINEAR: ReadonlyMap<string, string> = new Map(
  ['#', '\\?', '\\['].map((first) => [
    `/${first}.*$/s`,
    'with `s` the dot takes everything up to the end, so that the first place that fits is the last that is tried',
  ]),
)

const FOLDERS = ['src/reference', 'src/mock', 'src/ground', 'src/oracle', 'src/cli']
const files = FOLDERS.flatMap(sources)
const found = files.flatMap(({ path, text }) => patternsIn(text).map((pattern) => ({ path, ...pattern })))
const listed = Object.entries(TABLE).flatMap(([path, [, ...patterns]]) =>
  patterns.map((pattern) => `${path} ${pattern}`),
)

describe('the patterns of the sources', () => {
  test('there are some', () => expect(found.length).toBeGreaterThan(60))

  test('all of them are in the table', () => {
    const missing = found.filter(({ path, text }) => !listed.includes(`${path} ${text}`))
    expect(missing.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
  })

  test('and nothing else is', () => {
    const there = new Set(found.map(({ path, text }) => `${path} ${text}`))
    expect(listed.filter((row) => !there.has(row))).toEqual([])
  })

  test('none is made at run time', () => {
    const makers = files.flatMap(({ path, lines }) =>
      lines.flatMap((line, at) =>
        /\bRegExp\s*\(|\.(match|matchAll|search)\((?!\/)/.test(line) ? [`${path}:${at + 1}`] : [],
      ),
    )
    expect(makers).toEqual([])
  })
})

/** The ways in which the time that a pattern takes grows faster than its text. */
const growth = (pattern: RegExp): readonly string[] =>
  analyse(pattern).reports.map(({ type, exponential }) => `${type}${exponential ? ', exponential' : ''}`)

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

/** Texts on which a pattern that may match in several ways, or from several places, tries them all. */
const LONG = PIECES.flatMap((piece) => {
  const text = piece.repeat(40_000)
  return [text, `${text}\0`, `a${text}`, `a::${text}\n`, `12:34:56.${text}x`, `-1.${text}e+`, `/${text}?`]
})

describe('time', () => {
  test.each([
    [/(a+)+$/, 'Self, exponential'],
    [/^[+-]?\d+\.?\d*$/, 'Trade'],
    [/a*b/, 'Move'],
  ])('the checker knows what is wrong with %s', (pattern, what) => {
    expect(growth(pattern)).toContain(what)
  })

  test('no pattern takes more than its text is long', () => {
    const bad = found
      .filter(({ text }) => !LINEAR.has(text))
      .filter((pattern) => growth(compiled(pattern)).length)
    expect(bad.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([])
  })

  test('what is excepted is there, and the checker does object', () => {
    for (const text of LINEAR.keys()) {
      const pattern = found.find((one) => one.text === text)
      expect(pattern === undefined ? [] : growth(compiled(pattern)), text).not.toEqual([])
    }
  })

  test('none fails on a long text', () => {
    // Where the time grew with the square of the length, this would not end.
    for (const pattern of found)
      for (const text of LONG) {
        const expression = compiled(pattern)
        expect(typeof expression.test(text)).toBe('boolean')
      }
  })
})
