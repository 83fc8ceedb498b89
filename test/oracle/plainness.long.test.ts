import { expect, test } from 'vitest'
import { featuresOf } from '../../src/oracle/causes/plainness.ts'
import { check } from '../../src/oracle/index.ts'
import { graph, ofCases } from './conforming.ts'
import type { Fault } from './faulty.ts'
import { bodyOf, ignoring, response, withBody } from './proxy/kit.ts'

const get = (url: string) => ({ method: 'GET', url, headers: {} })
const costOf = (url: string): number =>
  [...featuresOf(get(url)).values()].reduce((sum, cost) => sum + cost, 0)

test.each([
  ['a condition with an operator', 'filters[name][$eq]=x', 'filters[name]=x'],
  ['an operand', 'filters[name][$eq]=x', 'filters[name][$eq]'],
  ['brackets as they are', 'filters[name][$eq]=x', 'filters[name]%5B$eq%5D=x'],
  ['one locale', 'locale=fr', 'locale=*'],
  ['one parameter', 'sort=name', 'sort=name&fields=slug'],
  ['an order in small letters', 'sort=name:desc', 'sort=name:DESC'],
  ['a text', 'sort=name', 'sort[name]=asc'],
  ['an index', 'sort[0]=name', 'sort[]=name'],
  ['one level', 'populate=owner', 'populate[owner][populate]=mentor'],
])('%s is plainer', (_what, plain, odd) => {
  expect(costOf(`/api/restaurants?${plain}`)).toBeLessThan(costOf(`/api/restaurants?${odd}`))
})

test.each([
  ['a plain value', '{"name":"a"}', '{"name":["a"]}'],
  ['a component with a value', '{"blocks":[{"__component":"text"}]}', '{"blocks":[{}]}'],
  ['a small id', '{"owner":{"id":1}}', '{"owner":{"id":99999999}}'],
])('%s in the body of a write is plainer', (_what, plain, odd) => {
  const [one = 0, other = 0] = [plain, odd].map((data) => {
    const features = featuresOf({ ...get('/api/restaurants'), method: 'POST', body: `{"data":${data}}` })
    return [...features.values()].reduce((sum, cost) => sum + cost, 0)
  })
  expect(one).toBeLessThan(other)
})

test('the cost of a request does not count `fields=id` and an encoded blank', () => {
  expect(costOf('/api/restaurants?fields=id')).toBe(0)
  expect(featuresOf(get('/api/restaurants?filters[name][$eq]=a%20b')).has('percent-encoding')).toBe(false)
})

/** Returns the request of the example of the first cause. */
async function exampleOf(fault: Fault, ids: RegExp): Promise<string | undefined> {
  const report = await check(fault.server(graph), ofCases(ids))
  return report.causes[0]?.example.request.url
}

test('the example of a cause has no feature that is unnecessary to show the mistake', async () => {
  const fault = response('total', 'The server wrongly answers -1 as the total.', (answer) => {
    const body = bodyOf(answer)
    return Array.isArray(body?.data)
      ? withBody(answer, { ...body, meta: { pagination: { total: -1 } } })
      : answer
  })
  expect(await exampleOf(fault, /^(entry\.list|pagination|locale)\./)).toBe('/api/restaurants?fields=name')
})

test('the example of a cause has a rare feature if only this feature shows the mistake', async () => {
  const fault = ignoring('no pushed keys', 'The server wrongly ignores `sort[]`.', (key) => key === 'sort[]')
  expect(await exampleOf(fault, /^sort\./)).toContain('sort[]=')
})
