import { expect, test } from 'vitest'
import { warmUp } from '../../../src/runner/thread/http/warm.ts'

test('the requests that warm a thread pass its whole chain', async () => {
  const statuses = await warmUp('/project')
  expect(statuses.length).toBeGreaterThan(5)
  expect(new Set(statuses)).toEqual(new Set([200]))
})
