/** Tests the request journal: recording, search and the size of its ring buffer. */
import { describe, expect, test } from 'vitest'
import { harOf } from '../../src/server/journal/har.ts'
import { isRequestFor, Journal, type NewExchange } from '../../src/server/journal/journal.ts'
import { withoutJwts } from '../../src/util/secrets.ts'

const exchange = (more: Partial<NewExchange> = {}): NewExchange => ({
  time: Date.parse('2026-01-02T03:04:05.678Z'),
  world: null,
  method: 'GET',
  url: '/api/articles?populate=author&fields=title',
  headers: { accept: '*/*', authorization: 'Bearer a-secret' },
  milliseconds: 1.5,
  answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":[]}' },
  ...more,
})

describe('a journal', () => {
  test('a journal finds recorded requests', () => {
    const journal = new Journal(10)
    journal.add(exchange())
    journal.add(exchange({ method: 'POST', answer: { status: 405, headers: {}, body: '' }, world: 'a' }))
    const ids = (wanted: Parameters<Journal['find']>[0]) => journal.find(wanted).map(({ id }) => id)
    expect(ids({})).toEqual([1, 2])
    expect(ids({ url: '/api/articles?populate=author' })).toEqual([1, 2])
    expect(ids({ url: '/api/articles?populate=cover' })).toEqual([])
    expect(ids({ method: 'post' })).toEqual([2])
    expect(ids({ status: 200 })).toEqual([1])
    expect(ids({ world: 'a' })).toEqual([2])
    expect(ids({ world: null })).toEqual([1])
    expect(ids({ after: 1 })).toEqual([2])
    journal.clear()
    expect(ids({})).toEqual([])
    journal.add(exchange())
    expect(ids({})).toEqual([3])
  })

  test('a journal keeps the most recent requests, and only the beginning of long bodies', () => {
    const journal = new Journal(3)
    for (let at = 0; at < 100; at++) journal.add(exchange({ url: `/${at}` }))
    expect(journal.find().map(({ url }) => url)).toEqual(['/97', '/98', '/99'])
    journal.add(exchange({ answer: { status: 200, headers: {}, body: 'x'.repeat(300_000) } }))
    expect(journal.find().at(-1)?.answer).toMatchObject({ size: 300_000, body: 'x'.repeat(100_000) })
  })

  test('a journal stores at most 50 MB of bodies', () => {
    const journal = new Journal(1_000_000)
    for (let at = 0; at < 3_000; at++)
      journal.add(exchange({ answer: { status: 200, headers: {}, body: 'x'.repeat(100_000) } }))
    const held = journal.find().reduce((sum, { answer }) => sum + answer.body.length, 0)
    expect(held).toBeLessThanOrEqual(50_000_000)
    expect(held).toBeGreaterThan(25_000_000)
    expect(journal.find().at(-1)?.id).toBe(3_000)
  })

  test('a journal of size 0 stores nothing', () => {
    const journal = new Journal(0)
    journal.add(exchange())
    expect(journal.find()).toEqual([])
  })

  test('a journal hides tokens', () => {
    const journal = new Journal(1)
    journal.add(exchange())
    expect(JSON.stringify(journal.find())).not.toContain('a-secret')
    expect(journal.find()[0]?.headers['authorization']).toBe('Bearer …')
  })

  const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJlLW9mLWEtdG9rZW4'
  test.each<[string, Partial<NewExchange>]>([
    ['without a scheme', { headers: { authorization: 'a-secret' } }],
    ['after a tab', { headers: { authorization: 'Bearer\ta-secret' } }],
    ['of another scheme', { headers: { authorization: 'Basic a-secret' } }],
    ['in a cookie', { headers: { cookie: 'populace-world=a; session=a-secret' } }],
    ['in a header', { headers: { 'x-api-key': 'a-secret', 'populace-secret': 'a-secret' } }],
    ['in the URL', { url: '/api/articles?access_token=a-secret&fields=title&token=a-secret' }],
    ['in the URL, with another name', { url: '/api/articles?api_token=a-secret&%74oken=a-secret' }],
    [
      'of a request header that the answer repeats',
      { answer: { status: 200, headers: { 'x-a': 'a-secret' }, body: 'a-secret' } },
    ],
    [
      'of an authorization header without a scheme, repeated in the answer',
      {
        headers: { authorization: 'a-secret' },
        answer: { status: 200, headers: {}, body: 'echo a-secret' },
      },
    ],
    [
      'in a cookie of the answer',
      { answer: { status: 200, headers: { 'set-cookie': 's=a-secret; Path=/' }, body: '' } },
    ],
    [
      'a JWT in the answer to a login',
      { answer: { status: 200, headers: {}, body: JSON.stringify({ jwt: JWT }) } },
    ],
    ['a JWT in a URL', { url: `/api/x?a=${JWT}` }],
  ])('a journal contains no secret: %s', (_what, more) => {
    const journal = new Journal(1)
    journal.add(exchange(more))
    const text = JSON.stringify([journal.find(), harOf(journal.find(), '', '1')])
    expect(text).not.toMatch(/a-secret|c2lnbmF0dXJl/)
  })

  test('a journal hides even a short API token of the caller, but not the world cookie of the caller', () => {
    const journal = new Journal(1)
    journal.add(
      exchange({
        headers: { authorization: 'Bearer t7', cookie: 'populace-world=a' },
        url: '/api/a?x=t7',
        answer: { status: 200, headers: {}, body: 'echo t7' },
      }),
    )
    expect(journal.find()[0]).toMatchObject({ url: '/api/a?x=…', answer: { body: 'echo …' } })
    expect(journal.find()[0]?.headers['cookie']).toBe('populace-world=a')
  })

  test('a journal searches a text with many beginnings of JWTs in linear time', () => {
    const length = (text: string): number => withoutJwts(text).length
    expect(length('eyJ-'.repeat(250_000))).toBe(1_000_000)
    expect(length('eyJaaaaa.'.repeat(100_000))).toBeLessThan(900_000)
  })
})

