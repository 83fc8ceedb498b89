/** Tests which answers permit a page of another origin: the origin itself, or `*` without credentials. */
import { expect, test } from 'vitest'
import { check } from '../../src/oracle/index.ts'
import { api, graph, PATIENT, suite } from './conforming.ts'

const chosen = suite.filter(({ id }) => id === 'http.cors.read')

test.each([
  ['every origin without credentials', { 'access-control-allow-origin': '*' }, []],
  [
    'every origin with credentials, which browsers refuse',
    { 'access-control-allow-origin': '*', 'access-control-allow-credentials': 'true' },
    ['endpoint.cors'],
  ],
])('a server that permits %s has the causes %j', async (_what, cors, rules) => {
  const report = await check(
    (request) => {
      const answer = api.answer(request)
      const { 'access-control-allow-credentials': _, ...headers } = answer.headers
      return 'access-control-allow-origin' in headers
        ? { ...answer, headers: { ...headers, ...cors } }
        : answer
    },
    { graph, suite: chosen, runs: 0, ...PATIENT },
  )
  expect(report.causes.map(({ rule }) => rule)).toEqual(rules)
})
