/** Tests that the exit status and every report format give the same verdict. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  check,
  exitStatus,
  type Level,
  mergeReports,
  type Report,
  writeReport,
} from '../../src/oracle/index.ts'
import { api, graph, PATIENT, some } from './conforming.ts'
import { planted } from './planted.ts'

const options = { graph, suite: some, runs: 40, causes: 0, ids: 'exact', times: 'exact', ...PATIENT } as const
const SERVERS = {
  conforming: api.answer,
  different: planted('error names').server(graph),
  paging: planted('pageCount of nothing').server(graph),
  dead: () => Promise.reject(new Error('down')),
}
const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

/** Returns the exit status that each format implies. */
function statuses(report: Report): Readonly<Record<string, number>> {
  const junit = writeReport('junit', report)
  const total = (name: string): number =>
    Number(new RegExp(`^<testsuites [^>]*${name}="(\\d+)"`, 'm').exec(junit)?.[1])
  const tap = writeReport('tap', report)
  const sarif: {
    readonly runs: readonly [{ readonly invocations: readonly [{ readonly exitCode: number }] }]
  } = JSON.parse(writeReport('sarif', report))
  const github = writeReport('github', report)
  const markdown = writeReport('markdown', report)
  return {
    junit: total('errors') > 0 ? 2 : total('failures') > 0 ? 1 : 0,
    tap: tap.includes('Bail out!') ? 2 : /^not ok (?!.* # TODO)/m.test(tap) ? 1 : 0,
    sarif: sarif.runs[0].invocations[0].exitCode,
    github: github.includes('Not checked') ? 2 : github.includes('::error') ? 1 : 0,
    markdown: markdown.includes('Not checked') ? 2 : /Conformant: |Passed: /.test(markdown) ? 0 : 1,
  }
}

describe.each(Object.entries(SERVERS))('the verdict about a server: %s', (_name, server) => {
  // The test checks each server twelve times: with three levels and four seeds.
  const runs = LEVELS.flatMap((failOn) => [1, 2, 3, 4].map((seed) => ({ failOn, seed })))
  test.each(runs)(
    'the verdict about a server is the same in each format with --fail-on $failOn and seed $seed',
    async (choice) => {
      const report = await check(server, { ...options, ...choice })
      const status = exitStatus(report)
      expect(statuses(report)).toEqual({
        ...{ junit: status, tap: status, sarif: status, github: status, markdown: status },
      })
      const annotations = writeReport('github', report).trimEnd().split('\n')
      expect(annotations.length).toBeLessThanOrEqual(10)
      const reasons = status === 0 ? [] : report.notices
      expect(annotations.at(-1)?.split('%0A')).toHaveLength(1 + reasons.length)
    },
  )
})

describe('the reports of shards', () => {
  const dir = mkdtempSync(join(tmpdir(), 'populace-'))
  afterAll(() => rmSync(dir, { recursive: true }))

  test('the reports of shards are one report with the causes and the cases of the whole run', async () => {
    const whole = await check(SERVERS.different, options)
    const files = await Promise.all(
      [1, 2].map(async (number) => {
        const report = await check(SERVERS.different, { ...options, shard: { number, of: 2 } })
        const file = join(dir, `${number}.json`)
        writeFileSync(file, writeReport('json', report))
        return file
      }),
    )
    const one = mergeReports(files)
    expect(one.counts).toEqual(whole.counts)
    expect(one.cases.map(({ id }) => id).toSorted()).toEqual(whole.cases.map(({ id }) => id).toSorted())
    expect(one.causes[0]?.key).toBe(whole.causes[0]?.key)
    expect(exitStatus(one)).toBe(1)
    const unsent = ({ notices }: Report): readonly string[] =>
      notices.filter((notice) => /^(Not|Generated requests not) sent/.test(notice))
    expect(unsent(whole).length).toBeGreaterThan(0)
    expect(unsent(one)).toEqual(unsent(whole))
    const isWarned = one.notices.some((notice) => notice.startsWith('Each shard finds the causes'))
    expect(isWarned).toBe(one.causes.length > 1)
  })

  test('the report of a run of one failing case has a notice that a whole run compares more requests', async () => {
    const few = (report: Report): boolean =>
      report.notices.some((notice) => notice.includes('named requests'))
    const whole = await check(SERVERS.different, options)
    const id = whole.causes.flatMap(({ cases }) => cases)[0] ?? ''
    expect(few(whole)).toBe(false)
    expect(few(await check(SERVERS.different, { ...options, caseIds: [id] }))).toBe(true)
    expect(few(await check(api.answer, { ...options, caseIds: [id] }))).toBe(false)
  })

  test('a merge of reports requires the report of each shard exactly once', async () => {
    const [one, two] = [join(dir, '1.json'), join(dir, '2.json')]
    expect(() => mergeReports([one])).toThrow('the report of shard 2/2 is missing')
    expect(() => mergeReports([one, two, two])).toThrow(`is of shard 2/2, as ${two}; merge each shard once`)
    const other = join(dir, '1-of-3.json')
    const report = await check(api.answer, { ...options, runs: 0, shard: { number: 1, of: 3 } })
    writeFileSync(other, writeReport('json', report))
    expect(() => mergeReports([other, two])).toThrow('is of shard 2/2, and')
  })

  test('the reports of shards cannot be merged with the report of another check', async () => {
    const file = join(dir, 'other.json')
    writeFileSync(file, writeReport('json', await check(api.answer, { ...options, runs: 0, seed: 2 })))
    expect(() => mergeReports([join(dir, '1.json'), file])).toThrow('/seed is 2, and 1 in')
    writeFileSync(file, '[]')
    expect(() => mergeReports([file])).toThrow('expected a report')
  })
})
