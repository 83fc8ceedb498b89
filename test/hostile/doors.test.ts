/** Tests generated requests with bodies to the content API, the plugins and the server's own pages. */
import { expect, test } from 'vitest'
import { doorsRound } from '../search/fuzz/doors/doors.ts'
import { SEED } from '../support/seed.ts'

test('every generated request with a body gets a valid answer', async () => {
  const { failures, requests } = await doorsRound(SEED, 40)
  expect(requests).toBe(40)
  expect(failures).toEqual([])
})
