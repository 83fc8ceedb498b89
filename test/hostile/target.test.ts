/**
 * Tests checked servers (targets) that send arbitrary bytes over a socket or pipe: each request ends with a defined
 * outcome. `target.long.test.ts` sends more bytes than the limit of a body.
 */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { MAX_BODY_BYTES } from '../../src/oracle/bodies/excess.ts'
import { commandTarget, reloader, serverTarget } from '../../src/oracle/index.ts'
import { lineReader } from '../../src/oracle/target/lines.ts'
import { PATIENT } from '../oracle/conforming.ts'
import { asked, head, request, script } from './wire.ts'

/** The timeout for endless answers in milliseconds; the outcomes of other answers do not depend on it. */
const SHORT = 300

/** Repeats a write. */
const dripping =
  (first: string, drop: string) =>
  (socket: Socket): void => {
    socket.write(first)
    const timer = setInterval(() => (socket.writable ? socket.write(drop) : clearInterval(timer)), 20)
    socket.on('close', () => clearInterval(timer))
  }

describe.concurrent('an endless answer ends with a timeout', () => {
  test.each([
    ['nothing at all', () => undefined],
    ['headers only', (socket: Socket) => void socket.write(head('200 OK', 'content-length: 5'))],
    ['half of the headers', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nx: ')],
    ['a byte now and then', dripping(head('200 OK', 'content-length: 1000000'), 'x')],
    ['a chunk now and then', dripping(head('200 OK', 'transfer-encoding: chunked'), '1\r\nx\r\n')],
    ['a header now and then', dripping('HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
    ['an endless sequence of 100 Continue', dripping('', head('100 Continue'))],
    ['an endless sequence of 103 Early Hints', dripping('', head('103 Early Hints', 'link: </a>'))],
    [
      'a content length greater than the body',
      (socket: Socket) => void socket.write(`${head('200 OK', 'content-length: 9')}{}`),
    ],
  ])('%s', async (_what, answer) => {
    expect(await asked(answer, SHORT)).toMatchObject({ kind: 'failed', why: 'timeout' })
  })
})

describe('invalid answers are reported', () => {
  test.each([
    ['a reset', (socket: Socket) => void socket.resetAndDestroy(), 'crash'],
    [
      'a connection closed within the body',
      (socket: Socket) => void socket.end(`${head('200 OK', 'content-length: 9')}{}`),
      'crash',
    ],
    [
      'a header of 100 kB',
      (socket: Socket) => void socket.end(head('200 OK', `x: ${'y'.repeat(100_000)}`)),
      'garbage',
    ],
    [
      'a hundred thousand headers',
      (socket: Socket) =>
        void socket.end(head('200 OK', ...Array.from({ length: 100_000 }, (_, at) => `x${at}: y`))),
      'garbage',
    ],
    ['no HTTP', (socket: Socket) => void socket.end('\u001b[2J::error::\r\n\r\n'), 'garbage'],
    ['a status that is none', (socket: Socket) => void socket.end(head('9 Odd')), 'garbage'],
    [
      'another protocol',
      (socket: Socket) =>
        void socket.end(head('101 Switching Protocols', 'upgrade: x', 'connection: upgrade')),
      'garbage',
    ],
    [
      'a length that is not a number',
      (socket: Socket) => void socket.end(head('200 OK', 'content-length: x')),
      'garbage',
    ],
    [
      'a million lists',
      (socket: Socket) => void socket.end(`${head('200 OK', 'connection: close')}${'['.repeat(1_000_000)}`),
      'garbage',
    ],
  ])('%s', async (_what, answer, why) => {
    expect(await asked(answer)).toMatchObject({ kind: 'failed', why })
  })
})

describe('valid answers', () => {
  test.each([
    ['a status that nobody has', head('999 Odd', 'content-length: 0'), 999],
    [
      'a redirect, which is not followed',
      head('302 Found', 'location: http://127.0.0.1:9/', 'content-length: 0'),
      302,
    ],
    ['hints before it', `${head('103 Early Hints')}${head('200 OK', 'content-length: 2')}{}`, 200],
  ])('%s', async (_what, text, status) => {
    expect(await asked((socket) => void socket.write(text))).toMatchObject({
      kind: 'answered',
      answer: { status },
    })
  })

  test('a body that is longer than its content-length is truncated or refused', async () => {
    const text = `${head('200 OK', 'content-length: 2')}{}[[[[`
    expect((await asked((socket) => void socket.write(text))).kind).toMatch(/^(answered|failed)$/)
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['GZIP, identity', gzipSync],
  ] as const)('a body compressed as %s is decompressed', async (encoding, pack) => {
    const body = pack('{"data":[]}')
    const outcome = await asked((socket) => {
      socket.write(head('200 OK', `content-encoding: ${encoding}`, `content-length: ${body.length}`))
      socket.write(body)
    })
    expect(outcome).toMatchObject({ kind: 'answered', answer: { status: 200, body: { data: [] } } })
  })

  test.each([
    ['an uncompressed body', 'br', Buffer.from('{"data":[]}'), /does not decompress as br/],
    ['an encoding that the request does not accept', 'zstd', Buffer.from('x'), /did not accept: zstd/],
    ['three layers', 'gzip, gzip, gzip', gzipSync('x'), /compressed 3 times/],
  ] as const)('a compressed body that is not an answer: %s', async (_what, encoding, body, says) => {
    const outcome = await asked((socket) => {
      socket.write(head('200 OK', `content-encoding: ${encoding}`, `content-length: ${body.length}`))
      socket.write(body)
    })
    expect(outcome).toMatchObject({ kind: 'failed', why: 'garbage', message: expect.stringMatching(says) })
  })
})

describe('a subprocess', () => {
  test('a subprocess that answers with a million nested lists is reported', async () => {
    const deep = `"{\\"id\\":1,\\"status\\":200,\\"body\\":"+"[".repeat(1e6)+"]".repeat(1e6)+"}"`
    const target = commandTarget(script(`process.stdin.once("data",()=>console.log(${deep}))`), PATIENT)
    expect(await target.ask(request)).toMatchObject({ kind: 'failed', why: 'garbage' })
    await target.close()
  })

  test('the line reader of a subprocess passes on only the complete lines before a line that is too long', async () => {
    const read: string[] = []
    let ends = 0
    const take = lineReader(
      (text) => read.push(text),
      () => ends++,
    )
    for (const piece of ['a', 'b\nc\n\nd', '', '\ne', 'x'.repeat(MAX_BODY_BYTES), '\nf\n']) take(piece)
    expect(read).toEqual(['ab', 'c', '', 'd'])
    expect(ends).toBe(1)
  })
})

describe('a target in this process', () => {
  const odd: readonly (readonly [string, () => unknown, unknown])[] = [
    ['nothing', () => undefined, { kind: 'failed', why: 'crash' }],
    ['no body', () => ({ status: 200 }), { kind: 'failed', why: 'garbage' }],
    ['headers that are null', () => ({ status: 200, body: '1', headers: null }), { kind: 'answered' }],
    [
      'headers that are not texts',
      () => ({ status: 200, body: '1', headers: { A: { b: 1 } } }),
      { answer: { headers: { a: '{"b":1}' } } },
    ],
    ['a throw without words', () => Promise.reject(Object.create(null)), { kind: 'failed', why: 'crash' }],
    ['a throw of escape codes', () => Promise.reject(new Error('\u001b[2J')), { message: '\\u001b[2J' }],
    [
      'a throw that throws',
      () =>
        Promise.reject(
          new Proxy(
            {},
            {
              getPrototypeOf: () => {
                throw new Error('x')
              },
            },
          ),
        ),
      { kind: 'failed' },
    ],
  ]
  test.each(odd)('%s', async (_what, server, outcome) => {
    const target = Reflect.apply(serverTarget, undefined, [server, PATIENT])
    expect(await target.ask(request)).toMatchObject(Object(outcome))
  })
})

test('the reloader does not follow a redirect', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(head('302 Found', 'location: /again', 'content-length: 0')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const target = serverTarget(() => ({ status: 200, headers: {}, body: '' }), PATIENT)
  const load = reloader(`http://127.0.0.1:${port}/`, () => target)
  await expect(load({ contentTypes: {} })).rejects.toThrow(/answered 302/)
  server.close()
})
