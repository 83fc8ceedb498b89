/** Tests that writes of users and files get the same answers from the mock as from a real server. */
import { afterAll, describe, expect, test } from 'vitest'
import { createMock } from '../../src/server/mock.ts'
import { graphOf } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { bearers, makeProject } from '../support/project.ts'
import { Markers, readSessions, sent, unlike } from '../support/writes.ts'

const project = makeProject()
afterAll(project.remove)
const source = await openProject(project.folder, { env: {} })
const { roleOfToken = () => undefined, accounts } = source
const tokens = new Map(bearers())
const sessions = readSessions()

async function replay(name: string): Promise<readonly string[]> {
  const start = Date.UTC(2026, 11, 1)
  const markers = new Markers(start)
  let time = start
  const mock = createMock(graphOf(source), {
    profile: 'strapi-5.54-sqlite',
    roleOfToken,
    now: () => time,
    ...(accounts === undefined ? {} : { accounts }),
  })
  const wrong: string[] = []
  for (const line of sessions.get(name) ?? []) {
    time = start + line.step * 1000
    markers.times.set(line.step, time)
    const { headers, body } = sent(line.request, (text) => tokens.get(text) ?? markers.bind(text))
    const url = markers.bind(line.request.path)
    const bytes = async () => body ?? new Uint8Array()
    const answer = await mock.answer({ method: line.request.method, url, headers, body: bytes })
    const found = unlike(line, answer, markers)
    if (found.length > 0) wrong.push(`${line.id} ${found.join('\n  ')}`)
  }
  return wrong
}

describe('users and files', () => {
  test.each(['users-a', 'upload-a'])(
    'each recorded request of the session %s gets the recorded answer',
    async (name) => {
      expect(sessions.get(name)?.length).toBeGreaterThan(20)
      expect(await replay(name)).toEqual([])
    },
  )
})