test.each([
  ['/api/a', '/api/a', true],
  ['/api/a', '/api/a?x=1', true],
  ['/api/a?x=1', '/api/a', false],
  ['/api/a?x=1&x=2', '/api/a?x=2&x=1', true],
  ['/api/a?populate[b][fields]=c', '/api/a?populate%5Bb%5D%5Bfields%5D=c&y', true],
  ['/api/a?x=1', '/api/b?x=1', false],
])('the filter %s is compared with the request %s', (wanted, url, isAsked) =>
  expect(isRequestFor(wanted, url)).toBe(isAsked),
)

test('a journal can be exported as HAR', () => {
  const journal = new Journal(1)
  journal.add(exchange())
  expect(harOf(journal.find(), 'http://127.0.0.1:1337', '1.2.3')).toMatchObject({
    log: {
      version: '1.2',
      creator: { name: 'populace', version: '1.2.3' },
      entries: [
        {
          startedDateTime: '2026-01-02T03:04:05.678Z',
          time: 1.5,
          request: {
            method: 'GET',
            url: 'http://127.0.0.1:1337/api/articles?populate=author&fields=title',
            queryString: [
              { name: 'populate', value: 'author' },
              { name: 'fields', value: 'title' },
            ],
          },
          response: { status: 200, content: { size: 11, mimeType: 'application/json', text: '{"data":[]}' } },
          timings: { wait: 1.5 },
        },
      ],
    },
  })
})

test('a recorded request lists the project code that ran, and its HAR entry has the code as a comment', () => {
  const journal = new Journal(1)
  const code = { ran: [{ file: 'src/api/article/middlewares/populate.ts', line: 12 }] }
  journal.add({ ...exchange(), code })
  expect(journal.find()[0]?.code).toEqual(code)
  expect(harOf(journal.find(), '', '1')).toMatchObject({
    log: { entries: [{ comment: 'Code that ran: src/api/article/middlewares/populate.ts:12' }] },
  })
  journal.add(exchange())
  expect(journal.find()[0]).not.toHaveProperty('code')
})
