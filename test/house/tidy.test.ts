/** Tests the mechanical style rules. Each check of a style rule also runs on an example that violates the rule. */
import { describe, expect, test } from 'vitest'
import { type Source, sources } from './sources.ts'

const OWN = 'test/house/tidy.test.ts'
const MAX_LINES = 300
const MAX_COLUMNS = 121
const MAX_ASSERTIONS = 20

/** The files without a length limit: tables with one line per entry, and a style sheet. */
const TABLES = [
  'src/reference/rules.ts',
  'src/reference/strapi/quirks.ts',
  'src/reference/strapi/changes.ts',
  'src/oracle/report/page/page.ts',
  'src/tools/site/messages.ts',
  'src/tools/site/style.ts',
]

const files = ['src', 'properties', 'test'].flatMap(sources)
const code = files.filter(({ path }) => !path.startsWith('test/'))
const prose = code.filter(({ path }) => !TABLES.includes(path))

/** Returns the lines of a file for which a test is true, each with its path and number. */
const linesThat =
  (isSo: (line: string) => boolean) =>
  ({ path, lines }: Source): readonly string[] =>
    lines.flatMap((line, at) => (isSo(line) ? [`${path}:${at + 1} ${line.trim()}`] : []))

const tooLong = ({ path, lines }: Source): readonly string[] =>
  lines.length > MAX_LINES ? [`${path}: ${lines.length}`] : []

const tooWide = linesThat((line) => line.length > MAX_COLUMNS && !/['"`/*]/.test(line))

const MARKS = [
  /(\/\/|\*) *(TODO|FIXME|XXX)\b/,
  /: any( =|[,;)\]>|]|$)/,
  /\bas any[,;)\].]/,
  /as unknown as/,
  /@ts-(ignore|expect-error|nocheck)/,
]
const forced = linesThat((line) => MARKS.some((mark) => mark.test(line)))

const assertions = linesThat((line) => {
  const code = line.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g, '')
  return /\bas (?!const\b)[A-Z{(a-z]/.test(code) && !/^\s*(\*|\/\/|\/\*)|import |^export \{/.test(code)
})

/** Creates a fictitious source file with the given lines. */
const planted = (...lines: readonly string[]): Source => ({
  path: 'src/planted.ts',
  text: lines.join('\n'),
  lines,
})

describe('tidiness', () => {
  test('the tests of tidiness find many files to check', () => {
    expect(code.length).toBeGreaterThan(50)
    expect(prose.length).toBe(code.length - TABLES.length)
    expect(files.length).toBeGreaterThan(code.length)
    expect(files.every(({ lines }) => lines.length > 0)).toBe(true)
  })

  test('no file has too many lines', () => {
    expect(tooLong(planted(...Array.from({ length: MAX_LINES + 1 }, () => '')))).toHaveLength(1)
    expect(prose.flatMap(tooLong)).toEqual([])
  })

  test('no line of code without a text or a comment has too many characters', () => {
    expect(tooWide(planted('short', 'x'.repeat(MAX_COLUMNS + 1)))).toHaveLength(1)
    expect(prose.flatMap(tooWide)).toEqual([])
  })

  test('no code is marked as unfinished, and no compiler error is suppressed', () => {
    const wrong = ['// TODO: later', 'let x: any = 1', 'f(x as any)', 'x as unknown as Y', '// @ts-ignore']
    expect(forced(planted(...wrong, 'const any = 1'))).toHaveLength(wrong.length)
    expect(files.filter(({ path }) => path !== OWN).flatMap(forced)).toEqual([])
  })

  test('the code has fewer than 20 type assertions', () => {
    const those = ['return x as Y', 'f(x as readonly Y[])']
    expect(assertions(planted(...those, 'x as const', '// as it is', "'so as to'"))).toHaveLength(
      those.length,
    )
    const found = code.flatMap(assertions)
    expect(found.length, found.join('\n')).toBeLessThan(MAX_ASSERTIONS)
  })
})
