/** Tests the suite cases that a check reads from a JSON file of the user. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { casesOf } from '../../src/cli/check/cases.ts'
import { type CheckOptions, check, readCases } from '../../src/oracle/index.ts'
import { api, graph, PATIENT } from './conforming.ts'

const dir = mkdtempSync(join(tmpdir(), 'populace-'))
afterAll(() => rmSync(dir, { recursive: true }))

const written = (name: string, content: unknown): string => {
  const path = join(dir, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const FOUND = {
  id: 'found.1',
  name: 'Categories are counted.',
  rules: ['list.total'],
  request: { url: '/api/categories?pagination[pageSize]=1' },
  expect: { status: 200, total: 6 },
}
const file = written('found.json', { dataset: 'guide', level: 'SHOULD', cases: [FOUND] })
const GUIDE = { name: 'guide', isShipped: true }
const TOTAL = 'pagination[pageSize]=1'

const idsOf = ({ suite }: CheckOptions): readonly string[] => (suite || []).map(({ id }) => id)

describe('a file of cases', () => {
  test('a file of suite cases is refused if its table has no list of rows, with the place of the table in the message', () => {
    const path = written('flat.json', { dataset: 'guide', level: 'SHOULD', cases: [], tables: [FOUND] })
    expect(() => readCases(path)).toThrow(`${path}: /tables/0: a table needs the list`)
  })

  test('a file of cases adds its cases to the suite, or replaces the suite and its sessions', () => {
    const alone = casesOf([file], GUIDE, false)
    expect(idsOf(alone)).toEqual(['found.1'])
    expect(alone.sessions).toEqual([])
    const added = casesOf([file], GUIDE, true)
    expect(idsOf(added).length).toBeGreaterThan(1000)
    expect(idsOf(added).at(-1)).toBe('found.1')
    expect(added.sessions).toBeUndefined()
    expect(casesOf([], GUIDE, true)).toEqual({})
    expect(casesOf([], GUIDE, false)).toEqual({ suite: false })
  })

  test('a file of cases makes a check fail as long as the server answers a case wrongly', async () => {
    const options = { graph, runs: 0, ...casesOf([file], GUIDE, false), ...PATIENT } as const
    const wrong = await check((request) => {
      const response = api.answer(request)
      return request.url.includes(TOTAL)
        ? { ...response, body: response.body.replace(/"total":\d+/, '"total":7') }
        : response
    }, options)
    expect(wrong.cases.map(({ id, outcome }) => [id, outcome])).toEqual([['found.1', 'failed']])
    const right = await check(api.answer, options)
    expect(right.cases.map(({ id, outcome }) => [id, outcome])).toEqual([['found.1', 'passed']])
  })

  test('a file of cases with invalid content is an error that names the path', () => {
    expect(() => readCases(written('text.json', 'no JSON'))).toThrow(/text\.json: .*JSON/)
    expect(() => readCases(written('list.json', []))).toThrow(/list\.json: expected an object with the texts/)
    const { expect: _, ...unexpecting } = FOUND
    const path = written('half.json', { dataset: 'guide', level: 'SHOULD', cases: [FOUND, unexpecting] })
    expect(() => readCases(path)).toThrow(/half\.json: \/cases\/1: expected the texts "id" and "name"/)
  })

  test('a file of cases without cases is an error', () => {
    const empty = written('empty.json', { dataset: 'guide', level: 'SHOULD', cases: [] })
    expect(() => casesOf([empty], GUIDE, true)).toThrow('empty.json has no cases')
  })

  test('a file of cases about another dataset is an error with the names of its datasets', () => {
    expect(() => casesOf([file], { name: 'shop', isShipped: false }, false)).toThrow(
      'found.json has no case about the dataset "shop"; its cases are about: guide',
    )
  })
})
