/**
 * Tests that the tokens of a target never appear in a report, even if the target echoes them.
 * `secrets-shown.long.test.ts` tests cookies, headers and the tokens of datasets.
 */
import { describe, expect, test } from 'vitest'
import { check, httpTarget, tokensOf } from '../../src/oracle/index.ts'
import { createRedactor, secretHeaders } from '../../src/oracle/target/secrets/secrets.ts'
import { graph, PATIENT } from './conforming.ts'
import { CANARY, echoing, expectSilent, options, right, SECRET, tokens } from './echoing.ts'

describe('tokens of the target', () => {
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
