/**
 * Tests the reader of recorded requests: GET requests for content are kept, and other requests are counted by
 * reason.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { contentTraffic, readTrafficFile, seenIn, TrafficError } from '../../src/oracle/traffic/index.ts'
import { graphOf } from '../support/datasets.ts'

const guide = graphOf('guide')
const kept = async (text: string, base = '') => contentTraffic(await seenIn(text, 'file'), guide, { base })
const urls = async (text: string, base = ''): Promise<readonly string[]> =>
  (await kept(text, base)).requests.map(({ request }) => request.url)

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
    [
      'the JSON log of Caddy',
      '{"level":"info","request":{"method":"GET","host":"cms","uri":"/api/articles?a=b"}}\n',
      ['/api/articles?a=b'],
    ],
    [
      'the JSON log of Vercel',
      '{"source":"lambda","proxy":{"method":"GET","path":"/api/authors?a=b"}}\n',
      ['/api/authors?a=b'],
    ],
    [
      'a JSON log of nginx',
      '{"request_method":"GET","request_uri":"/api/authors"}\n{"request_method":"PUT","request_uri":"/api/authors/1"}\n',
      ['/api/authors'],
    ],
    [
      'the log of Apache with virtual hosts',
      'cms:443 10.0.0.1 - bob [21/Nov/2026:10:00:00 +0000] "GET /api/articles HTTP/2.0" 200 12 "-" "x y"\n',
      ['/api/articles'],
    ],
    [
      'the log of CloudFront',
      '#Version: 1.0\n#Fields: date cs-method cs(Host) cs-uri-stem sc-status cs-uri-query\n2026-11-21\tGET\tcms\t/api/articles\t200\tfields=title\n2026-11-21\tGET\tcms\t/api/authors\t200\t-\n',
      ['/api/articles?fields=title', '/api/authors'],
    ],
    ['a HAR on one line', `${har(get('/api/articles'))}\n`, ['/api/articles']],
  ])('%s', async (_what, text, expected) => {
    expect(await urls(text)).toEqual(expected)
  })

  test('a repeated request is counted and comes first', async () => {
    const { requests } = await kept('/api/authors\n/api/articles\nhttp://cms/api/articles\n')
    expect(requests.map(({ request, hits }) => [request.url, hits])).toEqual([
      ['/api/articles', 2],
      ['/api/authors', 1],
    ])
  })

  test('the option for a prefix removes a path before the API path', async () => {
    expect(await urls('https://x.example/cms/api/articles?a=b\n', '/cms')).toEqual(['/api/articles?a=b'])
    expect(await urls('https://x.example/cms/api/articles?a=b\n')).toEqual([])
  })

  test('the reader of recorded requests keeps a header that changes the answer, but no token and no cookie', async () => {
    const headers = [
      { name: 'Strapi-Response-Format', value: 'v4' },
      { name: 'Authorization', value: 'Bearer secret' },
      { name: 'Cookie', value: 'a=b' },
    ]
    expect((await kept(har(get('http://a/api/articles', headers)))).requests).toEqual([
      { request: { url: '/api/articles', headers: { 'strapi-response-format': 'v4' } }, hits: 1 },
    ])
  })
})

test('skipped requests are counted by reason, with an example', async () => {
  const entries = [
    get('http://cms/api/articles'),
    get('http://cms/api/articles?a=1'),
    get('http://other/api/articles'),
    get('http://cms/uploads/a.png'),
    get('http://cms/api/nothing'),
    { method: 'POST', url: 'http://cms/api/articles', headers: [] },
  ]
  const { requests, leftOut } = await kept(har(...entries))
  expect(requests).toHaveLength(2)
  expect(leftOut).toEqual([
    { why: 'not below /api', count: 1, examples: ['http://cms/uploads/a.png'] },
    { why: 'no content type of this dataset', count: 1, examples: ['http://cms/api/nothing'] },
    { why: 'another method than GET', count: 1, examples: ['POST http://cms/api/articles'] },
    { why: 'another host than http://cms', count: 1, examples: ['/api/articles'] },
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
  ])(
    'a file of requests that contains no request is rejected with the expected format: example %#',
    async (text) => {
      await expect(seenIn(text, 'a.har')).rejects.toThrow(TrafficError)
      await expect(seenIn(text, 'a.har')).rejects.toThrow(/a\.har: expected a HAR/)
    },
  )
})

describe('a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'populace-traffic-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const read = async (content: string | Buffer): Promise<readonly string[]> => {
    const path = join(folder, 'requests')
    writeFileSync(path, content)
    const lines: string[] = []
    for await (const { url } of readTrafficFile(path)) lines.push(url)
    return lines
  }

  test('a file can be compressed with gzip', async () => {
    expect(await read(gzipSync('/api/articles\n'))).toEqual(['/api/articles'])
    expect(await read(gzipSync(har(get('/api/authors'))))).toEqual(['/api/authors'])
  })

  test('a file of several megabytes is read line by line, with multi-byte characters intact', async () => {
    const line = `/api/articles?filters[title]=${'ä'.repeat(40)}\n`
    const found = await read(line.repeat(40_000))
    expect([found.length, new Set(found).size]).toEqual([40_000, 1])
  })

  test('a file that is not a regular file is rejected with its kind', async () => {
    await expect(readTrafficFile(folder).next()).rejects.toThrow('expected a regular file, found a folder')
  })
})
