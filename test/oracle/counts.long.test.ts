/** Tests that the causes of a report count every wrong answer, also as known failures. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { COLUMNS } from '../../src/oracle/causes/matrix.ts'
import { check, readKnownFailures, writeKnownFailures } from '../../src/oracle/index.ts'
import { api, graph, suite } from './conforming.ts'
import { type Mistake, notFound, right } from './mistakes.ts'

// The check looks for the causes of several hundred wrong answers, twice in each test.
vi.setConfig({ testTimeout: 180_000 })

/** A server that answers few requests: it serves two types, ignores most filters and sorts, and refuses populate. */
const partial: Mistake = (request) => {
  const url = decodeURIComponent(request.url)
  if (!/^\/api\/(?:restaurants|categories)\b/.test(url)) return notFound
  if (/populate/.test(url)) return api.answer({ ...request, url: '/api/restaurants?fields=unknown' })
  const kept = request.url.replaceAll(/(?<=[?&])(?:filters(?!%5B\w+%5D%5B%24eq%5D)|sort|_q)[^&]*&?/g, '')
  return right({ ...request, url: kept })
}

test.each([0, 25])('the causes count every wrong answer, with %i shrunk causes', async (causes) => {
  const options = { graph, suite: suite.filter((_one, at) => at % 29 === 0), runs: 200, causes } as const
  const report = await check(partial, options)
  const counted = report.causes.reduce((sum, { count }) => sum + count, 0)
  expect(counted).toBe(report.counts.failed)
  expect(counted).toBeGreaterThan(100)
  const file = join(mkdtempSync(join(tmpdir(), 'populace-counts-')), 'known.json')
  writeKnownFailures(file, [], report.causes)
  const again = await check(partial, { ...options, known: readKnownFailures(file) })
  expect([again.verdict, again.counts.failed, again.counts.known]).toEqual(['conformant', 0, counted])
  const cells = again.matrix.flatMap(({ columns }) => COLUMNS.map((column) => columns[column].failed))
  expect(cells.filter((failed) => failed !== 0)).toEqual([])
})
