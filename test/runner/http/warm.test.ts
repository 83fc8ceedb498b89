/** Tests the requests that warm up a thread. */
import { expect, test } from 'vitest'
import { warmUp } from '../../../src/sources/runner/thread/http/warm.ts'

test('the requests that warm up a thread run all parts of it with status 200', async () => {
  const statuses = await warmUp('/project')
  expect(statuses.length).toBeGreaterThan(5)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
