/**
 * Tests the reports about the write sessions of a check, and the deletion of created documents after the user stops
 * the check.
 */
import { describe, expect, test } from 'vitest'
import { FORMAT_NAMES, type Server, writeReport } from '../../../src/oracle/index.ts'
import { checkWrites, graph, isAsBefore } from './checking.ts'
import { WRITE_FAULTS, type WriteFault, writingServer } from './faults.ts'
import { crashed, unanswered } from './unanswered.ts'

const some = ['writes.update', 'writes.relation.sides', 'writes.publish.links', 'writes.locale.made']

const fault = (id: string): WriteFault => {
  const found = WRITE_FAULTS.find((one) => one.id === id)
  if (found === undefined) throw new Error(`no fault ${id}`)
  return found
}

test('every report format shows a fault of writing with a shrunk session and without secrets', async () => {
  const wrong = fault('disconnect does nothing')
  const target = writingServer(graph, wrong)
  const secret = 'a-token-that-nobody-may-see'
  const server: Server = ({ headers, ...request }) =>
    target.server({
      ...request,
      headers: { ...headers, authorization: headers?.['authorization']?.replace(secret, 'tokenFull') },
    })
  const report = await checkWrites(
    { ...target, server },
    { caseIds: [wrong.shownBy], tokens: new Map([['tokenFull', secret]]) },
  )
  const [cause] = report.causes
  expect(cause?.rule).toBe(wrong.rule)
  const requests = cause?.example.requests ?? []
  expect(requests.map(({ method }) => method)).toEqual(['POST', 'PUT', 'GET'])
  expect(requests[1]?.url).toBe('/api/restaurants/«1/data/documentId»')
  expect(requests[1]?.body).toMatch(/^\{"data":\{"critics":\{"disconnect":\["\w{24}"\]\}\}\}$/)
  for (const format of FORMAT_NAMES) {
    const text = writeReport(format, report)
    expect(text).not.toContain(secret)
    if (format === 'badge') continue
    expect(text, format).toContain(format === 'json' ? '«1/data/documentId»' : 'STEP1_DATA_DOCUMENTID')
    expect(text, format).toContain('write.relation.disconnect')
  }
  expect(isAsBefore(target.graph())).toBe(true)
})

test('a single wrong answer to a write that a quirk of the real server explains is attributed to a rule', async () => {
  const report = await checkWrites(writingServer(graph, {}, 'documented,+locale-unchecked'), {
    caseIds: ['writes.locale.known'],
  })
  expect(report.causes.map(({ rule }) => rule)).toEqual(['write.locale.known'])
  expect(report.causes[0]?.example.requests?.map(({ url }) => url)).toEqual(['/api/tags?locale=xx'])
})

test('a check that the user stops leaves no created documents', async () => {
  const target = writingServer(graph)
  const ending = new AbortController()
  const server: Server = (request) => {
    const answer = target.server(request)
    if (target.writes() === 4) ending.abort()
    return answer
  }
  const report = await checkWrites({ ...target, server }, { caseIds: some, signal: ending.signal })
  expect(report.verdict).toBe('broken')
  expect(report.notices.join(' ')).toMatch(/The run ended early: .*\. The rest was not sent\./)
  expect(report.notices.join(' ')).toContain('The check deleted all documents that it created')
  expect(target.writes()).toBeGreaterThan(4)
  expect(isAsBefore(target.graph())).toBe(true)
})

describe('a server that writes without an answer', () => {
  test('a notice names the request of a write without an answer and without a text to search for', async () => {
    const { target, notices } = await unanswered(['writes.values.number'], crashed)
    expect(isAsBefore(target.graph())).toBe(false)
    expect(notices).toContain('POST /api/kitchensinks')
  })
})
