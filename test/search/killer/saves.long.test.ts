/** Tests saves that are stopped at each system call. `npm run search -- killer` tries every write. */
import { expect, test } from 'vitest'
import { killedAt, measured } from './kill.ts'

test.each(['create with links', 'upload to an entry', 'delete a linked article'])(
  '%s: a save is complete or absent after the process ends at any system call',
  async (name) => {
    const { start, all, after } = await measured(name)
    const outcomes: string[] = []
    for (let at = start + 1; at <= all; at++) outcomes.push(await killedAt(name, at, after))
    // The outcome changes only once, from absent to complete, at the rename of the journal.
    expect([...new Set(outcomes)]).toEqual(['absent', 'complete'])
    expect(outcomes.indexOf('complete')).toBe(outcomes.lastIndexOf('absent') + 1)
  },
)
