/** Tests writes over HTTP, with and without a body, in one chunk or several. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { createMock } from '../../src/server/mock.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { graphOf } from '../support/datasets.ts'

let running: Running
beforeAll(async () => {
  const { api, layers } = createMock(graphOf('guide'), { profile: 'strapi-5.54-sqlite' })
  running = await serve(api, { port: 0, layers })
})
afterAll(() => running.stop())

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${running.url}/api/${path}`, {
    ...init,
    headers: { authorization: 'Bearer admin-token', ...init.headers },
  })
const send = (method: string, path: string, data: JsonObject): Promise<Response> =>
  ask(path, {
    method,
    headers: { 'content-type': 'application/json', connection: 'keep-alive' },
    body: JSON.stringify({ data }),
  })

test('an entry can be created, updated, read and deleted on one connection', async () => {
  const created = await send('POST', 'categories', { name: 'Form' })
  expect(created.status).toBe(201)
  const { documentId } = (await created.json()).data
  expect((await (await send('PUT', `categories/${documentId}`, { name: 'Changed' })).json()).data.name).toBe(
    'Changed',
  )
  expect((await (await ask(`categories/${documentId}`)).json()).data.name).toBe('Changed')
  const gone = await ask(`categories/${documentId}`, { method: 'DELETE' })
  expect([gone.status, await gone.text()]).toEqual([204, ''])
  expect((await ask(`categories/${documentId}`)).status).toBe(404)
})

test.each([
  ['without a body', {}],
  ['with an empty one', { body: '' }],
  ['with one that nobody reads', { body: JSON.stringify({ data: { name: 'x'.repeat(100_000) } }) }],
])('a DELETE %s is answered', async (_how, init) => {
  const { documentId } = (await (await send('POST', 'categories', { name: 'Short' })).json()).data
  const answers = [
    await ask(`categories/${documentId}`, { method: 'DELETE', ...init }),
    await ask('users/9999', { method: 'DELETE', ...init }),
    await ask('upload/files/9999', { method: 'DELETE', ...init }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 404])
})

test('a file can be uploaded and deleted', async () => {
  const form = new FormData()
  form.append('files', new Blob(['hello'], { type: 'text/plain' }), 'a.txt')
  const sent = await ask('upload', { method: 'POST', body: form })
  expect(sent.status).toBe(201)
  const [{ id, name }] = await sent.json()
  expect(name).toBe('a.txt')
  expect((await ask(`upload/files/${id}`, { method: 'DELETE' })).status).toBe(200)
})

/** Returns a form with one file of `size` bytes. */
function formOf(bytes: number): FormData {
  const form = new FormData()
  // Fills the file with the first character of the form boundary, which makes the search for the boundary slowest.
  form.append('files', new Blob(['-'.repeat(bytes)], { type: 'text/plain' }), 'long.txt')
  return form
}

test('a file may exceed the body limit, but a text field of a form may not', async () => {
  const sent = await ask('upload', { method: 'POST', body: formOf(3_000_000) })
  expect(sent.status).toBe(201)
  const [{ id, size }] = await sent.json()
  expect(size).toBe(3000)
  await ask(`upload/files/${id}`, { method: 'DELETE' })
  expect((await ask('categories', { method: 'POST', body: formOf(3_000_000) })).status).toBe(413)
})

test('uploaded files have their own size limit', async () => {
  const { api, layers } = createMock(graphOf('guide'))
  const small = await serve(api, { port: 0, layers, limits: { maxBodySize: 100, maxUploadSize: 2000 } })
  const headers = { authorization: 'Bearer admin-token' }
  const send = (bytes: number) =>
    fetch(`${small.url}/api/upload`, { method: 'POST', headers, body: formOf(bytes) })
  try {
    expect([(await send(1000)).status, (await send(3000)).status]).toEqual([201, 413])
  } finally {
    await small.stop()
  }
})

test('a write without a readable JSON body answers 400', async () => {
  const answers = [
    await ask('categories', { method: 'POST' }),
    await ask('categories', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([400, 400])
})
