/** Tests that tokens, cookies and header values never appear in a report, even if the target echoes them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  type CheckOptions,
  check,
  checkTarget,
  FORMAT_NAMES,
  freeze,
  httpTarget,
  type Report,
  type Server,
  terminalReport,
  tokensOf,
  writeReport,
} from '../../src/oracle/index.ts'
import { createRedactor, secretHeaders } from '../../src/oracle/target/secrets/secrets.ts'
import { onWire, withTokens } from '../../src/oracle/target/wire.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'
import { SEED } from '../support/seed.ts'
import { api, graph, PATIENT, suite } from './conforming.ts'

const folder = mkdtempSync(join(tmpdir(), 'populace-'))
afterAll(() => rmSync(folder, { recursive: true }))

const CANARY = 'canary"Ünder/glass+0123456789'
const SECRET = /canary|0123456789/i
const withToken = suite.filter(({ request }) => request.token !== undefined)
const cases = [...withToken.slice(0, 8), ...suite.slice(0, 4)]
const options: CheckOptions = { graph, seed: SEED, suite: cases, runs: 20, causes: 1, ...PATIENT }

/** The text of a report in all formats, and as frozen cases. */
function textsOf(report: Report): readonly string[] {
  const file = join(folder, 'found.json')
  rmSync(file, { force: true })
  freeze(file, report)
  const written = FORMAT_NAMES.map((format) => writeReport(format, report))
  return [...written, terminalReport(report), JSON.stringify(report), readFileSync(file, 'utf8')]
}

function expectSilent(report: Report, secret = SECRET): void {
  for (const text of textsOf(report)) expect(text.match(secret)).toBeNull()
}

/** A server that echoes the request, and answers wrongly to every request with a token. */
const echoing =
  (answer: Server): Server =>
  async (request) => {
    const response = await answer(request)
    const { authorization, ...others } = request.headers ?? {}
    if (authorization === undefined) return response
    if (request.url.includes('sort')) throw new Error(`cannot take ${authorization}`)
    const shown = { authorization, url: encodeURIComponent(authorization), ...others }
    return {
      ...response,
      headers: { ...response.headers, 'x-echo': authorization },
      body: JSON.stringify({ shown }),
    }
  }

const roles = [...new Set(graph.access.tokens.values())]

describe('tokens of the target', () => {
  const tokens = tokensOf(
    roles.map((role) => `${role}=${CANARY}-${role}`),
    graph.access,
  )
  const back = new Map([...tokens].map(([name, own]) => [own, name]))
  const right: Server = (request) => api.answer(withTokens(onWire(request), back))

  test('do not appear in reports, even if the target echoes them', async () => {
    const texts: string[] = []
    const report = await check(echoing(right), {
      ...options,
      tokens,
      look: true,
      onLook: (notices) => texts.push(...notices),
      onProgress: (progress) => texts.push(JSON.stringify(progress)),
    })
    expect(report.causes.length).toBeGreaterThan(0)
    expectSilent(report)
    expect(texts.join('\n')).not.toMatch(SECRET)
  })

  test('become variables in requests, with a line that explains each', async () => {
    const report = await check(echoing(right), { ...options, tokens, runs: 0 })
    const text = terminalReport(report)
    expect(text).toMatch(/curl -g -H "authorization: Bearer \$TOKEN_[A-Z]+" '/)
    expect(text).toMatch(/^TOKEN_[A-Z]+=… your token of the role \w+$/m)
    for (const format of ['junit', 'tap', 'markdown'] as const)
      expect(writeReport(format, report)).toMatch(/TOKEN_[A-Z]+=… your token of the role/)
  })
})

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

test('messages about invalid options contain no secret', () => {
  for (const wrong of [
    () => tokensOf([CANARY], graph.access),
    () => httpTarget(`ftp://me:${CANARY}@host`, { ...PATIENT, concurrency: 1 }),
  ])
    expect(wrong).toThrow(expect.objectContaining({ message: expect.not.stringMatching(SECRET) }))
})

test('secrets are redacted in every encoding, and short secrets only where they are separate words', () => {
  const hide = createRedactor([
    { value: 'tok', shown: '$A' },
    { value: CANARY, shown: '$TOKEN' },
  ])
  for (const form of [
    CANARY,
    encodeURIComponent(CANARY),
    JSON.stringify(CANARY),
    Buffer.from(CANARY).toString('base64'),
  ])
    expect(hide(`tokens ${form} b`).replaceAll('"', '')).toBe('tokens $TOKEN b')
  expect(hide('{"a":"tok","b":"token","c":"x-tok"}')).toBe('{"a":"$A","b":"token","c":"x-$A"}')
})

test.each(['hunter2hunter2', 'pw7'])('the decoded password of a URL is redacted: %s', (password) => {
  const basic = `Basic ${Buffer.from(`user:${password}`).toString('base64')}`
  const hide = createRedactor(secretHeaders({ authorization: basic, 'x-flag': '1' }))
  expect(hide(JSON.stringify({ heard: basic, auth: ['user', password], id: 1 }))).not.toContain(password)
  expect(hide('{"id":1}')).toBe('{"id":1}')
})
