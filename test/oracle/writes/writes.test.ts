/**
 * Tests the part of a check that plays write sessions. This part runs only if the option `writes` is set, announces
 * its writes, creates its own documents, and deletes all of them.
 */
import { describe, expect, test } from 'vitest'
import type { Server } from '../../../src/oracle/index.ts'
import { WRITE_RULES } from '../../../src/writing/rules.ts'
import { checkWrites, graph, isAsBefore, sessionsOf } from './checking.ts'
import { writingServer } from './faults.ts'

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
