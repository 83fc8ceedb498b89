/** Parameters set by code mean the same as those of a query string. */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../../src/reference/api.ts'
import { type GivenMap, givenQuery } from '../../../src/reference/parse/given.ts'
import { parseQueryString } from '../../../src/reference/parse/url.ts'
import { graphOf } from '../../support/datasets.ts'

const parsed = (text: string) => parseQueryString(text, () => undefined)

describe('what a query string says', () => {
  test.each([
    'populate=*&fields=name,id&sort=name:desc&locale=en&status=draft&_q=a',
    'populate[author][fields][0]=name&populate[author][populate][avatar]=true&populate[zone][on][a.b][populate]=*',
    'populate[0]=a&populate[1]=b.c&fields[]&sort[]&sort[a][]=b&populate[]&populate[a][]',
    'filters[$or][0][name][$in][0]=a&filters[$or][1][x][$null]&filters[$and][0][$not][y]=1',
    'pagination[page]=1&pagination[pageSize]=5&pagination=3&fields[a]=b&populate[a][0][b]=c&x[y][z]=1',
  ])('is itself: %s', (text) => {
    expect(givenQuery(parsed(text))).toEqual(parsed(text))
  })
})

describe('what it cannot say', () => {
  test.each<[GivenMap, string]>([
    [{ populate: { a: true, b: false } }, 'populate[a]=true&populate[b]=false'],
    [
      { pagination: { page: 2, pageSize: 5, withCount: false } },
      'pagination[page]=2&pagination[pageSize]=5&pagination[withCount]=false',
    ],
    [{ filters: { a: { $gt: 3 }, b: { $in: [] }, c: true } }, 'filters[a][$gt]=3&filters[c]=true'],
    [{ populate: [], sort: 5, fields: undefined }, ''],
  ])('is as this: %o', (given, text) => {
    const empty = givenQuery(given)
    const withoutEmpty = Object.fromEntries(
      Object.entries(empty).map(([key, value]) => [
        key,
        JSON.parse(JSON.stringify(value).replace(',"b":{}', '')),
      ]),
    )
    expect(withoutEmpty).toEqual(parsed(text))
  })

  test('nesting without end is cut', () => {
    let deep: GivenMap = {}
    for (let at = 0; at < 5_000; at++) deep = { populate: { a: deep } }
    expect(() => givenQuery(deep)).not.toThrow()
  })
})

test('a route that asks nobody shows its type and none that it links to', () => {
  const api = createReferenceApi(graphOf('guide'))
  const url = '/api/restaurants?populate=*'
  const headers = { authorization: 'Bearer nobody' }
  expect(api.answer({ url, headers }).status).toBe(401)
  const { status, body } = api.answer({ url, headers, open: true })
  expect(status).toBe(200)
  expect(JSON.parse(body).data[0]).not.toHaveProperty('owner')
})
