/** Tests that recorded writes get the answers of the real server. */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { firstIds, WRITE_RULES, type WriteRuleId, write } from '../../src/writing/index.ts'
import { baseOf, Markers, type RecordedWrite, readSessions, sent, unlike } from '../support/writes.ts'

const PROFILE = 'strapi-5.54-sqlite'
const sessions = readSessions()

/** Sessions about users and files, which `test/writing/plugins.test.ts` replays. */
const BY_PLUGINS = ['users-a', 'upload-a']

/** The recorded requests that follow each rule. */
const followed = new Map<WriteRuleId, Set<string>>()

/** Replays a session; returns the differences from the recorded answers. */
function replay(lines: readonly RecordedWrite[]): readonly string[] {
  const [first] = lines
  if (first === undefined) return ['no requests']
  const start = Date.UTC(2026, 11, 1)
  const markers = new Markers(start)
  const graph = baseOf(first)
  let state = { graph, ids: firstIds(graph), time: start }
  return lines.flatMap((line) => {
    const time = start + line.step * 1000
    markers.times.set(line.step, time)
    state = { ...state, time }
    const { headers, body } = sent(line.request, (text) => markers.bind(text))
    const request = { method: line.request.method, url: markers.bind(line.request.path), headers }
    const cite = (rule: WriteRuleId): void => {
      followed.set(rule, (followed.get(rule) ?? new Set()).add(line.id))
    }
    const written = write(state, body === undefined ? request : { ...request, body }, {
      profile: PROFILE,
      cite,
    })
    if (written !== undefined) state = written.state
    const answer = written?.answer ?? createReferenceApi(state.graph, { profile: PROFILE }).answer(request)
    const found = unlike(line, answer, markers)
    return found.length === 0 ? [] : [`${line.id} ${found.join('\n  ')}`]
  })
}

describe('recorded writes of the real server', () => {
  test('are 1238 requests in 19 sessions', () => {
    expect(sessions.size).toBe(19)
    expect([...sessions.values()].flat()).toHaveLength(1238)
  })

  test.each([...sessions].filter(([name]) => !BY_PLUGINS.includes(name)))(
    '%s is answered alike, request after request',
    (_, lines) => {
      expect(replay(lines)).toEqual([])
    },
  )

  test('follow the rules that refer to them', () => {
    const wrong = Object.entries(WRITE_RULES).flatMap(([rule, { shown }]) =>
      shown.filter((id) => ![...followed].some(([cited, ids]) => cited === rule && ids.has(id))),
    )
    expect(followed.size).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })
})
