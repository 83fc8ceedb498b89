/** Tests a check of servers that refuse writes or deletions, or that write without an answer. */
import { describe, expect, test } from 'vitest'
import type { Server } from '../../../src/oracle/index.ts'
import { createReferenceApi } from '../../../src/reference/api.ts'
import { checkWrites, graph, isAsBefore, sessionsOf } from './checking.ts'
import { type WritingServer, writingServer } from './faults.ts'
import { refusal } from './oversights.ts'
import { crashed, unanswered } from './unanswered.ts'

/** Checks a server that answers 404 to some DELETE requests, by the sessions about deleting. */
async function checkDeletes(isRefused: (target: WritingServer, path: string) => boolean) {
  const target = writingServer(graph)
  const server: Server = (request) => {
    const [path = ''] = request.url.split('?', 1)
    if (request.method !== 'DELETE' || !isRefused(target, path)) return target.server(request)
    return refusal(404, 'NotFoundError', 'Not Found')
  }
  const caseIds = sessionsOf('strapi-5.54').flatMap(({ id }) => (/delete|unknown/.test(id) ? [id] : []))
  const report = await checkWrites({ ...target, server }, { caseIds })
  return { report, caseIds, graph: target.graph() }
}

test('a server that answers 404 to a DELETE of a deleted document gets all sessions', async () => {
  const { report, caseIds } = await checkDeletes((target, path) => {
    const { status } = createReferenceApi(target.graph()).answer({
      url: `${path}?status=draft`,
      headers: { authorization: 'Bearer tokenFull' },
    })
    return status === 404
  })
  expect(report.notices.join(' ')).not.toContain('does not delete')
  expect(report.cases.map(({ id }) => id).toSorted()).toEqual(caseIds.toSorted())
})

test('a check of a server that deletes nothing at first ends early, and names the reason', async () => {
  let refused = 0
  const { report, graph: left } = await checkDeletes(() => ++refused <= 6)
  expect(report.verdict).not.toBe('conformant')
  expect(report.notices.join(' ')).toContain('creates documents but does not delete them (3 documents)')
  expect(isAsBefore(left)).toBe(true)
})

describe('a server that writes without an answer', () => {
  test.each([
    ['breaks off', crashed],
    ['answers 502', () => ({ status: 502, headers: {}, body: '' })],
  ])('if a POST creates a document and then %s, the document is found and deleted', async (_how, fail) => {
    const { target, notices, verdict } = await unanswered(['writes.update', 'writes.publish.draft'], fail)
    expect(verdict).toBe('different')
    expect(notices).not.toContain('could not')
    expect(isAsBefore(target.graph())).toBe(true)
  })
})

test.each([401, 403, 405])('a server that answers %d to all writes receives few writes', async (status) => {
  const { answer } = createReferenceApi(graph)
  let writes = 0
  const server: Server = (request) => {
    if (request.method === 'GET') return answer(request)
    writes++
    return { status, headers: {}, body: '' }
  }
  const refusing: WritingServer = { server, graph: () => graph, writes: () => writes }
  const report = await checkWrites(refusing, {})
  expect(report.verdict).toBe('broken')
  expect(report.notices.join(' ')).toMatch(
    new RegExp(`^The target refuses writes: it answers ${status} to \`POST /api/\\w+\``),
  )
  expect(writes).toBeLessThan(15)
})
