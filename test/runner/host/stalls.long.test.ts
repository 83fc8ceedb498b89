/** Tests code that does not return in several requests, threads or steps of the start. */
import { expect, test } from 'vitest'
import { open, until } from '../support.ts'
import { APP, openReady } from './stalling.ts'

test('a request on the thread of an endless request runs again on another thread, unless the request has written', async () => {
  const { get, host } = await openReady({ patience: 3000 })
  const [slow, written] = [get('/slow'), get('/write')]
  await until(() => host.calls.includes('create []'))
  const loop = get('/loop')
  expect(await slow).toEqual({ slow: true })
  expect(await written).toMatchObject({ error: { status: 500 } })
  expect(await loop).toMatchObject({ error: { status: 500 } })
  expect(host.calls).toEqual(['count []', 'create []'])
})

test('if code blocks in a timer, the request that set the timer fails', async () => {
  const { get } = await openReady({ patience: 3000 })
  const loop = get('/late-loop')
  const slow = get('/slow')
  expect(await slow).toEqual({ slow: true })
  expect(await loop).toMatchObject({
    error: { message: 'GET /late-loop: The code of the project did not answer within 3 s.' },
  })
})

test('five endless handlers delay other requests only until a thread is free', async () => {
  const { get } = await openReady({ patience: 20_000 })
  for (let loop = 0; loop < 5; loop++) void get('/loop')
  expect(await get('/other')).toEqual({ target: '/other' })
})

test('further requests to the path of an endless handler wait, so that they block no other thread', async () => {
  const { get, scratches } = await openReady({ patience: 3000 })
  const loops = [1, 2, 3].map((at) => get(`/loop?${at}`))
  expect(await get('/other')).toEqual({ target: '/other' })
  // Counts the thread of the project, its spare thread, and a new spare thread.
  expect(scratches.length).toBe(2)
  for (const loop of loops)
    expect(await loop).toMatchObject({
      error: { message: 'GET /loop: The code of the project did not answer within 3 s.' },
    })
})

test('a request to the path of a blocking request is answered after that request has ended', async () => {
  const { get } = await openReady({ patience: 3000 })
  expect(await Promise.all([get('/block'), get('/block')])).toEqual([{ done: true }, { done: true }])
})

test('after five crashes, requests get an error with the number and the reason of the crashes', async () => {
  const { get } = await openReady({ memory: 100, patience: 20_000 })
  const why =
    'The code of the project ended 5 times: the code of the project used more than its 100 MB of memory.'
  const answers: string[] = []
  while (answers.length < 40 && !answers.at(-1)?.includes('5 times'))
    answers.push(JSON.stringify(await get('/buffer')))
  expect(answers.length).toBeGreaterThan(4)
  expect(await get('/after')).toMatchObject({ error: { message: `GET /after: ${why}` } })
})

test('code that blocks during the start makes the start fail', async () => {
  await expect(open({ 'app.js': 'for (;;);' }, { loading: 3000 })).rejects.toThrow(
    'did not finish extensions, plugins and register within 3 s',
  )
  await expect(open({ 'app.js': APP, 'config/x.js': 'for (;;);' }, { loading: 3000 })).rejects.toThrow(
    'did not finish the files below config within 3 s; config/x.js ran at that time. Correct it, or open the project without its code: --no-project-code, or `projectCode: false` in your own program.',
  )
})

test('a start without progress fails after 6 s, but with allowed hosts only at the time limit of the start', async () => {
  const never = { 'app.js': 'module.exports = { bootstrap: () => new Promise(() => {}) }' }
  await expect(open(never)).rejects.toThrow('did not finish bootstrap within 6 s')
  await expect(open(never, { loading: 7_000, allowedHosts: ['example.com'] })).rejects.toThrow('within 7 s')
})

test('a start fails if `bootstrap` makes endless calls', async () => {
  const call = "ask({ service: 'documents', uid: 'api::a.a', method: 'count', args: [] })"
  const app = `module.exports = { bootstrap: async ({ ask }) => { for (;;) await ${call} } }`
  await expect(open({ 'app.js': app })).rejects.toThrow('did not finish bootstrap within 6 s')
})

test('a configuration that doubles lists makes the start fail, but not the process', async () => {
  const lists = Array.from({ length: 40 }, (_, at) => `const a${at + 1}=[...a${at},...a${at}];`)
  const config = `const a0=[1];${lists.join('')}module.exports={connection:{client:a40}}`
  await expect(open({ 'app.js': APP, 'config/database.js': config })).rejects.toThrow(
    'used more than its 512 MB of memory in the files below config; config/database.js ran at that time.',
  )
})

test('an endless configuration file makes the start fail after 6 s, even in a getter', async () => {
  await expect(open({ 'app.js': APP, 'config/database.js': 'while(true){}' })).rejects.toThrow(
    'did not finish the files below config within 6 s; config/database.js',
  )
  const getter = 'module.exports = { get connection() { for (;;); } }'
  await expect(open({ 'app.js': APP, 'config/database.js': getter })).rejects.toThrow('within 6 s')
})

test('endless requests to different ids of one route block two threads at most', async () => {
  const matchCore = (_method: string, target: string) => target.replace(/\d+$/, ':id')
  const { get, scratches } = await openReady({ patience: 3000, matchCore })
  const loops = [1, 2, 3, 4, 5].map((id) => get(`/loop/${id}`))
  expect(await get('/other/1')).toEqual({ target: '/other/1' })
  // The spare threads: the second blocked thread, the thread that answers, and its own spare thread.
  expect(scratches.length).toBeLessThanOrEqual(3)
  for (const loop of loops) expect(await loop).toMatchObject({ error: { status: 500 } })
})
