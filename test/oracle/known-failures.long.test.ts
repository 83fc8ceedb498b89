/** Tests known failures in runs of a part of the requests. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  check,
  type KnownFailure,
  mergeReports,
  writeKnownFailures,
  writeReport,
} from '../../src/oracle/index.ts'
import { api, graph, suite } from './conforming.ts'
import { urls } from './mistakes.ts'

const cases = suite.filter(({ id }) => /^(sort|pagination)\./.test(id))
const options = { graph, suite: cases, runs: 0, causes: 0, profile: 'documented' } as const
const ascending = urls((url) => url.replaceAll(/:desc/gi, ':asc'))

const known: readonly KnownFailure[] = [
  { rule: 'sort.order', reason: 'not yet' },
  { case: 'sort.none', reason: 'not there' },
]
const rules = (found: readonly KnownFailure[]) => found.map((one) => ('rule' in one ? one.rule : one.case))

test('a run of a part says nothing about a known rule that is no cause of the part', async () => {
  const whole = await check(api.answer, { ...options, known })
  expect([whole.verdict, whole.unexpectedPasses, whole.unjudgedKnown]).toEqual([
    'different',
    ['sort.order'],
    [],
  ])
  const part = await check(api.answer, { ...options, known, only: ['pagination'] })
  expect([part.verdict, part.unexpectedPasses]).toEqual(['conformant', []])
  expect(rules(part.unjudgedKnown)).toEqual(['sort.order', 'sort.none'])
})

test('merged shards list a known rule that no shard breaks', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'populace-known-'))
  const merged = async (server: typeof ascending) => {
    const files = [1, 2].map((number) => join(dir, `${number}.json`))
    for (const [at, file] of files.entries()) {
      const report = await check(server, { ...options, known, shard: { number: at + 1, of: 2 } })
      expect(report.unexpectedPasses).toEqual([])
      writeFileSync(file, writeReport('json', report))
    }
    return mergeReports(files)
  }
  const right = await merged(api.answer)
  expect([right.verdict, right.unexpectedPasses]).toEqual(['different', ['sort.order']])
  const wrong = await merged(ascending)
  expect(wrong.unexpectedPasses).toEqual([])
})

test('an update from a run of a part keeps the other known failures', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'populace-known-')), 'known.json')
  const whole = await check(ascending, options)
  const first = writeKnownFailures(file, known, whole.causes)
  const before: readonly KnownFailure[] = JSON.parse(readFileSync(file, 'utf8'))
  expect(before.length).toBeGreaterThan(1)
  const added = rules(before).filter((name) => !rules(known).includes(name)).length
  const removed = rules(known).filter((name) => !rules(before).includes(name)).length
  expect(first).toEqual({ entries: before.length, added, removed })
  expect(removed).toBeGreaterThan(0)
  const part = await check(ascending, { ...options, known: before, only: ['pagination'] })
  expect(part.verdict).toBe('conformant')
  expect(writeKnownFailures(file, before, part.causes, part.unjudgedKnown)).toMatchObject({
    added: 0,
    removed: 0,
  })
  const after: readonly KnownFailure[] = JSON.parse(readFileSync(file, 'utf8'))
  expect(new Set(rules(after))).toEqual(new Set(rules(before)))
})
