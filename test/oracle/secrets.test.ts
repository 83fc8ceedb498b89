/**
 * Tests that the tokens of a target never appear in a report, even if the target echoes them.
 * `secrets-shown.long.test.ts` tests cookies, headers and the tokens of datasets.
 */
import { describe, expect, test } from 'vitest'
import {
  check,
  httpTarget,
  type Server,
  terminalReport,
  tokensOf,
  writeReport,
} from '../../src/oracle/index.ts'
import { createRedactor, secretHeaders } from '../../src/oracle/target/secrets/secrets.ts'
import { onWire, withTokens } from '../../src/oracle/target/wire.ts'
import { api, graph, PATIENT } from './conforming.ts'
import { CANARY, echoing, expectSilent, options, roles, SECRET } from './echoing.ts'

describe('tokens of the target', () => {
  const tokens = tokensOf(
    roles.map((role) => `${role}=${CANARY}-${role}`),
    graph.access,
  )
  const back = new Map([...tokens].map(([name, own]) => [own, name]))
  const right: Server = (request) => api.answer(withTokens(onWire(request), back))

  test('tokens of the target do not appear in reports, even if the target echoes them', async () => {
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

  test('tokens of the target become variables in requests, with a line that explains each', async () => {
    const report = await check(echoing(right), { ...options, tokens, runs: 0 })
    const text = terminalReport(report)
    expect(text).toMatch(/curl -g -H "authorization: Bearer \$TOKEN_[A-Z]+" '/)
    expect(text).toMatch(/^TOKEN_[A-Z]+=… your token of the role \w+$/m)
    for (const format of ['junit', 'tap', 'markdown'] as const)
      expect(writeReport(format, report)).toMatch(/TOKEN_[A-Z]+=… your token of the role/)
  })
})

test('messages about invalid options contain no secret', () => {
  for (const wrong of [
    () => tokensOf([CANARY], graph.access),
    () => httpTarget(`ftp://me:${CANARY}@host`, { ...PATIENT, concurrency: 1 }),
  ])
    expect(wrong).toThrow(expect.objectContaining({ message: expect.not.stringMatching(SECRET) }))
})

test('secrets are redacted in every encoding, and short secrets are redacted only where they are separate words', () => {
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
