/**
 * Tests long request bodies: each route has a limit, and the server refuses a longer body before it has arrived.
 * `bodies.long.test.ts` tests the largest bodies.
 */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mockHandler } from '../../src/server/fetch.ts'
import { DEFAULT_LIMITS } from '../../src/server/http/limits.ts'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { createMock } from '../../src/server/mock.ts'
import { Worlds, worldsLayer } from '../../src/server/worlds/worlds.ts'
import { partsOf, textCounter } from '../../src/writing/body/multipart.ts'
import { graphOf } from '../support/datasets.ts'
import { dial, exchange, statuses } from '../support/raw.ts'

const MIB = 1024 * 1024
const FORM = 'multipart/form-data; boundary=X'
const ADMIN = 'authorization: Bearer admin-token'
const text = (name: string): string => `--X\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`
const file = (name: string): string =>
  `--X\r\ncontent-disposition: form-data; name="${name}"; filename="a.bin"\r\ncontent-type: a/b\r\n\r\n`
const END = '\r\n--X--\r\n'

const graph = graphOf('guide')
const lacking: string[] = []
const mock = createMock(graph, { lacks: ({ action }) => lacking.push(action) })
let running: Running
beforeAll(async () => {
  const worlds = new Worlds({ base: () => graph, make: (one) => createMock(one) })
  running = await serve(mock.api, { port: 0, layers: [worldsLayer(worlds), ...mock.layers] })
})
afterAll(() => running.stop())

/** Returns the request line and headers of an HTTP request whose form has the given length. */
const head = (method: string, target: string, length: number, ...more: readonly string[]): string =>
  [`${method} ${target} HTTP/1.1`, 'host: localhost', `content-type: ${FORM}`, `content-length: ${length}`]
    .concat(more, '', '')
    .join('\r\n')

/** Returns the answer to a request whose body is incomplete. */
async function answerTo(bytes: string | Buffer): Promise<string> {
  const socket: Socket = await dial(running)
  socket.write(bytes)
  let answer = ''
  while (!answer.includes('}')) answer += String((await once(socket, 'data'))[0])
  socket.destroy()
  return answer
}

