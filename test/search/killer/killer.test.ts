/** Tests a save that is stopped at every fourth system call. `saves.long.test.ts` stops saves at each system call. */
import { expect, test } from 'vitest'
import { killedAt, measured } from './kill.ts'

const EVERY = 4

test('create with links: a write is complete or absent if the process ends at a system call (one in four is tried)', async () => {
  const { start, all, after } = await measured('create with links')
  const outcomes: string[] = []
  for (let at = start + 1; at <= all; at += EVERY)
    outcomes.push(await killedAt('create with links', at, after))
  // The outcome changes only once, from absent to complete, at the rename of the journal.
  expect([...new Set(outcomes)]).toEqual(['absent', 'complete'])
  expect(outcomes.indexOf('complete')).toBe(outcomes.lastIndexOf('absent') + 1)
})
