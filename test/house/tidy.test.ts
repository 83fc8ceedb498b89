/** The mechanical half of the house rules. */
import { describe, expect, test } from 'vitest'
import { sources } from './sources.ts'

const files = ['src', 'properties', 'test'].flatMap(sources)
const code = files.filter(({ path }) => !path.startsWith('test/'))

const MAX_LINES = 300
const MAX_COLUMNS = 121

/** Tables of one line per entry, and a style sheet, may be as long as they are. */
const TABLES = ['src/reference/rules.ts', 'src/reference/profile/quirks.ts', 'src/oracle/report/page.ts']

describe('tidiness', () => {
  test('there is something to look at', () => expect(code.length).toBeGreaterThan(50))

  test('no file is too long to be read in one sitting', () => {
    const long = code.filter(({ path, lines }) => lines.length > MAX_LINES && !TABLES.includes(path))
    expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([])
  })

  test('no line is too long', () => {
    const long = code
      .filter(({ path }) => !TABLES.includes(path))
      .flatMap(({ path, lines }) => lines.map((line, at) => ({ place: `${path}:${at + 1}`, line })))
      .filter(({ line }) => line.length > MAX_COLUMNS && !/['"`/*]/.test(line))
    expect(long.map(({ place }) => place)).toEqual([])
  })

  test('nothing is left undone, and nothing is forced on the compiler', () => {
    const marks = [
      /(\/\/|\*) *(TODO|FIXME|XXX)\b/,
      /: any( =|[,;)\]>|]|$)/,
      /\bas any[,;)\].]/,
      /as unknown as/,
      /@ts-(ignore|expect-error|nocheck)/,
    ]
    const found = files
      .filter(({ path }) => path !== 'test/house/tidy.test.ts')
      .flatMap(({ path, lines }) => lines.map((line, at) => ({ place: `${path}:${at + 1}`, line })))
      .filter(({ line }) => marks.some((mark) => mark.test(line)))
    expect(found.map(({ place, line }) => `${place} ${line.trim()}`)).toEqual([])
  })

  test('assertions of type are rare', () => {
    const assertions = code.flatMap(({ path, lines }) =>
      lines
        .filter(
          (line) =>
            /\bas (?!const\b)[A-Z{(a-z]/.test(line) &&
            !/^\s*(\*|\/\/|\/\*)|import |'.* as .*'|`.* as .*`/.test(line),
        )
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(assertions.length, assertions.join('\n')).toBeLessThan(20)
  })
})
