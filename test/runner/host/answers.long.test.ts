/** Tests the thread that runs a project's code: its errors, its configuration files and its limits. */
import { expect, test } from 'vitest'
import { open, recordingHost, requestOf, until } from '../support.ts'
import { ECHO } from './echo.ts'

test('an error of the server rejects the call with its class name and status', async () => {
  const { get } = await open({ 'app.js': ECHO })
  expect(await get('/fail')).toEqual({ caught: 'ValidationError', status: 400 })
})

test('a call that code makes after its answer still goes to the world of its request', async () => {
  const { get, host } = await open({ 'app.js': ECHO })
  const own = recordingHost('own')
  await get('/late', own)
  await until(() => own.calls.length > 0)
  expect(own.calls).toEqual(['late []'])
  expect(host.calls).toEqual([])
})

test('the writes of bootstrap go to the host once, and the writes of a spare thread go to its scratch world', async () => {
  const app = `module.exports = {
    bootstrap: ({ ask }) => ask({ service: 'documents', uid: 'api::a.a', method: 'create', args: [] }),
    handle: async () => ({}),
  }`
  const { host, scratches } = await open({ 'app.js': app })
  await until(() => scratches.some(({ calls }) => calls.length > 0))
  expect(host.calls).toEqual(['create []'])
  expect(scratches.map(({ calls }) => calls)).toEqual([['create []']])
})

test('config files are executed with `env`, and files for the environment override the others', async () => {
  const { configured } = await open(
    {
      'app.js': ECHO,
      'config/server.ts':
        'export default ({ env }: { env: any }) => ({ port: env.int("PORT", 1), keys: env.array("KEYS"), on: env.bool("ON", true), at: new Date(0), run: () => 1, nested: { one: 1, two: 2 } })',
      'config/env/test/server.json': '{"nested": {"two": 3}}',
      'config/plugins.js': 'module.exports = { a: require("nowhere") }',
      'config/broken.js': '\nthrow new Error("no config")',
      'config/use.js': 'module.exports = require("nowhere")()',
      'src/components/shared/seo.ts': 'export default { attributes: { title: { type: "string" } } }',
    },
    { env: { NODE_ENV: 'test', PORT: '8', KEYS: 'a, b' } },
  )
  expect(configured.config['server']).toEqual({
    file: 'config/server.ts',
    value: {
      port: 8,
      keys: ['a', 'b'],
      on: true,
      at: '1970-01-01T00:00:00.000Z',
      nested: { one: 1, two: 3 },
    },
  })
  expect(configured.schemas).toEqual({
    'src/components/shared/seo.ts': { attributes: { title: { type: 'string' } } },
  })
  expect(configured.problems.map(({ file, line, missing }) => [file, line, missing])).toEqual([
    ['config/broken.js', 2, undefined],
    ['config/use.js', 0, 'nowhere'],
    ['config/plugins.js', 1, 'nowhere'],
  ])
})

test('a request gets 503 while a thousand other requests wait', async () => {
  const { code, host } = await open(
    { 'app.js': 'module.exports = { handle: () => new Promise(() => {}) }' },
    { patience: 300 },
  )
  const all = Array.from({ length: 1001 }, () => code.answer(requestOf('/wait'), host))
  expect((await all[1000])?.response.status).toBe(503)
  expect((await all[0])?.response.status).toBe(500)
})

test('config files that throw or exceed the limits are reported by name', async () => {
  const { configured } = await open({
    'app.js': ECHO,
    'config/a.js': 'throw Object.create(null)',
    'config/b.js': 'throw { get message() { throw 1 }, toString() { throw 2 } }',
    'config/c.js': 'module.exports = { get x() { throw new Error("no") }, y: 1 }',
    'config/d.js': 'module.exports = new Proxy({}, { ownKeys() { throw new Error("no keys") } })',
    'config/e.js':
      'let all = { x: 1 }; for (let at = 0; at < 40; at++) all = { all, also: all }; module.exports = all',
    'config/f.js': 'module.exports = { text: "x".repeat(2e6) }',
  })
  expect(configured.problems.map(({ file, message }) => `${file}: ${message}`)).toEqual([
    'config/a.js: the code throws an error that cannot be read',
    'config/b.js: the code throws an error that cannot be read',
    'config/d.js: no keys',
    'config/e.js: the value is read in part: it has more than 200000 values',
    'config/f.js: the value is read in part: a text has more than 1000000 characters',
  ])
})

test('after the end of the thread, every request gets 500', async () => {
  const { code, host } = await open({ 'app.js': 'module.exports = { handle: () => new Promise(() => {}) }' })
  const waiting = code.answer(requestOf('/wait'), host)
  code.end()
  expect((await waiting).response.status).toBe(500)
  expect((await code.answer(requestOf('/x'), host)).response.status).toBe(500)
})
