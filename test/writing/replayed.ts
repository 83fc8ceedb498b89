/** Replays recorded sessions of writes. */

import { createReferenceApi } from '../../src/reference/api.ts'
import { firstIds, type WriteRuleId, write } from '../../src/writing/index.ts'
import { baseOf, Markers, type RecordedWrite, readSessions, sent, unlike } from '../support/writes.ts'

const PROFILE = 'strapi-5.54-sqlite'
export const sessions = readSessions()

/** The sessions about users and uploaded files, which `test/writing/plugins.long.test.ts` replays. */
const BY_PLUGINS = ['users-a', 'upload-a']

/** The sessions that `replay` can replay, each with its name. */
export const replayable = [...sessions].filter(([name]) => !BY_PLUGINS.includes(name))

/** For each rule of writing, the ids of the replayed requests that follow the rule. */
export const followed = new Map<WriteRuleId, Set<string>>()

/** Replays a session; returns the differences from the recorded answers. */
export function replay(lines: readonly RecordedWrite[]): readonly string[] {
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
