/** Tests the history of one request: its answers over all releases and databases. */
import { expect, test } from 'vitest'
import { answersSince, sinceText } from '../../src/oracle/upgrade/since.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('strapi-5.54')
const spansOf = (url: string) =>
  answersSince(graph, { url }).map(({ databases, spans }) => ({
    databases,
    spans: spans.map(({ first, until, status, changes }) => [first, until, status, ...changes]),
  }))

test('a request whose answer never changes has one span of releases on every database', () => {
  const [only, ...others] = spansOf('/api/tags?fields=name&filters[id]=1')
  expect(others).toEqual([])
  expect(only?.databases).toContain('postgres')
  expect(only?.spans).toEqual([['5.0.0', null, 200]])
})

test('in the history of a request, a span of releases begins with the release that changed the answer, and lists the change', () => {
  const [all] = spansOf('/api/articles?populate=author,categories&fields=id&pagination[pageSize]=1&sort=id')
  expect(all?.spans).toContainEqual(['5.50.0', null, 200, 'populate-comma-list-accepted'])
  expect(all?.spans[0]?.slice(0, 1)).toEqual(['5.0.0'])
})

test('in the history of a request, databases with different answers have separate blocks', () => {
  const found = spansOf('/api/restaurants?sort=opened&fields=opened')
  expect(found.map(({ databases }) => databases.includes('sqlite'))).toEqual([true, false])
})

test('each line of the history shows releases, the status, and the difference from the newest answer', () => {
  const url = '/api/restaurants?populate=photos&fields=name&filters[photos][id][$null]=true&sort=id'
  const text = sinceText(url, answersSince(graph, { url }))
  expect(text).toMatch(/ {2}5\.\S+ until 5\.51\.1 +200 \/data\/0\/photos: null/)
  expect(text).toMatch(/empty-morph-many-is-array: .*Before: shows null\. After: shows an empty list\./)
})
