/** Tests a save that is stopped at one in four system calls. `saves.long.test.ts` stops saves at every system call. */
import { expect, test } from 'vitest'
import { killedAt, measured } from './kill.ts'

const EVERY = 4

test('create with links: a write is complete or absent after the process ends at one in four system calls', async () => {
  const { start, all, after } = await measured('create with links')
  const outcomes: string[] = []
  for (let at = start + 1; at <= all; at += EVERY)
    outcomes.push(await killedAt('create with links', at, after))
  // The outcome changes only once, from absent to complete, at the rename of the journal.
  expect([...new Set(outcomes)]).toEqual(['absent', 'complete'])
  expect(outcomes.indexOf('complete')).toBe(outcomes.lastIndexOf('absent') + 1)
})