describe('only the upload route accepts a body of more than a MiB', () => {
  test.each([
    ['POST', '/api/articles?x=/upload'],
    ['POST', '/api/articles?x=/upload/'],
    ['POST', '/api/articles?/upload'],
    ['POST', '/api/articles?x=%2Fupload'],
    ['PUT', '/api/articles/articlebread000000000001?x=/upload'],
    ['POST', '/api/auth/local?x=/upload'],
    ['POST', '/api/auth/local/register?/upload'],
    ['PUT', '/api/users/1?x=/upload'],
    ['POST', '/_populace/in/w/api/articles?x=/upload'],
    ['POST', 'http://localhost/api/articles?x=/upload'],
  ])('%s %s is refused because of its content length', async (method, target) => {
    const answer = await answerTo(head(method, target, 2 * MIB))
    expect(statuses(answer)).toEqual([413])
    expect(answer).toContain('\r\nconnection: close\r\n')
    expect(answer).toContain('"message":"request entity too large"')
  })

  test.each(['/api/articles?x=/upload', '/api/auth/local?x=/upload'])(
    'a chunked body for %s is refused as soon as it exceeds a MiB',
    async (target) => {
      const chunked = head('POST', target, 0).replace('content-length: 0', 'transfer-encoding: chunked')
      const chunk = Buffer.alloc(MIB + 1, 'a')
      const bytes = [chunked, `${chunk.length.toString(16)}\r\n`, chunk].map((one) => Buffer.from(one))
      expect(statuses(await answerTo(Buffer.concat(bytes)))).toEqual([413])
    },
  )

  test('a client that sends a too long body gets the whole answer, and the connection is closed', async () => {
    const long = head('POST', '/api/articles?x=/upload', 2 * MIB) + 'a'.repeat(2 * MIB)
    const answer = await exchange(running, `${long}GET /_health HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    expect(statuses(answer)).toEqual([413])
    expect(answer).toContain('"message":"request entity too large"')
  })

  test.each([
    '/api/upload',
    '/api/upload/',
    '/API/Upload?x=1',
    'http://localhost/api/upload',
    '/_populace/in/w/api/upload',
  ])('%s accepts a file of more than a MiB', async (target) => {
    const form = `${text('fileInfo')}{"caption":"long"}\r\n${file('files')}${'a'.repeat(2 * MIB)}${END}`
    const answer = await exchange(running, head('POST', target, form.length, ADMIN) + form)
    expect(statuses(answer)).toEqual([201])
    expect(answer).toContain('"caption":"long"')
  })

  test('a caller without the permission is refused before the form arrives', async () => {
    lacking.length = 0
    expect(statuses(await answerTo(head('POST', '/api/upload', 60 * MIB)))).toEqual([403])
    expect(lacking).toEqual(['plugin::upload.content-api.upload'])
    const nobody = head('POST', '/api/upload', 60 * MIB, 'authorization: Bearer nobody')
    expect(statuses(await answerTo(nobody))).toEqual([401])
  })
})

describe('the texts of an upload form', () => {
  /** Returns a body that counts the bytes read from it: a beginning, a repeated chunk, and an end. */
  function counted(start: string, chunk: string, chunks: number) {
    const read = { bytes: 0 }
    function* bytes(): Generator<Buffer> {
      yield Buffer.from(start)
      for (let sent = 0; sent < chunks; sent++) yield Buffer.from(chunk)
      yield Buffer.from(END)
    }
    const left = bytes()
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const { done, value } = left.next()
        if (done === true) return controller.close()
        read.bytes += value.length
        controller.enqueue(value)
      },
    })
    return { body, read }
  }

  const handle = mockHandler(mock)
  const send = (path: string, body: BodyInit): Promise<Response> => {
    const headers = { 'content-type': FORM, authorization: 'Bearer admin-token' }
    const sent = { method: 'POST', headers, body, duplex: 'half' }
    return handle(new Request(`http://localhost${path}`, sent))
  }
  const CHUNK = '{},'.repeat(16 * 1024)

  test.each([
    ['/api/upload', text('fileInfo')],
    ['/api/upload', text('data')],
    ['/api/upload', `${file('files')}a\r\n${text('fileInfo')}`],
    ['/api/upload', text('fileInfo').replace('"fileInfo"', '"fileInfo"; filename=""')],
    ['/api/articles?x=/upload', text('data')],
    ['/api/articles?x=/upload', file('files')],
  ])('%s reads at most a MiB of %j', async (path, start) => {
    const { body, read } = counted(`${start}[`, CHUNK, 400)
    expect((await send(path, body)).status).toBe(413)
    expect(read.bytes).toBeGreaterThan(MIB)
    expect(read.bytes).toBeLessThan(MIB + 4 * CHUNK.length)
  })

  test('the texts of an upload form count together against the limit, over all parts of the form', async () => {
    const { body, read } = counted('', `${text('fileInfo')}[${'{},'.repeat(40_000)}{}]\r\n`, 400)
    expect((await send('/api/upload', body)).status).toBe(413)
    expect(read.bytes).toBeLessThan(2 * MIB)
  })

  test('the texts of an upload form are refused once they exceed the limit, before the rest of the form arrives', async () => {
    const sent = `${text('fileInfo')}[${'{},'.repeat(MIB / 2)}`
    const answer = await answerTo(head('POST', '/api/upload', 57 * MIB, ADMIN) + sent)
    expect(statuses(answer)).toEqual([413])
    expect(answer).toContain('\r\nconnection: close\r\n')
  })

  test('the texts of an upload form may be sent as a file, which is read as text up to a MiB', async () => {
    const form = (info: string): string =>
      `${file('fileInfo')}${info}\r\n${file('files')}${'a'.repeat(2 * MIB)}${END}`
    const short = await send('/api/upload', form('{"caption":"of a file"}'))
    expect([short.status, (await short.json())[0].caption]).toEqual([201, 'of a file'])
    expect((await send('/api/upload', form(`[${'{},'.repeat(MIB / 2)}{}]`))).status).toBe(413)
  })
})

test.each([' ', '\t ', ' x'])('a boundary with the text %j behind it is a piece of the content', (behind) => {
  const bytes = Buffer.from(`${text('a')}1\r\n--X${behind}\r\n\r\n2${END}`)
  const parts = (partsOf(bytes, FORM) ?? []).map((part) => Buffer.from(part.bytes).toString())
  expect(parts).toEqual([`1\r\n--X${behind}\r\n\r\n2`])
  expect(textCounter(FORM)?.(bytes)).toBe(parts[0]?.length)
})

test('the counter of text bytes in a form counts the same, however the form is split into chunks', () => {
  const pieces = [
    '--X',
    '--X--',
    '\r\n',
    '\r\n\r\n',
    '-',
    'X',
    '\r',
    text('a'),
    file('b'),
    `\r\n${text('c')}`,
  ]
  const body = fc.array(fc.constantFrom(...pieces), { maxLength: 12 })
  let texts = 0
  fc.assert(
    fc.property(body, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (made, lengths) => {
      const bytes = Buffer.from(`${made.join('')}${END}`)
      const fields = (partsOf(bytes, FORM) ?? []).filter(({ filename }) => filename === undefined)
      const count = textCounter(FORM)
      let counted = 0
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const end = at + (lengths[turn % lengths.length] ?? 1)
        counted = count?.(bytes.subarray(at, end)) ?? 0
        at = end
      }
      expect(counted).toBe(fields.reduce((sum, one) => sum + one.bytes.length, 0))
      texts += counted
    }),
    { seed: 20_261_123, numRuns: 2_000 },
  )
  expect(texts).toBeGreaterThan(1_000)
  expect(textCounter('application/json')).toBeUndefined()
  expect(DEFAULT_LIMITS).toMatchObject({ maxBodySize: MIB, maxUploadSize: 64 * MIB })
})
