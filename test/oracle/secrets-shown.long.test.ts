/**
 * Tests that no report contains a token of a dataset, or a value of the option `headers`, and that requests contain
 * variables in place of tokens.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { check, checkTarget, httpTarget, terminalReport, writeReport } from '../../src/oracle/index.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'
import { api, graph, PATIENT } from './conforming.ts'
import { CANARY, cases, echoing, expectSilent, options, right, roles, tokens } from './echoing.ts'

test('the tokens of a private dataset do not appear in reports', async () => {
  const own = editGraph(graph, (dataset) => {
    const access = dataset.access as { tokens: Record<string, string> }
    access.tokens = Object.fromEntries(roles.map((role) => [`${CANARY.replace(/[^\w]/g, '')}${role}`, role]))
  })
  const answer = createReferenceApi(own).answer
  const named = cases.map((one) => ({
    ...one,
    request: { ...one.request, token: [...own.access.tokens.keys()][0] ?? '' },
  }))
  const report = await check(echoing(answer), { ...options, graph: own, suite: named })
  expect(report.causes.length).toBeGreaterThan(0)
  expectSilent(report)
})

test('reports list the public tokens of a packaged dataset, and examples contain variables', async () => {
  const report = await check(echoing(api.answer), { ...options, runs: 40 })
  expect(terminalReport(report)).toMatch(
    /^TOKEN_([A-Z]+)=\w+-token the token of the role \w+ in the dataset$/m,
  )
  for (const { example } of report.causes)
    expect(JSON.stringify([example.sent, example.request])).not.toMatch(/-token/)
})

test('headers of every request, cookies and passwords do not appear in reports', async () => {
  const server = createServer((incoming, response) => {
    const { status, headers } = api.answer({
      method: incoming.method ?? '',
      url: incoming.url ?? '',
      headers: {},
    })
    response.writeHead(status, { ...headers, 'x-echo': incoming.headers.cookie ?? '' })
    response.end(JSON.stringify({ heard: incoming.headers }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const secret = 'canary-0123456789'
  const target = httpTarget(`http://me:${secret}@127.0.0.1:${port}`, {
    ...PATIENT,
    concurrency: 2,
    headers: { 'x-api-key': secret, cookie: `session=${secret}` },
  })
  expect(target.name).toBe(`http://127.0.0.1:${port}`)
  const report = await checkTarget(target, options)
  server.close()
  expect(report.causes.length).toBeGreaterThan(0)
  expectSilent(report)
  expect(terminalReport(report)).toMatch(/-H "x-api-key: \$X_API_KEY"/)
})

test('tokens of the target become variables in requests, with a line that explains each', async () => {
  const report = await check(echoing(right), { ...options, tokens, runs: 0 })
  const text = terminalReport(report)
  expect(text).toMatch(/curl -g -H "authorization: Bearer \$TOKEN_[A-Z]+" '/)
  expect(text).toMatch(/^TOKEN_[A-Z]+=… your token of the role \w+$/m)
  for (const format of ['junit', 'tap', 'markdown'] as const)
    expect(writeReport(format, report)).toMatch(/TOKEN_[A-Z]+=… your token of the role/)
})
