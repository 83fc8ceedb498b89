/**
 * Tests the settings of checks and of generated requests and worlds. `settings.property.long.test.ts` checks many laws
 * with settings.
 */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ApiRequest, createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../../test/support/datasets.ts'
import { liveLaw } from '../../test/support/laws.ts'
import { SEED } from '../../test/support/seed.ts'
import { requestsFor, seeds } from '../arbitraries/request.ts'
import { worlds } from '../arbitraries/world.ts'
import { checkLaw } from './law.ts'
import { checkServer } from './server.ts'

const graph = graphOf('guide')
const { answer } = createReferenceApi(graph)

describe('settings', () => {
  const urls = (settings: Parameters<typeof requestsFor>[1]): readonly string[] =>
    fc
      .sample(requestsFor(graph, settings), { seed: SEED, numRuns: 300 })
      .map(({ url }) => decodeURIComponent(url.replaceAll('+', ' ')))

  test('settings exclude parameters and operators from requests', () => {
    const some = urls({ parameters: ['filters', 'sort'], operators: ['$eq', '$or'] })
    expect(some.filter((url) => /[?&](populate|fields|pagination|status|locale|_q)\b/.test(url))).toEqual([])
    const operators = new Set(some.flatMap((url) => url.match(/\[\$\w+\]/g) ?? []))
    expect([...operators].filter((name) => !['[$eq]', '[$or]'].includes(name))).toEqual([])
    expect(operators.size).toBeGreaterThan(0)
  })

  test('settings limit the number of names in dotted paths', () => {
    const flat = urls({ depth: 0, parameters: ['populate'] })
    expect(flat.some((url) => url.includes('populate'))).toBe(true)
    expect(flat.filter((url) => /populate[^=&]*=[^&]*\w\.\w/.test(url))).toEqual([])
  })

  test('settings limit the requests that the function `follow` of a law returns; if no request remains, the reason names the settings', async () => {
    const sent: string[] = []
    const record = (request: ApiRequest) => {
      sent.push(decodeURIComponent(request.url))
      return answer(request)
    }
    const how = { parameters: ['sort', 'pagination'], runs: 20, seed: SEED } as const
    const { outcome, reason } = await checkLaw(liveLaw('filters.writings'), record, graph, how)
    expect(sent.filter((url) => url.includes('filters'))).toEqual([])
    expect(outcome).toBe('not tested')
    expect(reason).toBe('the settings allow none of its requests, which need parameter filters')
  })

  test('settings for a law that is not among the checked laws are an error', async () => {
    const how = { each: { 'pages.ful': { runs: 1 } }, laws: [liveLaw('pages.full')], runs: 1 }
    await expect(checkServer(answer, graph, how)).rejects.toThrow(
      /"pages.ful", which is not the id of a checked law/,
    )
  })

  test('the setting `path` without the setting `seed` is an error, because another seed generates another input', async () => {
    await expect(checkLaw(liveLaw('pages.full'), answer, graph, { path: '3:0' })).rejects.toThrow(
      '`path` needs the `seed` of the same failure',
    )
  })

  test('the setting `size` sets the size of worlds', () => {
    const rows = (size: 'xsmall' | 'large'): number =>
      fc
        .sample(worlds({ size }), { seed: SEED, numRuns: 3 })
        .flatMap(({ graph: { tables } }) => [...tables.values()])
        .reduce((sum, table) => sum + table.rows.length, 0)
    expect(rows('large')).toBeGreaterThan(3 * rows('xsmall'))
  })

  test('fast-check prints a generated world as its dataset files', () => {
    const found = fc.check(
      fc.property(worlds(), () => false),
      { seed: SEED, numRuns: 1 },
    )
    const text = fc.defaultReportMessage(found) ?? ''
    expect(text).toContain('content-types/article: {"kind"')
    expect(text.split('\n').length).toBeLessThanOrEqual(40)
  })

  test('in a counterexample, fast-check prints the request that a seed makes', () => {
    const property = fc.property(seeds, (seed) => seed(graph).prefix === '')
    const text = fc.defaultReportMessage(fc.check(property, { seed: SEED })) ?? ''
    expect(text).toMatch(/Counterexample: \[\{"url":"\/api\/\w+"\}\]/)
  })

  test.each([
    [() => worlds({ types: 20 }), '`types` is 20; it must be a whole number from 1 to 5'],
    [() => worlds({ scalars: 0 }), '`scalars` is 0; it must be a whole number from 1 to 12'],
    [() => worlds({ types: 0 }), '`types` is 0; it must be a whole number from 1 to 5'],
    [() => urls({ depth: -1 }), '`depth` is -1; it must be a whole number from 0 to 10'],
    [() => urls(Object({ run: 5 })), '`settings` has no "run"; it takes depth, filterDepth,'],
    [() => worlds(Object({ docs: 3 })), '`settings` has no "docs"; it takes size, types,'],
    [
      () => urls(Object({ notations: ['indices'] })),
      '`notations` has no "indices"; it takes items of NOTATIONS',
    ],
  ])('settings that no generator can follow are refused: %#', (make, sentence) => {
    expect(make).toThrow(sentence)
  })
})
