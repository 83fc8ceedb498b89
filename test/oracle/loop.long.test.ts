/**
 * Tests the names of causes for more faulty servers than `loop.test.ts`. `faulty-servers.long.test.ts` tests all faulty
 * servers.
 */
import { expect, test } from 'vitest'
import { check, lastRunOf } from '../../src/oracle/index.ts'
import { EXACT, graph, suite } from './conforming.ts'
import { planted } from './planted.ts'
import { TRUE_CAUSES } from './true-causes.ts'

const named = [
  'total of all',
  'fields drop documentId',
  'error names',
  'zone elements without id',
  'locale everywhere',
]

test.each(named)('the first cause names the broken rule: %s', async (id) => {
  const every = suite.filter(
    ({ rules }, at) => at % 8 === 0 || (id === 'total of all' && rules.includes('list.total')),
  )
  const { causes } = await check(planted(id).server(graph), { ...EXACT, suite: every })
  expect(TRUE_CAUSES[id]).toContain(causes[0]?.rule)
})

const wrong = planted('error names').server(graph)
const RUNS = [1, 2, 3, 4, 5]

test.each([
  { how: 'with `bail`', more: { bail: true } },
  { how: 'as a shard', more: { shard: { number: 2, of: 3 } } },
])('five checks of an unchanged server give the same report $how', async ({ more }) => {
  const whole = { ...EXACT, suite, ...more }
  const first = await check(wrong, whole)
  expect(first.causes.length).toBeGreaterThan(0)
  const last = lastRunOf(first.causes, true)
  for (const _run of RUNS) {
    const { causes, since } = await check(wrong, { ...whole, last })
    expect(causes.map(({ key }) => key)).toEqual(first.causes.map(({ key }) => key))
    expect(since).toEqual({ fixed: [], new: [] })
  }
})
