/**
 * Tests that one in four sessions of writing calls of services gives the results that a real server gave.
 * `writes.long.test.ts` replays every session.
 */
import { describe, expect, test } from 'vitest'
import { calls, replay, sessions } from './replayed.ts'

const EVERY = 4

describe('recorded writing calls of services', () => {
  test('recorded writing calls of services are at least 200 calls', () => {
    expect(calls.length).toBeGreaterThanOrEqual(200)
  })

  test.each([...sessions].filter((_session, at) => at % EVERY === 0))(
    '%s: each recorded call gives the recorded result',
    (_, lines) => {
      expect(replay(lines)).toEqual([])
    },
  )
})
