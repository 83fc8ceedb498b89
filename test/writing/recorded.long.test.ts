/** Tests that every recorded write gets the answer of the real server, and follows the rules that refer to it. */
import { describe, expect, test } from 'vitest'
import { WRITE_RULES } from '../../src/writing/index.ts'
import { followed, replay, replayable } from './replayed.ts'

describe('recorded writes of the real server', () => {
  test.each(replayable)('each request of the recorded session %s gets the recorded answer', (_, lines) => {
    expect(replay(lines)).toEqual([])
  })

  test('recorded writes of the real server follow the rules that refer to them', () => {
    const wrong = Object.entries(WRITE_RULES).flatMap(([rule, { shown }]) =>
      shown.filter((id) => ![...followed].some(([cited, ids]) => cited === rule && ids.has(id))),
    )
    expect(followed.size).toBeGreaterThan(50)
    expect(wrong).toEqual([])
  })
})
