/** Tests the saving of users, whose passwords take long to hash: a user is saved with the password or not at all. */
import { expect, test } from 'vitest'
import { killedAt, measured } from './kill.ts'

test.each(['create a user', 'register'])(
  '%s: a write is complete or absent after the process ends at any system call',
  async (name) => {
    const { start, all, after } = await measured(name)
    const outcomes = new Set<string>()
    for (let at = start + 1; at <= all; at++) outcomes.add(await killedAt(name, at, after))
    expect([...outcomes].sort()).toEqual(['absent', 'complete'])
  },
  120_000,
)
