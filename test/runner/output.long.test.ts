/** Tests the allowed hosts, the output and the working directory of a project's code. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { app } from './apps.ts'
import { open, until } from './support.ts'

async function serving(text: string): Promise<string> {
  const server = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${portOf(server.address())}`
}

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0

test('the code can reach an allowed host, but no other port and no redirect target', async () => {
  const url = await serving('hello')
  const other = await serving('other')
  const redirecting = createServer((_request, response) => response.writeHead(302, { location: other }).end())
  redirecting.listen(0, '127.0.0.1')
  await new Promise((resolve) => redirecting.once('listening', resolve))
  onTestFinished(() => void redirecting.close())
  const port = portOf(redirecting.address())
  const lines = [
    `(await fetch('${url}')).text()`,
    `new Promise((resolve) => require('http').get('${url}', (response) => response.on('data', (part) => resolve(String(part)))))`,
    `(await fetch('${other}')).text()`,
    `(await fetch('http://127.0.0.1:${port}')).text()`,
  ]
  const allowedHosts = [new URL(url).host, `127.0.0.1:${port}`]
  const { get } = await open({ 'app.js': app(lines) }, { allowedHosts })
  expect(await get('/0')).toEqual({ value: 'hello' })
  expect(await get('/1')).toEqual({ value: 'hello' })
  expect(await get('/2')).toMatchObject({ code: 'ERR_POPULACE_REFUSED' })
  expect(await get('/3')).toMatchObject({ code: 'ERR_POPULACE_REFUSED' })
})

test('the code cannot access the messages of its thread, and its working directory is the project folder', async () => {
  const threads = "require('worker_threads')"
  const { get, folder } = await open({
    'app.js': app([
      `[${threads}.parentPort, ${threads}.workerData, ${threads}.isMainThread]`,
      'process.cwd()',
      'process._getActiveHandles().filter((handle) => handle instanceof MessagePort).length',
      "[process.binding('util').isDate(new Date()), Object.keys(process.binding('util')).every((name) => name.startsWith('is'))]",
    ]),
  })
  expect(await get('/0')).toEqual({ value: [null, null, true] })
  expect(await get('/1')).toEqual({ value: folder })
  expect(await get('/2')).toEqual({ value: 0 })
  expect(await get('/3')).toEqual({ value: [true, true] })
})

/** The bytes of a WebAssembly module that calls `proc_exit(7)`. */
const EXITING =
  'AGFzbQEAAAABCAJgAX8AYAAAAiQBFndhc2lfc25hcHNob3RfcHJldmlldzEJcHJvY19leGl0AAADAgEBBQMBAAEHEwIGbWVtb3J5AgAGX3N0YXJ0AAEKCAEGAEEHEAAL'

test('`proc_exit` of a WASI module returns its code and does not end the process', async () => {
  const { get } = await open({
    'app.js': app([
      `(() => { const { WASI } = require('wasi'); const wasi = new WASI({ version: 'preview1', returnOnExit: false }); return wasi.start(new WebAssembly.Instance(new WebAssembly.Module(Buffer.from('${EXITING}', 'base64')), { wasi_snapshot_preview1: wasi.wasiImport })) })()`,
    ]),
  })
  expect(await get('/0')).toEqual({ value: 7 })
})

test('the output of code becomes log lines without control characters, limited in length and number', async () => {
  const { get, lines } = await open({
    'app.js': app([
      "console.log('\\u001b[31mred\\u202e\\nsecond')",
      "console.error('x'.repeat(5000))",
      "require('fs').writeSync(1, 'direct\\n')",
      "{ for (let line = 0; line < 1000; line++) console.log('line', line) }",
    ]),
  })
  await get('/0')
  await get('/1')
  await get('/2')
  expect(lines.slice(0, 2)).toEqual(['info: \\u001b[31mred\\u202e', 'info: second'])
  expect(lines[2]).toMatch(/^error: x{1000,1100}\.\.\.$/)
  expect(lines[3]).toBe('info: direct')
  await get('/3')
  await until(() => lines.some((line) => line.endsWith('more lines of output omitted')))
  expect(lines.length).toBeLessThan(210)
})

test('functions of node:fs resolve relative paths from the project folder', async () => {
  const lines = [
    "require('fs').readFileSync('data/a.txt', 'utf8')",
    "require('fs/promises').readFile('./data/a.txt', 'utf8')",
    "new Promise((resolve) => require('node:fs').exists('data', resolve))",
    "require('fs').readdirSync('./data/')",
    "(require('fs').cpSync('data/a.txt', 'data/b.txt'), require('fs').existsSync('data/b.txt'))",
    "require('util').promisify(require('fs').exists)('data')",
    "require('fs').realpathSync.native(process.cwd()) === process.cwd()",
    "new Promise((resolve) => require('fs').createReadStream('data/a.txt').on('data', (part) => resolve(String(part))))",
  ]
  const { get } = await open({ 'app.js': app(lines), 'data/a.txt': 'text' })
  const values = await Promise.all(lines.map((_, at) => get(`/${at}`)))
  expect(values.slice(0, 3)).toEqual([{ value: 'text' }, { value: 'text' }, { value: true }])
  expect(values[3]).toMatchObject({ value: expect.arrayContaining(['a.txt']) })
  expect(values.slice(4)).toEqual([{ value: true }, { value: true }, { value: true }, { value: 'text' }])
})
