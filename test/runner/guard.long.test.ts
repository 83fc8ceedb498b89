/** Tests a served project whose code is harmful. */

import { realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { type Asked, otherServer, served } from './served.ts'
import { until } from './support.ts'

const FILE = 'src/api/trial/controllers/trial.js'

test('endless code causes a 500 answer only to its own request, and other requests are answered in the meantime', async () => {
  const { ask } = await served()
  await ask('/api/articles')
  const order: string[] = []
  const loop = ask('/api/trial/loop').finally(() => order.push('loop'))
  for (let at = 0; at < 20; at++)
    for (const target of ['/api/articles', '/api/trial/ok', '/_populace/schema'])
      expect([target, (await ask(target)).status]).toEqual([target, 200])
  order.push('others')
  expect(await loop).toMatchObject({
    status: 500,
    body: expect.stringContaining('GET /api/trial/loop: The code of the project did not answer within 10 s.'),
  })
  expect(order).toEqual(['others', 'loop'])
})

test('the server survives code that uses up its memory or ends the process', async () => {
  const { ask, said } = await served()
  const [memory, exit] = [await ask('/api/trial/memory'), await ask('/api/trial/exit')]
  expect([memory.status, exit.status]).toEqual([500, 500])
  expect(memory.body).toContain('memory')
  expect(await ask('/api/trial/rejects')).toEqual({ status: 200, body: '{"ok":true}' })
  expect(await ask('/api/trial/timer')).toEqual({ status: 200, body: '{"ok":true}' })
  await until(() => said().includes('thrown in a timer'))
  expect(said()).toContain(`nobody waits for this (${FILE}:`)
  expect((await ask('/api/articles')).status).toBe(200)
})

test.each([
  ['fetch', 'connects to 127.0.0.1:9'],
  ['http', 'connects to 127.0.0.1:9'],
  ['net', 'connects to db.example:5432'],
  ['dns', 'looks up db.example'],
  ['program', 'starts the program "id"'],
  ['udp', 'uses UDP (send)'],
])(
  'a project that uses %s gives 500, and the log says with file and line: the code %s',
  async (name, attempt) => {
    const { ask, said } = await served()
    expect((await ask(`/api/trial/${name}`)).status).toBe(500)
    await until(() => said().includes(`The code ${attempt} at ${FILE}:`))
  },
)

test('code can connect only to an allowed host and port', async () => {
  const [open, closed] = [await otherServer(), await otherServer()]
  const { ask } = await served('--allow-network', `127.0.0.1:${open}`)
  for (const name of ['fetch', 'http']) {
    expect(await ask(`/api/trial/${name}?port=${open}`)).toEqual({ status: 200, body: '{"status":204}' })
    expect((await ask(`/api/trial/${name}?port=${closed}`)).status).toBe(500)
  }
})

test('the working directory of the code is the folder of its project', async () => {
  const { ask, folder } = await served()
  expect((await ask('/api/trial/folder')).body).toBe(JSON.stringify({ folder: realpathSync(folder) }))
})

test('bodies for custom routes are parsed, and bodies that exceed a limit get 413', async () => {
  const { ask } = await served('--strict-tokens', '--grant', 'api::trial.trial.closed')
  const post = (target: string, body: string | FormData, type?: string) =>
    ask(target, {
      method: 'POST',
      body,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    })
  const form = (text: string, bytes: number): FormData => {
    const data = new FormData()
    data.set('text', text)
    data.set('file', new Blob([new Uint8Array(bytes)]), 'a.bin')
    return data
  }
  const json = await post('/api/trial/echo', '{"a":[1,{"b":2}]}', 'application/json')
  expect(JSON.parse(json.body)).toMatchObject({ body: { a: [1, { b: 2 }] } })
  expect((await post('/api/trial/echo', '{"__proto__":1}', 'application/json')).status).toBe(400)
  const encoded = await post('/api/trial/echo', 'a=1&b[c]=2', 'application/x-www-form-urlencoded')
  expect(JSON.parse(encoded.body)).toMatchObject({ body: { a: '1', b: { c: '2' } } })
  const large = 3 * 2 ** 20
  expect((await post('/api/trial/echo', `"${'x'.repeat(large)}"`, 'application/json')).status).toBe(413)
  expect(JSON.parse((await post('/api/trial/files', form('t', large))).body)).toEqual({
    body: { text: 't' },
    files: { file: large },
  })
  expect((await post('/api/trial/files', form('t'.repeat(large), 1))).status).toBe(413)
  // A caller without permission for the route may send at most the bytes allowed for a text field.
  const refused = (bytes: number): Promise<Asked> =>
    ask('/api/trial/closed', {
      method: 'POST',
      body: form('t', bytes),
      headers: { authorization: 'Bearer unknown' },
    })
  expect((await post('/api/trial/closed', form('t', large))).status).toBe(200)
  expect((await refused(large)).status).toBe(413)
  expect((await refused(10)).status).toBe(401)
})

const METHODS = ['GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'get', 'PROPFIND']
const PATHS = [
  'articles',
  'articles/1',
  'articles/%00',
  'articles/%',
  'articles/%E0%A4%A',
  '__proto__',
  'constructor',
]
const MORE = [
  'articles/__proto__',
  'trial/ok',
  'trial/echo',
  'trial/files',
  'trial/throws',
  '../x',
  'a/'.repeat(500),
]
const SEARCHES = [
  '',
  '?populate=*',
  '?__proto__[a]=1',
  '?a[b][c][d][e][f][g]=1',
  '?%',
  '?sort=title',
  '?a='.padEnd(5000, 'x'),
]
const HEADERS = [
  'x: y',
  'authorization: Bearer x',
  'origin: http://a.example',
  '__proto__: 1',
  'expect: 100-continue',
]
const BODIES = ['{"data":{"title":"a"}}', '{"data":', '['.repeat(5000), 'null', 'a=1&b[c', '--x\r\n\r\n--x--']
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
]

test('2,000 random requests are all answered, and no answer contains paths of this machine', async () => {
  const { port, ask, folder, said } = await served()
  let seed = 42
  const pick = (list: readonly string[]): string => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff
    return list[(seed >> 8) % list.length] ?? ''
  }
  const paths = [...PATHS, ...MORE]
  const one = async (): Promise<string> => {
    const [method, body] = [pick(METHODS), pick(['', ...BODIES])]
    const head = [
      `${method} /api/${pick(paths)}${pick(SEARCHES)} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      'connection: close',
      pick(HEADERS),
      ...(body === '' ? [] : [`content-type: ${pick(TYPES)}`, `content-length: ${body.length}`]),
    ]
    return answerTo(port, `${head.join('\r\n')}\r\n\r\n${body}`)
  }
  for (let at = 0; at < 100; at++) {
    const answers = await Promise.all(Array.from({ length: 20 }, one))
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /)
      expect(answer).not.toContain(folder)
      expect(answer).not.toMatch(/node_modules|\.js:\d+|\n\s+at /)
    }
  }
  expect((await ask('/api/articles')).status).toBe(200)
  expect(said()).not.toContain('requests were in progress')
})

function answerTo(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1').on('data', (chunk) => (text += String(chunk)))
    socket.on('error', () => undefined).on('close', () => resolve(text))
  })
}
