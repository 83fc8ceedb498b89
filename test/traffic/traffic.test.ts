/** Tests the reading of recorded requests: requests for content are kept, and the others are counted by reason. */
import { describe, expect, test } from 'vitest'
import { contentTraffic, seenIn, TrafficError } from '../../src/oracle/traffic/index.ts'
import { graphOf } from '../support/datasets.ts'

const guide = graphOf('guide')
const kept = (text: string) => contentTraffic(seenIn(text, 'file'), guide)
const urls = (text: string): readonly string[] => kept(text).requests.map(({ url }) => url)

const har = (...entries: readonly object[]): string =>
  JSON.stringify({ log: { entries: entries.map((request) => ({ request, response: {} })) } })
const get = (url: string, headers: readonly object[] = []): object => ({ method: 'GET', url, headers })

describe('formats of requests', () => {
  test.each<[string, string, readonly string[]]>([
    [
      'addresses, line by line',
      '/api/articles\n\n# a comment\n/api/categories?fields=name \n',
      ['/api/articles', '/api/categories?fields=name'],
    ],
    ['addresses with a host', 'https://cms.example/api/articles?a=b#c\n', ['/api/articles?a=b']],
    ['a HAR', har(get('http://localhost:1337/api/articles?populate=*')), ['/api/articles?populate=*']],
    [
      'the log of nginx',
      '127.0.0.1 - - [21/Nov/2026:10:00:00 +0000] "GET /api/articles?fields=title HTTP/1.1" 200 123 "-" "x"\n127.0.0.1 - - [21/Nov/2026:10:00:00 +0000] "POST /api/articles HTTP/1.1" 201 1\n',
      ['/api/articles?fields=title'],
    ],
    ['the log of Strapi', '[2026-11-21 10:00:00.000] http: GET /api/authors (12 ms) 200\n', ['/api/authors']],
    [
      'lines of JSON',
      '{"method":"GET","url":"/api/articles"}\n{"req":1}\n{"path":"/api/authors"}\n',
      ['/api/articles', '/api/authors'],
    ],
    ['a list in JSON', '["/api/articles", {"url":"/api/authors"}, 7]', ['/api/articles', '/api/authors']],
    [
      'an OpenAPI document',
      JSON.stringify({
        openapi: '3.1.0',
        servers: [{ url: 'http://localhost:1337/api' }],
        paths: {
          '/articles': {
            get: {
              parameters: [
                { in: 'query', name: 'sort', example: 'title' },
                { in: 'header', name: 'x', example: 'y' },
              ],
            },
          },
          '/articles/{id}': { get: {} },
          '/authors': { post: {} },
        },
      }),
      ['/api/articles', '/api/articles?sort=title'],
    ],
  ])('%s', (_what, text, expected) => {
    expect(urls(text)).toEqual(expected)
  })

  test('counts a repeated request once', () => {
    expect(urls('/api/articles\n/api/articles\n')).toHaveLength(1)
  })

  test('keeps headers that change the answer, but no secrets', () => {
    const headers = [
      { name: 'Strapi-Response-Format', value: 'v4' },
      { name: 'Authorization', value: 'Bearer secret' },
      { name: 'Cookie', value: 'a=b' },
    ]
    expect(kept(har(get('http://a/api/articles', headers))).requests).toEqual([
      { url: '/api/articles', headers: { 'strapi-response-format': 'v4' } },
    ])
  })
})

test('skipped requests are counted by reason', () => {
  const entries = [
    get('http://cms/api/articles'),
    get('http://cms/api/articles?a=1'),
    get('http://other/api/articles'),
    get('http://cms/uploads/a.png'),
    get('http://cms/api/nothing'),
    { method: 'POST', url: 'http://cms/api/articles', headers: [] },
  ]
  const { requests, leftOut } = kept(har(...entries))
  expect(requests).toHaveLength(2)
  expect(leftOut).toEqual([
    { why: 'another host than http://cms', count: 1 },
    { why: 'not below the prefix of the API', count: 1 },
    { why: 'no content type of this dataset', count: 1 },
    { why: 'another method than GET', count: 1 },
  ])
})

describe('a file without a request', () => {
  test.each([
    [''],
    ['\n\n'],
    ['{"log":'],
    ['{}'],
    ['[]'],
    ['{"log":{"entries":[null,1,{"request":7}]}}'],
    ['openapi: 3.1.0\npaths:\n'],
    ['\0\u001b[31m'],
    ['['.repeat(100_000)],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['GET '.repeat(100_000)],
  ])('%#: says what was expected', (text) => {
    expect(() => seenIn(text, 'a.har')).toThrow(TrafficError)
    expect(() => seenIn(text, 'a.har')).toThrow(/a\.har: expected a HAR/)
  })
})
