/** Tests that every recorded writing call of a service gives the result of the real server. */
import { describe, expect, test } from 'vitest'
import { replay, sessions } from './replayed.ts'

describe('recorded writing calls of services', () => {
  test.each([...sessions])('%s: each recorded call gives the recorded result', (_, lines) => {
    expect(replay(lines)).toEqual([])
  })
})
