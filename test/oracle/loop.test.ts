/** Tests the development loop of a server: selecting cases, naming causes, and remembering the last run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  check,
  type LastRun,
  lastRunOf,
  type Report,
  readLastRun,
  type SuiteCase,
  writeLastRun,
  writeReport,
} from '../../src/oracle/index.ts'
import { chosenCases, isAbout, isOfShard } from '../../src/oracle/parts/choice.ts'
import type { ApiRequest } from '../../src/reference/api.ts'
import { api, EXACT, graph, ofCases, suite } from './conforming.ts'
import { planted } from './planted.ts'
import { eachPart } from './proxy/kit.ts'
import { TRUE_CAUSES } from './true-causes.ts'

const dir = mkdtempSync(join(tmpdir(), 'populace-'))
afterAll(() => rmSync(dir, { recursive: true }))

describe('the selection of a run', () => {
  const rulesOf = (cases: readonly SuiteCase[]): ReadonlySet<string> =>
    new Set(cases.map(({ rules }) => rules.join(' ')))

  test('the selection of a run accepts rules, chapters, features and prefixes of rules', () => {
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

  test('the option `level` selects the suite cases of this level and of higher levels', () => {
    const levels = (level: 'MUST' | 'SHOULD') =>
      new Set(chosenCases(suite, { level }).map((one) => one.level))
    expect(levels('MUST')).toEqual(new Set(['MUST']))
    expect(levels('SHOULD')).toEqual(new Set(['MUST', 'SHOULD']))
  })

  test('the option `caseIds` selects only the named suite cases, whatever the other options select', () => {
    const [first] = suite
    const ids = first === undefined ? [] : [first.id]
    expect(chosenCases(suite, { caseIds: ids, level: 'MAY' }).map(({ id }) => id)).toEqual(ids)
    expect(chosenCases(suite, { replays: ['1:0'] })).toEqual([])
  })

  test('the option `shard` splits the suite cases into shards that are disjoint and together complete', () => {
    const parts = [1, 2, 3].map((number) => chosenCases(suite, { shard: { number, of: 3 } }))
    expect(parts.flat().length).toBe(suite.length)
    expect(new Set(parts.flat()).size).toBe(suite.length)
    expect([0, 1, 2].map((at) => isOfShard({ shard: { number: 2, of: 3 } }, at))).toEqual([
      false,
      true,
      false,
    ])
  })
})

describe('a cause', () => {
  // `loop.long.test.ts` tests more faulty servers.
  test('a cause names the rule that a faulty server breaks', async () => {
    const id = 'total of all'
    const every = suite.filter(({ rules }, at) => rules.includes('list.total') || at % 8 === 0)
    const { causes } = await check(planted(id).server(graph), { ...EXACT, suite: every })
    expect(TRUE_CAUSES[id]).toContain(causes[0]?.rule)
  })
})

describe('a server under construction', () => {
  test('the report about a server under construction that answers with its own error message quotes the message', async () => {
    const refusing = (request: ApiRequest) =>
      request.url.includes('$gt]') ? api.answer({ url: '/api/restaurants?fields=nope' }) : api.answer(request)
    const report = await check(refusing, ofCases(/^filters\.\$gt\./))
    expect(writeReport('tap', report)).toContain('got: "400 ValidationError: Invalid key nope"')
  })
})

describe('the last run', () => {
  const run: LastRun = {
    isWhole: true,
    causes: [{ key: 'a: b', title: 'A.', cases: ['x.y', 'x.z'], replays: ['1:2'], indices: [3] }],
  }

  test('a repetition of the failures alone names the same cause as the run before, and no database', async () => {
    const fault = eachPart(
      'in this case',
      'The server reads `$startsWithi` as `$startsWith`.',
      (key, value) => [key.replace('[$startsWithi]', '[$startsWith]'), value],
    )
    const options = ofCases(/^filters\.(\$startsWith|\$startsWithi|operand|search)\b/)
    const before = await check(fault.server(graph), options)
    const last = lastRunOf(before.causes, true)
    const caseIds = last.causes.flatMap(({ cases }) => cases)
    const after = await check(fault.server(graph), { ...options, last, caseIds })
    const keysOf = ({ causes }: Report) => causes.map(({ key }) => key)
    expect(keysOf(before)).toEqual(['filters.op.$startsWithi: misread: $startsWithi as $startsWith'])
    expect(keysOf(after)).toEqual(keysOf(before))
  })

  test('a repetition of the failures keeps a cause that names no refused operator', async () => {
    const refused = api.answer({ url: '/api/samplers?filters[integer][$eq]=x' })
    const named = { ...refused, body: refused.body.replaceAll('$eq', '$not') }
    const refusing = (request: ApiRequest) =>
      request.url.includes('[$not][0][$gt]') ? named : api.answer(request)
    const options = ofCases(/^filters\.(several|groups|\$not)\b/)
    const before = await check(refusing, options)
    const last = lastRunOf(before.causes, true)
    const after = await check(refusing, { ...options, last, caseIds: ['filters.several.not-operators'] })
    expect(before.causes.map(({ rule }) => rule)).toEqual(['filters.not-list'])
    expect(after.causes.map(({ key }) => key)).toEqual(before.causes.map(({ key }) => key))
  })

  test('the stored failures of the last run are equal after they are written and read, and invalid files are ignored', () => {
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
