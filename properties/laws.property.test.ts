/** Tests every law of reads with a few runs. Long tests run every law more often, and `run.ts` is for long runs. */
import { expect, test } from 'vitest'
import { lawsHold } from '../test/support/laws.ts'
import { LAWS } from './laws/laws.ts'

lawsHold({ worlds: 2, live: 1 })

test('no two laws have the same id', () => {
  expect(new Set(LAWS.map(({ id }) => id)).size).toBe(LAWS.length)
})
