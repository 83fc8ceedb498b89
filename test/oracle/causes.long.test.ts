/**
 * Tests that the causes of a server stay the same between runs, and that the report compares a run with the previous
 * run.
 */
import { describe, expect, test } from 'vitest'
import { type CheckOptions, check, type LastRun, lastRunOf, writeReport } from '../../src/oracle/index.ts'
import type { ApiRequest } from '../../src/reference/api.ts'
import { api, EXACT, graph, ofCases, some, suite } from './conforming.ts'
import { planted } from './planted.ts'

describe('a cause', () => {
  test('a cause disappears when its fault is fixed, and the other causes stay', async () => {
    const both = planted('zone elements without id').server(graph)
    const total = planted('pageCount of nothing').server(graph)
    const cases = suite.filter(({ id }) => /^(entry|pagination|populate)\./.test(id))
    const two = await check(
      (request) => (request.url.includes('populate') ? both(request) : total(request)),
      { ...EXACT, suite: cases },
    )
    const last = lastRunOf(two.causes, true)
    const one = await check(total, { ...EXACT, suite: cases, last })
    expect(one.causes.length).toBe(two.causes.length - 1)
    expect(one.since?.new).toEqual([])
    expect(one.since?.fixed).toEqual([
      'A component has an id. The server omits `id`. This happens only with `id` in a dynamic zone.',
    ])
  })

  test('a cause is the same in each run with `bail`, whatever the concurrency', async () => {
    const wrong = planted('error names').server(graph)
    const keys = await Promise.all(
      [1, 4].map(async (concurrency) => {
        const { causes, cases } = await check(wrong, { ...EXACT, suite, bail: true, concurrency })
        return [causes.map(({ key }) => key), cases.filter(({ outcome }) => outcome === 'failed').length]
      }),
    )
    expect(keys[0]).toEqual([['endpoint.error: name ValidationError'], 1])
    expect(keys[1]).toEqual(keys[0])
  })
})

describe('a server under construction', () => {
  test('for a server under construction, the cause is the rule that its wrong answer breaks, or for HEAD the rule about methods', async () => {
    const bare = (request: ApiRequest) => {
      const answer = api.answer(request)
      return request.method === 'HEAD' ? { ...answer, status: 501 } : answer
    }
    const heads = await check(bare, ofCases(/^http\.head\.list$/))
    expect(heads.causes.map(({ rule }) => rule)).toEqual(['endpoint.method'])
    const star = await check(
      (request) => {
        const { body, ...answer } = api.answer(request)
        return { ...answer, body: body.replaceAll('"bookmarks":', '"bookmark":') }
      },
      ofCases(/^populate\.star\.with-fields\.in-list$/),
    )
    expect(star.causes.map(({ rule, example }) => [rule, example.difference.path])).toEqual([
      ['populate.form.all', '/data/0/bookmarks'],
    ])
  })
})

describe('progress', () => {
  const broken = planted('error names').server(graph)
  let first: Promise<LastRun> | undefined
  const lastOf = (): Promise<LastRun> => {
    first ??= check(broken, { ...EXACT, suite: some }).then(({ causes }) => lastRunOf(causes, true))
    return first
  }
  const again = ({ causes }: LastRun): CheckOptions => ({
    ...EXACT,
    suite: some,
    caseIds: causes.flatMap(({ cases }) => cases),
    replays: [],
  })

  test('a check of an unchanged server reports the same causes in the same order, and no fixed or new causes', async () => {
    const last = await lastOf()
    expect(last.causes.length).toBeGreaterThan(0)
    // Repeats the check of the unchanged server twice.
    for (const _round of [1, 2]) {
      const { causes, since } = await check(broken, { ...again(last), last })
      expect(causes.map(({ key }) => key)).toEqual(last.causes.map(({ key }) => key))
      expect(since).toEqual({ fixed: [], new: [] })
    }
  })

  test('a cause is not new if the last run already found a wrong answer to one of its requests', async () => {
    const generated = { ...EXACT, suite: false, runs: 40, seed: 1 } as const
    const { causes } = await check(broken, generated)
    const first = lastRunOf(causes, true, 1)
    const last = {
      ...first,
      causes: first.causes.map((cause) => ({ ...cause, key: `other ${cause.key}`, replays: [] })),
    }
    const since = async (before: LastRun) => (await check(broken, { ...generated, last: before })).since?.new
    expect(await since(last)).toEqual([])
    expect(await since({ ...last, seed: 2 })).toEqual(causes.map(({ title }) => title))
  })

  test('a cause counts as fixed when all suite cases of the cause pass', async () => {
    const last = await lastOf()
    const { since } = await check(api.answer, { ...again(last), last })
    expect(since?.fixed).toEqual(last.causes.map(({ title }) => title))
    const [id = ''] = last.causes[0]?.cases ?? []
    const one = await check(api.answer, { ...again(last), caseIds: [id], last })
    const isOnlyCase = last.causes[0]?.cases.length === 1
    expect(one.since?.fixed).toEqual(isOnlyCase ? [last.causes[0]?.title] : [])
  })

  test('a run that could not start reports no cause as fixed', async () => {
    const last = await lastOf()
    const report = await check(() => Promise.reject(new Error('down')), { ...again(last), last })
    expect([report.verdict, report.since]).toEqual(['broken', { fixed: [], new: [] }])
  })
})

describe('a failing case', () => {
  test('each report format shows a failing case with the request of this case', async () => {
    const wrong = planted('pageCount of nothing').server(graph)
    const cases = suite.filter(({ id }, at) => id.endsWith('.empty') || at % 12 === 0)
    const report = await check(wrong, { ...EXACT, suite: cases })
    const failed = report.cases.filter(({ outcome }) => outcome === 'failed')
    expect(failed.length).toBeGreaterThan(1)
    const [junit, tap, github] = (['junit', 'tap', 'github'] as const).map((form) =>
      writeReport(form, report),
    )
    for (const { id, example } of failed) {
      const path = example?.request.url.split('?')[0] ?? 'none'
      const lines = [junit, tap].map((text = '') =>
        text.split(/(?=<testcase|\nnot ok)/).find((part) => part.includes(id)),
      )
      for (const line of lines) expect(line).toContain(path)
    }
    expect(junit).toMatch(/<testcase [^>]*time="\d+\.\d{3}"/)
    expect(
      github
        ?.trim()
        .split('\n')
        .every((line) => line.startsWith('::')),
    ).toBe(true)
  })
})
