/** Tests the limits on the number and the length of recorded requests. */
import { expect, test } from 'vitest'
import { TrafficCollector } from '../../src/oracle/traffic/index.ts'
import { graphOf } from '../support/datasets.ts'

const guide = graphOf('guide')

test('the number of different requests is limited', () => {
  const collector = new TrafficCollector(guide)
  for (let at = 0; at < 100_010; at++)
    collector.add({ method: 'GET', url: `/api/articles?a=${at}`, headers: {} })
  const { requests, leftOut } = collector.traffic()
  expect(requests).toHaveLength(100_000)
  expect(leftOut).toMatchObject([
    { why: 'beyond 100000 different requests, or 50000000 characters of them', count: 10 },
  ])
})

test('the total length of different requests is limited', () => {
  const collector = new TrafficCollector(guide)
  const long = 'x'.repeat(60_000)
  for (let at = 0; at < 900; at++)
    collector.add({ method: 'GET', url: `/api/articles?a=${at}${long}`, headers: {} })
  const { requests, leftOut } = collector.traffic()
  expect(requests.length + (leftOut[0]?.count ?? 0)).toBe(900)
  expect(requests.length).toBeLessThan(50_000_000 / 60_000 + 1)
})
