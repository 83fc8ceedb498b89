/** Tests the development loop of a server: selecting cases, naming causes, and remembering the last run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { check, type LastRun, readLastRun, type SuiteCase, writeLastRun } from '../../src/oracle/index.ts'
import { chosenCases, isAbout, isOfShard } from '../../src/oracle/parts/choice.ts'
import { EXACT, graph, suite } from './conforming.ts'
import { planted } from './planted.ts'
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
  // `loop.long.test.ts` tests more faulty servers, with more cases.
  test('a cause names the rule that a faulty server breaks', async () => {
    const id = 'total of all'
    const every = suite.filter(({ rules }, at) => rules.includes('list.total') || at % 24 === 0)
    const { causes } = await check(planted(id).server(graph), { ...EXACT, suite: every })
    expect(TRUE_CAUSES[id]).toContain(causes[0]?.rule)
  })
})

describe('the last run', () => {
  const run: LastRun = {
    isWhole: true,
    causes: [{ key: 'a: b', title: 'A.', cases: ['x.y', 'x.z'], replays: ['1:2'], indices: [3] }],
  }

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
