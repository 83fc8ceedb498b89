/** Generated requests with bodies, to the content, the plugins and the server's own pages. */
import { expect, test } from 'vitest'
import { doorsRound } from '../search/fuzz/doors/doors.ts'
import { SEED } from '../support/seed.ts'

test('no request to any door fails', async () => {
  const { failures, requests } = await doorsRound(SEED, 40)
  expect(requests).toBe(40)
  expect(failures).toEqual([])
})
