/**
 * Tests that one in eight sessions of recorded writes gets the answers of the real server. `recorded.long.test.ts`
 * replays every session.
 */
import { describe, expect, test } from 'vitest'
import { replay, replayable, sessions } from './replayed.ts'

const EVERY = 8

describe('recorded writes of the real server', () => {
  test('recorded writes of the real server are 1238 requests in 19 sessions', () => {
    expect(sessions.size).toBe(19)
    expect([...sessions.values()].flat()).toHaveLength(1238)
  })

  test.each(replayable.filter((_session, at) => at % EVERY === 0))(
    'each request of the recorded session %s gets the recorded answer',
    (_, lines) => {
      expect(replay(lines)).toEqual([])
    },
  )
})
