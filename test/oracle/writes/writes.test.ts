/**
 * Tests the write part of a check: it runs only if the option is set, announces its writes, creates its own documents,
 * and deletes all of them.
 */
import { describe, expect, test } from 'vitest'
import { FORMAT_NAMES, type Server, writeReport } from '../../../src/oracle/index.ts'
import { createReferenceApi } from '../../../src/reference/api.ts'
import { WRITE_RULES } from '../../../src/writing/rules.ts'
import { checkWrites, graph, isAsBefore, sessionsOf } from './checking.ts'
import { WRITE_FAULTS, type WriteFault, type WritingServer, writingServer } from './faults.ts'

/** Rules of writing that no session shows, each with the reason. */
const WITHOUT_SESSION: Readonly<Record<string, string>> = {
  'write.body.depth':
    'the real server keeps bodies that are deeper or of more parts: only the reference refuses them',
  'write.room': 'the size limit of a dataset belongs to the reference, not to servers',
  'write.relation.closed': 'every role of the dataset that may write a type may also find its linked types',
}

describe.each(['strapi-5.54', 'guide'])('the sessions about the dataset %s', (dataset) => {
  const sessions = sessionsOf(dataset)
  const shown = new Set<string>(sessions.flatMap(({ rules }) => rules))

  test('every rule of writing has a session or a listed reason', () => {
    const rules = Object.keys(WRITE_RULES)
    expect(rules.filter((rule) => !shown.has(rule) && WITHOUT_SESSION[rule] === undefined)).toEqual([])
    expect(Object.keys(WITHOUT_SESSION).filter((rule) => shown.has(rule) || !rules.includes(rule))).toEqual(
      [],
    )
  })

  test('ids are unique, and steps only use values from earlier steps', () => {
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(sessions.length)
    for (const { id, steps } of sessions) {
      const text = JSON.stringify(steps)
      for (const [, step] of text.matchAll(/«(\d+)\//g)) expect(Number(step), id).toBeLessThan(steps.length)
    }
  })
})

const some = ['writes.update', 'writes.relation.sides', 'writes.publish.links', 'writes.locale.made']

test('a conforming server passes after an announcement, and no documents remain', async () => {
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

const fault = (id: string): WriteFault => {
  const found = WRITE_FAULTS.find((one) => one.id === id)
  if (found === undefined) throw new Error(`no fault ${id}`)
  return found
}

test('every report format shows a fault with a shrunk session and without secrets', async () => {
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

test('a single answer that a departure explains is attributed to its rule', async () => {
  const report = await checkWrites(writingServer(graph, {}, 'documented,+locale-unchecked'), {
    caseIds: ['writes.locale.known'],
  })
  expect(report.causes.map(({ rule }) => rule)).toEqual(['write.locale.known'])
  expect(report.causes[0]?.example.requests?.map(({ url }) => url)).toEqual(['/api/tags?locale=xx'])
})

test('a stopped run leaves no documents', async () => {
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
  expect(report.notices.join(' ')).toContain('deleted all of them')
  expect(target.writes()).toBeGreaterThan(4)
  expect(isAsBefore(target.graph())).toBe(true)
})

test('documents are deleted even if the server fails during a session', async () => {
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

describe('a server that writes without an answer', () => {
  const report = async (caseIds: readonly string[], fail: () => Awaited<ReturnType<Server>>) => {
    const target = writingServer(graph)
    let made = 0
    const server: Server = (request) => {
      const answer = target.server(request)
      if (request.method !== 'POST') return answer
      made++
      return fail()
    }
    const checked = await checkWrites({ ...target, server }, { caseIds })
    expect(made).toBeGreaterThan(0)
    return { target, notices: checked.notices.join(' '), verdict: checked.verdict }
  }
  const crashed = (): never => {
    throw new Error('gone')
  }

  test.each([
    ['breaks off', crashed],
    ['answers 502', () => ({ status: 502, headers: {}, body: '' })],
  ])('and %s: its document is found and deleted', async (_how, fail) => {
    const { target, notices, verdict } = await report(['writes.update', 'writes.publish.draft'], fail)
    expect(verdict).toBe('different')
    expect(notices).not.toContain('could not')
    expect(isAsBefore(target.graph())).toBe(true)
  })

  test('and without a searchable text is reported with the request', async () => {
    const { target, notices } = await report(['writes.values.number'], crashed)
    expect(isAsBefore(target.graph())).toBe(false)
    expect(notices).toContain('POST /api/kitchensinks')
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
