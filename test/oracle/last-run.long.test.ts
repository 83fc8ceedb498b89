/**
 * Tests that a repetition of the failures of the last run names the same causes, and that a report quotes the error
 * message of a server under construction.
 */
import { describe, expect, test } from 'vitest'
import { check, lastRunOf, type Report, writeReport } from '../../src/oracle/index.ts'
import type { ApiRequest } from '../../src/reference/api.ts'
import { api, graph, ofCases } from './conforming.ts'
import { eachPart } from './proxy/kit.ts'

describe('a server under construction', () => {
  test('the report about a server under construction that answers with its own error message quotes the message', async () => {
    const refusing = (request: ApiRequest) =>
      request.url.includes('$gt]') ? api.answer({ url: '/api/restaurants?fields=nope' }) : api.answer(request)
    const report = await check(refusing, ofCases(/^filters\.\$gt\./))
    expect(writeReport('tap', report)).toContain('got: "400 ValidationError: Invalid key nope"')
  })
})

describe('the last run', () => {
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
})
