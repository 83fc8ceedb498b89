/** Tests that the documentation and its picture show the figures of the stored bench report. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageWith } from './page.ts'
import { picture } from './picture.ts'
import type { Report } from './report.ts'
import { ROOT } from './root.ts'
import { asMarkdown, cellText } from './table.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const report: Report = JSON.parse(read('.github/pictures/bench.json'))

test('the picture in the documentation is drawn from the stored report', () => {
  expect(report.tables.map(({ id }) => id)).toContain('ask')
  expect(read('.github/pictures/bench.svg')).toBe(picture(report))
})

test('the tables in the documentation show the stored report', () => {
  const page = read('.github/docs/performance.md')
  expect(pageWith(page, report)).toBe(page)
  const other = report.tables.map((table) => ({ ...table, rows: table.rows.slice(1) }))
  expect(pageWith(page, { ...report, tables: other })).not.toBe(page)
})

test('numbers print with two digits below 1, three digits from 1 to 1,000, and as whole numbers above', () => {
  const numbers = [0, 0.000123, 0.0456, 0.123, 1.234, 12.34, 1234.5, Number.NaN, null, 'as it is']
  expect(numbers.map(cellText)).toEqual([
    '0.00',
    '0.00012',
    '0.046',
    '0.12',
    '1.23',
    '12.3',
    '1,235',
    '–',
    '',
    'as it is',
  ])
  expect(asMarkdown({ columns: ['a', 'b'], rows: [['x', 1]] })).toBe('| a | b |\n| --- | --- |\n| x | 1.00 |')
})
