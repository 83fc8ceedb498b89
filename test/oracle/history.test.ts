/** Tests the history of checks: one line for each run, a sentence about the trend, and a bar chart. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { check, type Report, terminalReport, withHistory } from '../../src/oracle/index.ts'
import { api, graph, PATIENT, some } from './conforming.ts'
import { planted } from './planted.ts'

const folder = mkdtempSync(join(tmpdir(), 'populace-history-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const options = { graph, suite: some.slice(0, 60), runs: 0, causes: 0, ...PATIENT } as const
const right: Promise<Report> = check(api.answer, options)
const wrong: Promise<Report> = check(planted('error names').server(graph), options)

test('each check appends a line to the history file, and its report has a notice about the trend', async () => {
  const file = join(folder, 'history.jsonl')
  const first = withHistory(file, await wrong, new Date('2026-01-02T03:04:05.000Z'))
  expect(first.notices.at(-1)).toBe('This is the first run of the history.')
  const second = withHistory(file, await right, new Date('2026-01-03T03:04:05.000Z'))
  const { failed } = (await wrong).counts
  expect(failed).toBeGreaterThan(0)
  const trend = `The last 2 runs, since 2026-01-02, had ${failed}, 0 differences for ${(await wrong).causes.length}, 0 reasons.`
  expect(second.notices.at(-1)).toBe(trend)
  expect(terminalReport(second)).toContain(trend)
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).at)).toEqual([
    '2026-01-02T03:04:05.000Z',
    '2026-01-03T03:04:05.000Z',
  ])
  const picture = readFileSync(`${file}.svg`, 'utf8')
  expect(picture.match(/<rect /g)).toHaveLength(2)
  expect(picture).toContain(`<title>2026-01-02T03:04: ${failed}</title>`)
})

test('lines of another format in the history file are kept and ignored, and no text becomes markup in the chart', async () => {
  const file = join(folder, 'odd.jsonl')
  writeFileSync(file, '{"at":"<script>","differences":3,"causes":1}\nnonsense\n{"at":1')
  const { notices } = withHistory(file, await right, new Date('2026-01-03T03:04:05.000Z'))
  expect(notices.at(-1)).toContain('had 3, 0 differences for 1, 0 reasons')
  expect(readFileSync(file, 'utf8').split('\n')[2]).toBe('{"at":1')
  expect(readFileSync(`${file}.svg`, 'utf8')).not.toContain('<script>')
})
