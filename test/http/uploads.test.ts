/**
 * Tests requests for uploaded files: whole files and ranges, the headers of the real server, and no access outside
 * the folder.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { filesIn, filesOf } from '../../src/server/stored.ts'
import { graphOf } from '../support/datasets.ts'

const outside = mkdtempSync(join(tmpdir(), 'populace-'))
const folder = join(outside, 'uploads')
const api = createReferenceApi(graphOf('guide'))
const TEXT = 'hello world 0123456789'
const LARGE = Buffer.alloc(3_000_000, 'x')
/** File names whose extensions are members that every object inherits. */
const INHERITED = ['a.constructor', 'a.__proto__', 'a.toString']
const running: Running[] = []

beforeAll(async () => {
  mkdirSync(join(folder, 'below'), { recursive: true })
  writeFileSync(join(folder, 'a b.txt'), TEXT)
  utimesSync(join(folder, 'a b.txt'), new Date('2026-01-02T03:04:05Z'), new Date('2026-01-02T03:04:05.678Z'))
  writeFileSync(join(folder, 'below', 'x.png'), 'PNG')
  writeFileSync(join(folder, 'large.bin'), LARGE)
  writeFileSync(join(folder, 'empty.txt'), '')
  for (const name of INHERITED) writeFileSync(join(folder, name), 'x')
  writeFileSync(join(folder, '.hidden'), 'no')
  writeFileSync(join(outside, 'secret.txt'), 'no')
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'linked.txt'))
  const memory = new Map([
    ['a b.txt', Buffer.from(TEXT)],
    ['large.bin', LARGE],
  ])
  running.push(await serve(api, { port: 0, uploads: filesIn(folder) }))
  running.push(await serve(api, { port: 0, uploads: filesOf(memory) }))
  running.push(await serve(api, { port: 0 }))
})
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()))
  rmSync(outside, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const DISK = 0
const MEMORY = 1
const NONE = 2

/** Sends a request with the path exactly as written. */
function ask(
  at: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const url = running[at]?.url ?? ''
    const request = httpRequest(url, { method, path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      )
    })
    request.on('error', reject)
    request.end()
  })
}

describe.each([
  ['a folder', DISK],
  ['memory', MEMORY],
])('files in %s', (_, at) => {
  test.each(INHERITED)('the file %s is served as application/octet-stream', async (name) => {
    const { status, headers } = await ask(DISK, `/uploads/${name}`)
    expect([status, headers['content-type']]).toEqual([200, 'application/octet-stream'])
  })

  test('an uploaded file is served as a whole', async () => {
    const { status, headers, body } = await ask(at, '/uploads/a%20b.txt?v=1')
    expect([status, body]).toEqual([200, TEXT])
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '22',
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=0',
      vary: 'Origin',
    })
  })

  test('an uploaded file is shared by all worlds', async () => {
    const { status, body } = await ask(at, '/_populace/in/worker-1/uploads/a%20b.txt')
    expect([status, body]).toEqual([200, TEXT])
  })

  test.each([
    ['bytes=2-5', 206, 'llo ', 'bytes 2-5/22'],
    ['bytes=20-', 206, '89', 'bytes 20-21/22'],
    ['bytes=20-99', 206, '89', 'bytes 20-21/22'],
    ['bytes=-3', 206, '789', 'bytes 19-21/22'],
    ['bytes=-99', 206, TEXT, 'bytes 0-21/22'],
    ['bytes=22-', 416, '', 'bytes */22'],
    ['bytes=-0', 416, '', 'bytes */22'],
    ['bytes=5-2', 200, TEXT, undefined],
    ['bytes=-', 200, TEXT, undefined],
    ['bytes=0-1,4-5', 200, TEXT, undefined],
    ['items=1-2', 200, TEXT, undefined],
    [`bytes=${'9'.repeat(400)}-`, 200, TEXT, undefined],
  ])('uploaded files are answered for the header `range: %s`', async (range, status, body, contentRange) => {
    const answer = await ask(at, '/uploads/a%20b.txt', { range })
    expect([answer.status, answer.body, answer.headers['content-range']]).toEqual([
      status,
      body,
      contentRange,
    ])
  })

  test('the answer to HEAD for an uploaded file has no body', async () => {
    const { status, headers, body } = await ask(at, '/uploads/a%20b.txt', {}, 'HEAD')
    expect([status, headers['content-length'], body]).toEqual([200, '22', ''])
  })

  test('an uploaded file that is larger than a chunk is served whole', async () => {
    const { body } = await ask(at, '/uploads/large.bin')
    expect(body.length).toBe(LARGE.length)
  })

  test('an uploaded file can be read by pages of any origin, without credentials', async () => {
    const { headers } = await ask(at, '/uploads/a%20b.txt', { origin: 'https://a.example' })
    expect(headers['access-control-allow-origin']).toBe('https://a.example')
    expect(headers['access-control-allow-credentials']).toBeUndefined()
  })

  test.each([
    '/uploads/none.txt',
    '/uploads/',
    '/uploads',
    '/uploads/%',
    '/uploads/%00',
    '/uploads/..%2fsecret.txt',
    '/uploads/%2e%2e/secret.txt',
    '/uploads/../secret.txt',
    '/uploads/.hidden',
    '/uploads/linked.txt',
    '/uploads/below',
    '/uploads//a%20b.txt',
    '/uploads/below/../a%20b.txt',
    `/uploads/${'a/'.repeat(2000)}b`,
  ])('%s is not found', async (path) => {
    const [here, none] = await Promise.all([ask(at, path), ask(NONE, path)])
    expect([here.status, here.body]).toEqual([none.status, none.body])
    expect(here.status).toBeGreaterThanOrEqual(400)
  })

  test('a request for an uploaded file is refused if the `Host` header names another host', async () => {
    expect((await ask(at, '/uploads/a%20b.txt', { host: 'evil.example' })).status).toBe(403)
  })

  test('a POST to the path of an uploaded file gets the same answer as from a server without the file', async () => {
    const [here, none] = await Promise.all([
      ask(at, '/uploads/a%20b.txt', {}, 'POST'),
      ask(NONE, '/uploads/a%20b.txt', {}, 'POST'),
    ])
    expect([here.status, here.body]).toEqual([none.status, none.body])
  })
})

describe('a file on disk', () => {
  test('an uploaded file on disk has its modification time as Last-Modified, so an unchanged file gives 304', async () => {
    const { headers } = await ask(DISK, '/uploads/a%20b.txt')
    const since = headers['last-modified'] ?? ''
    expect(since).toBe('Fri, 02 Jan 2026 03:04:05 GMT')
    const again = await ask(DISK, '/uploads/a%20b.txt', { 'if-modified-since': since })
    expect([again.status, again.body]).toEqual([304, ''])
    const older = await ask(DISK, '/uploads/a%20b.txt', {
      'if-modified-since': 'Fri, 02 Jan 2026 03:04:04 GMT',
    })
    expect(older.status).toBe(200)
  })

  test('an uploaded file on disk may be in a subfolder, or empty', async () => {
    expect(await ask(DISK, '/uploads/below/x.png')).toMatchObject({
      status: 200,
      body: 'PNG',
      headers: { 'content-type': 'image/png' },
    })
    expect(await ask(DISK, '/uploads/empty.txt')).toMatchObject({ status: 200, body: '' })
  })
})
