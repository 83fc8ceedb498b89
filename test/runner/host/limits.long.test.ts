/** Tests code that does not return, and code that uses up its memory. */
import { expect, test } from 'vitest'
import { recordingHost, until } from '../support.ts'
import { openReady } from './stalling.ts'

test('a handler that never returns gives 500 to its own request, and other requests are answered meanwhile', async () => {
  const { get } = await openReady({ patience: 3000 })
  const order: string[] = []
  const loop = get('/loop').finally(() => order.push('loop'))
  await Promise.all(
    [0, 10, 30, 80].map(async (after) => {
      await new Promise((resolve) => setTimeout(resolve, after))
      expect(await get(`/other/${after}`)).toEqual({ target: `/other/${after}` })
      order.push('other')
    }),
  )
  expect(await loop).toMatchObject({
    error: { status: 500, message: 'GET /loop: The code of the project did not answer within 3 s.' },
  })
  expect(order).toEqual(['other', 'other', 'other', 'other', 'loop'])
  expect(await get('/after')).toEqual({ target: '/after' })
})

test('a request that waits for a call is answered, even if another request blocks its thread and then the next thread', async () => {
  const { get, host } = await openReady()
  const asked = get('/ask')
  await until(() => host.calls.includes('find [1]'))
  const first = get('/block')
  // Both `/ask` and `/block` now run a second time on the other thread, which then blocks too.
  await until(() => host.calls.filter((call) => call === 'find [1]').length === 2)
  const second = get('/block')
  expect(await first).toEqual({ done: true })
  expect(await second).toEqual({ done: true })
  expect(await asked).toEqual({ asked: true })
})

test('a handler that blocks its thread for a while still answers its request', async () => {
  const { get } = await openReady()
  const block = get('/block')
  expect(await get('/other')).toEqual({ target: '/other' })
  expect(await block).toEqual({ done: true })
})

test('if a request waits for a refused connection, its error names the connection', async () => {
  const { get } = await openReady({ patience: 200 })
  const refusal =
    'The code connects to 127.0.0.1:6379 at app.js:23. Populace gives the code of a project no network. To allow this host, add --allow-network 127.0.0.1.'
  expect(await get('/connect')).toMatchObject({
    error: {
      message: `GET /connect: The code of the project did not answer within 200 ms. It may wait for a refused call: ${refusal}`,
    },
  })
})

test('a promise that never settles delays only its own request, up to the time limit', async () => {
  const { get } = await openReady({ patience: 200 })
  const never = get('/never')
  expect(await get('/other')).toEqual({ target: '/other' })
  expect(await never).toMatchObject({
    error: { message: 'GET /never: The code of the project did not answer within 200 ms.' },
  })
})

test('code that uses up its memory ends only its own thread', async () => {
  const { get, lines } = await openReady({ memory: 100, patience: 20_000 })
  const memory = get('/memory')
  const slow = get('/slow')
  expect(await slow).toEqual({ slow: true })
  expect(await memory).toMatchObject({
    error: { message: 'GET /memory: The code of the project used more than its 100 MB of memory.' },
  })
  expect(await get('/after')).toEqual({ target: '/after' })
  expect(lines.filter((line) => line.includes('100 MB'))).toHaveLength(1)
})

test('an unhandled error is logged as one line with its file and line, and the thread continues', async () => {
  const { get, lines } = await openReady()
  await get('/reject')
  await get('/reject')
  await get('/timer')
  await until(() => lines.some((line) => line.includes('timer')))
  expect(lines.filter((line) => line.startsWith('error'))).toEqual([
    'error: Nothing in the code handles this error: nobody waits (app.js:20)',
    'error: Nothing in the code handles this error: in a timer (app.js:21)',
  ])
  expect(await get('/exit')).toMatchObject({ error: { status: 500 } })
  expect(await get('/after')).toEqual({ target: '/after' })
})

test('a spare thread does not log the lines of the start again', async () => {
  const { lines, get } = await openReady({ patience: 500 })
  await get('/loop')
  await get('/loop')
  expect(lines.filter((line) => line === 'info: started')).toHaveLength(1)
})

test('a request that runs at the same time as an endless request writes once, to its own world', async () => {
  const { get } = await openReady({ patience: 3000 })
  const own = recordingHost('own')
  const loop = get('/loop')
  await get('/write', own)
  expect(own.calls).toEqual(['create []'])
  void loop
})

test('a thread that sends unknown messages is ended, and the next requests are answered', async () => {
  const { get, lines } = await openReady()
  expect(await get('/forge')).toMatchObject({ error: { status: 500 } })
  expect(await get('/after')).toEqual({ target: '/after' })
  expect(lines.some((line) => line.includes('sent an unknown message'))).toBe(true)
})
