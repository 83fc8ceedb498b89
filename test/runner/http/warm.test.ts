/** Tests the requests that warm up a thread. */
import { expect, test } from 'vitest'
import { warmUp } from '../../../src/sources/runner/thread/http/warm.ts'

test('each request that warms up a thread gets status 200', async () => {
  const statuses = await warmUp('/project')
  expect(statuses.length).toBeGreaterThan(5)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
