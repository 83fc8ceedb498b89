/**
 * Tests the part of a check that plays write sessions. This part runs only if the option `writes` is set, announces
 * its writes, creates its own documents, and deletes all of them.
 */
import { describe, expect, test } from 'vitest'
import type { Server } from '../../../src/oracle/index.ts'
import { createReferenceApi } from '../../../src/reference/api.ts'
import { WRITE_RULES } from '../../../src/writing/rules.ts'
import { checkWrites, graph, isAsBefore, sessionsOf } from './checking.ts'
import { type WritingServer, writingServer } from './faults.ts'
import { refusal } from './oversights.ts'
import { crashed, unanswered } from './unanswered.ts'

/** The rules of writing that no session of the suite shows, each with the reason. */
const WITHOUT_SESSION: Readonly<Record<string, string>> = {
  'write.body.depth':
    'the real server accepts deeper and larger bodies, and only the reference refuses such bodies',
  'write.room': 'the size limit of a dataset belongs to the reference, not to servers',
  'write.relation.closed': 'every role of the dataset that may write a type may also find its linked types',
}

describe.each(['strapi-5.54', 'guide'])('the sessions about the dataset %s', (dataset) => {
  const sessions = sessionsOf(dataset)
  const shown = new Set<string>(sessions.flatMap(({ rules }) => rules))

  test('every rule of writing has a session that shows it, or a listed reason why no session does', () => {
    const rules = Object.keys(WRITE_RULES)
    expect(rules.filter((rule) => !shown.has(rule) && WITHOUT_SESSION[rule] === undefined)).toEqual([])
    expect(Object.keys(WITHOUT_SESSION).filter((rule) => shown.has(rule) || !rules.includes(rule))).toEqual(
      [],
    )
  })

  test('the ids of sessions are unique, and steps only use values from the answers to other steps of the session', () => {
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length)
    for (const { id, steps } of sessions) {
      const text = JSON.stringify(steps)
      for (const [, step] of text.matchAll(/«(\d+)\//g)) expect(Number(step), id).toBeLessThan(steps.length)
    }
  })
})

const some = ['writes.update', 'writes.relation.sides', 'writes.publish.links', 'writes.locale.made']

test('the check announces its writes first, a conforming server passes, and no created documents remain', async () => {
  const target = writingServer(graph)
  const calls: string[] = []
  const server: Server = (request) => {
    calls.push('request')
    return target.server(request)
  }
  const report = await checkWrites(
    { ...target, server },
    {
      caseIds: some,
      replays: ['writes:7:0'],
      onWrites: ({ sessions: count, requests }) => calls.push(`${count} sessions, ${requests > 10}`),
    },
  )
  expect(calls[0]).toBe('4 sessions, true')
  expect(report.verdict).toBe('conformant')
  expect(report.cases.map(({ id, outcome }) => `${id} ${outcome}`).sort()).toEqual(
    some.map((id) => `${id} passed`).sort(),
  )
  expect(report.matrix.find(({ feature }) => feature === 'write-sequences')?.columns.generated.passed).toBe(1)
  expect(target.writes()).toBeGreaterThan(8)
  expect(isAsBefore(target.graph())).toBe(true)
})

test('a check writes nothing by default', async () => {
  const target = writingServer(graph)
  await checkWrites(target, { writes: false, caseIds: some })
  expect(target.writes()).toBe(0)
})

test('created documents are deleted even if the server fails during a session', async () => {
  const target = writingServer(graph)
  const server: Server = (request) => {
    if (request.method === 'PUT') throw new Error('no more')
    return target.server(request)
  }
  const report = await checkWrites({ ...target, server }, { caseIds: ['writes.update'] })
  expect(report.verdict).toBe('different')
  expect(report.causes[0]?.title).toContain('No answer')
  expect(isAsBefore(target.graph())).toBe(true)
})

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
