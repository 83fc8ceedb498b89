/** Tests the development loop of a server: selecting cases, naming causes, and remembering the last run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type CheckOptions,
  check,
  type LastRun,
  lastRunOf,
  readLastRun,
  type SuiteCase,
  writeLastRun,
  writeReport,
} from '../../src/oracle/index.ts'
import { chosenCases, isAbout, isOfShard } from '../../src/oracle/parts/choice.ts'
import type { ApiRequest } from '../../src/reference/api.ts'
import { api, graph, PATIENT, some, suite } from './conforming.ts'
import { planted } from './planted.ts'
import { TRUE_CAUSES } from './true-causes.ts'

const dir = mkdtempSync(join(tmpdir(), 'populace-'))
afterAll(() => rmSync(dir, { recursive: true }))

const options = { graph, runs: 0, ids: 'exact', times: 'exact', causes: 0, ...PATIENT } as const

describe('the selection of a run', () => {
  const rulesOf = (cases: readonly SuiteCase[]): ReadonlySet<string> =>
    new Set(cases.map(({ rules }) => rules.join(' ')))

  test('accepts rules, chapters, features and prefixes of rules', () => {
    expect(isAbout({ only: ['fields'] }, ['fields.keeps-ids'])).toBe(true)
    expect(isAbout({ only: ['fields'] }, ['fieldset.other' as never])).toBe(false)
    expect(isAbout({ only: ['filters.op.$*'] }, ['filters.op.$eq'])).toBe(true)
    expect(isAbout({ only: ['populate.on'] }, ['populate.order'])).toBe(false)
    expect(isAbout({}, ['populate.order'])).toBe(true)
    const chosen = chosenCases(suite, { only: ['populate.on'] })
    expect(chosen.length).toBeGreaterThan(3)
    for (const rules of rulesOf(chosen)) expect(rules).toMatch(/populate\.on\b/)
    expect(chosenCases(suite, { only: ['zones'] }).every(({ tags }) => tags[0] === 'zones')).toBe(true)
  })

  test('accepts one name instead of a list, and suggests names for an unknown name', async () => {
    const report = await check(api.answer, { ...options, suite: some, only: 'search' })
    expect(report.cases.length).toBeGreaterThan(0)
    const unknown = (only: string) => check(api.answer, { ...options, only })
    await expect(unknown('nope')).rejects.toThrow(
      /^only: no rule and no feature is called "nope"\. Nearest: /,
    )
    await expect(unknown('filtrs')).rejects.toThrow(/Nearest: filters/)
    await expect(unknown('populate.om')).rejects.toThrow(/Nearest: .*populate\.on/)
  })

  test('selects the cases of a level and of higher levels', () => {
    const levels = (level: 'MUST' | 'SHOULD') =>
      new Set(chosenCases(suite, { level }).map((one) => one.level))
    expect(levels('MUST')).toEqual(new Set(['MUST']))
    expect(levels('SHOULD')).toEqual(new Set(['MUST', 'SHOULD']))
  })

  test('selects only the named cases, whatever the other options select', () => {
    const [first] = suite
    const ids = first === undefined ? [] : [first.id]
    expect(chosenCases(suite, { caseIds: ids, level: 'MAY' }).map(({ id }) => id)).toEqual(ids)
    expect(chosenCases(suite, { replays: ['1:0'] })).toEqual([])
  })

  test('splits the cases into shards that are disjoint and complete', () => {
    const parts = [1, 2, 3].map((number) => chosenCases(suite, { shard: { number, of: 3 } }))
    expect(parts.flat().length).toBe(suite.length)
    expect(new Set(parts.flat()).size).toBe(suite.length)
    expect([0, 1, 2].map((at) => isOfShard({ shard: { number: 2, of: 3 } }, at))).toEqual([
      false,
      true,
      false,
    ])
  })

  test('sends only generated requests that follow the selected rules', async () => {
    const asked: string[] = []
    await check(
      (request) => {
        asked.push(request.url)
        return api.answer(request)
      },
      { ...options, suite: false, runs: 60, only: ['search'] },
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((url) => !decodeURIComponent(url).includes('_q'))).toEqual([])
  })
})

describe('a cause', () => {
  // `loop.long.test.ts` tests more faulty servers.
  test('names the broken rule', async () => {
    const id = 'total of all'
    const every = suite.filter(({ rules }, at) => rules.includes('list.total') || at % 8 === 0)
    const { causes } = await check(planted(id).server(graph), { ...options, suite: every })
    expect(TRUE_CAUSES[id]).toContain(causes[0]?.rule)
  })

  test('disappears when its fault is fixed, and the other causes stay', async () => {
    const both = planted('zone elements without id').server(graph)
    const total = planted('pageCount of nothing').server(graph)
    const cases = suite.filter((_one, at) => at % 12 === 0)
    const two = await check(
      (request) => (request.url.includes('populate') ? both(request) : total(request)),
      { ...options, suite: cases },
    )
    const last = lastRunOf(two.causes, true)
    const one = await check(total, { ...options, suite: cases, last })
    expect(one.causes.length).toBe(two.causes.length - 1)
    expect(one.since?.new).toEqual([])
    expect(one.since?.fixed).toEqual(['A component has an id.'])
  })

  test('is the same in each run with `bail`, whatever the concurrency', async () => {
    const wrong = planted('error names').server(graph)
    const keys = await Promise.all(
      [1, 4].map(async (concurrency) => {
        const { causes, cases } = await check(wrong, { ...options, suite, bail: true, concurrency })
        return [causes.map(({ key }) => key), cases.filter(({ outcome }) => outcome === 'failed').length]
      }),
    )
    expect(keys[0]).toEqual([['endpoint.error: error'], 1])
    expect(keys[1]).toEqual(keys[0])
  })
})

describe('a server under construction', () => {
  const without = (pattern: RegExp) => (request: ApiRequest) =>
    api.answer({ ...request, url: request.url.replace(pattern, '') })
  const ofCases = (ids: RegExp) => ({
    ...options,
    ids: 'mapped' as const,
    times: 'shape' as const,
    suite: suite.filter(({ id }) => ids.test(id)),
  })

  test('without drafts conforms for published rows', async () => {
    const known = ofCases(/^populate\.(star|status)\./)
    const { causes, verdict } = await check(without(/(?<=[?&])status=[^&]*/), known)
    expect(causes.flatMap(({ cases }) => cases).filter((id) => !id.includes('status'))).toEqual([])
    expect(verdict).toBe('different')
  })

  test('that answers with its own error message: the report quotes the message', async () => {
    const refusing = (request: ApiRequest) =>
      request.url.includes('$gt]') ? api.answer({ url: '/api/restaurants?fields=nope' }) : api.answer(request)
    const report = await check(refusing, ofCases(/^filters\.\$gt\./))
    expect(writeReport('tap', report)).toContain('got: "400 ValidationError: Invalid key nope"')
  })

  test('gets the rule of the mismatch as the cause, or the rule about methods for a HEAD request', async () => {
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

describe('the last run', () => {
  const run: LastRun = {
    isWhole: true,
    causes: [{ key: 'a: b', title: 'A.', cases: ['x.y', 'x.z'], replays: ['1:2'], indices: [3] }],
  }

  test('is the same after it is written and read, and invalid files are ignored', () => {
    const file = join(dir, 'folder', 'last.json')
    expect(readLastRun(file)).toBeUndefined()
    writeLastRun(file, run)
    expect(readLastRun(file)).toEqual(run)
    writeFileSync(file, '[1')
    expect(readLastRun(file)).toBeUndefined()
    writeFileSync(file, '{"causes":[1,{"key":2},{"key":"a","title":"A.","cases":[3,"x"]}]}')
    expect(readLastRun(file)).toEqual({
      isWhole: false,
      causes: [{ key: 'a', title: 'A.', cases: ['x'], replays: [], indices: [] }],
    })
    expect(readFileSync(file, 'utf8')).toContain('"x"')
  })
})

describe('progress', () => {
  const broken = planted('error names').server(graph)
  let first: Promise<LastRun> | undefined
  const lastOf = (): Promise<LastRun> => {
    first ??= check(broken, { ...options, suite: some }).then(({ causes }) => lastRunOf(causes, true))
    return first
  }
  const again = ({ causes }: LastRun): CheckOptions => ({
    ...options,
    suite: some,
    caseIds: causes.flatMap(({ cases }) => cases),
    replays: [],
  })

  test('an unchanged server has the same causes in the same order, without fixed or new causes', async () => {
    const last = await lastOf()
    expect(last.causes.length).toBeGreaterThan(0)
    // Repeats the check twice.
    for (const _round of [1, 2]) {
      const { causes, since } = await check(broken, { ...again(last), last })
      expect(causes.map(({ key }) => key)).toEqual(last.causes.map(({ key }) => key))
      expect(since).toEqual({ fixed: [], new: [] })
    }
  })

  test('a cause is not new if the last run already had a wrong answer to its requests', async () => {
    const generated = { ...options, suite: false, runs: 40, seed: 1 } as const
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

  test('a cause is fixed when all its cases pass', async () => {
    const last = await lastOf()
    const { since } = await check(api.answer, { ...again(last), last })
    expect(since?.fixed).toEqual(last.causes.map(({ title }) => title))
    const [id = ''] = last.causes[0]?.cases ?? []
    const one = await check(api.answer, { ...again(last), caseIds: [id], last })
    const isOnlyCase = last.causes[0]?.cases.length === 1
    expect(one.since?.fixed).toEqual(isOnlyCase ? [last.causes[0]?.title] : [])
  })

  test('a run that could not start fixes nothing', async () => {
    const last = await lastOf()
    const report = await check(() => Promise.reject(new Error('down')), { ...again(last), last })
    expect([report.verdict, report.since]).toEqual(['broken', { fixed: [], new: [] }])
  })
})

describe('a failing case', () => {
  test('appears in each format with its own request', async () => {
    const wrong = planted('pageCount of nothing').server(graph)
    const cases = suite.filter(({ id }, at) => id.endsWith('.empty') || at % 12 === 0)
    const report = await check(wrong, { ...options, suite: cases })
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
