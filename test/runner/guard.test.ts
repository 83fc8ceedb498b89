import { expect, test } from 'vitest'
import { app } from './apps.ts'
import { openForAll } from './support.ts'

/** Returns the place in `app.js` of the line with the given number. */
const lineOf = (at: number): string => `app.js:${at + 4}`

const HOST = 'mail.example'
const NETWORK: readonly (readonly [string, string])[] = [
  [`fetch('https://${HOST}/x')`, `${HOST}:443`],
  [
    `new Promise((_, reject) => require('http').get('http://${HOST}:81/x').on('error', reject))`,
    `${HOST}:81`,
  ],
  [
    `new Promise((_, reject) => require('https').request('https://${HOST}').on('error', reject))`,
    `${HOST}:443`,
  ],
  [`new Promise((_, reject) => require('net').connect(25, '${HOST}').on('error', reject))`, `${HOST}:25`],
  [
    `new Promise((_, reject) => new (require('net').Socket)().connect({ port: 5, host: '::1' }).on('error', reject))`,
    '[::1]:5',
  ],
  [`new Promise((_, reject) => require('tls').connect(465, '${HOST}').on('error', reject))`, `${HOST}:465`],
  [
    `new Promise((_, reject) => require('net').connect('/var/run/docker.sock').on('error', reject))`,
    '/var/run/docker.sock',
  ],
  [
    `new Promise((_, reject) => require('http2').connect('https://${HOST}').on('error', reject))`,
    `${HOST}:443`,
  ],
  [`require('dns').promises.lookup('${HOST}')`, HOST],
  [`require('util').promisify(require('dns').resolve4)('${HOST}')`, HOST],
  ["require('http').createServer().listen(0)", 'localhost:0'],
  [
    `(await import('node:net')).connect(1, '${HOST}') && new Promise((_, reject) => require('node:http').get('http://${HOST}').on('error', reject))`,
    `${HOST}:80`,
  ],
  // Node 20 has no WebSocket.
  ...('WebSocket' in globalThis ? [[`new WebSocket('wss://${HOST}/x')`, `${HOST}:443`] as const] : []),
]

const INSIDE: readonly (readonly [string, string])[] = [
  ["require('child_process').spawn('ls')", 'starts the program "ls"'],
  ["require('node:child_process').execSync('ls')", 'starts the program "ls"'],
  ["require('util').promisify(require('child_process').exec)('ls')", 'starts the program "ls"'],
  ["(await import('child_process')).fork('x.js')", 'starts the program "x.js"'],
  ["new (require('child_process').ChildProcess)().spawn({})", 'starts a program'],
  ["new (require('worker_threads').Worker)('x.js')", 'starts the thread x.js'],
  ["require('cluster').fork()", 'forks the process'],
  ['process.exit(2)', 'calls process.exit(2)'],
  ['process.kill(1, "SIGTERM")', 'calls process.kill(1, SIGTERM)'],
  ['process.abort()', 'calls process.abort()'],
  ["process.chdir('/')", 'calls process.chdir(/)'],
  ["process.binding('tcp_wrap')", 'calls process.binding(tcp_wrap)'],
  ["process.dlopen({}, '/x/better_sqlite3.node')", 'loads the database driver better_sqlite3.node'],
  ["require('dgram').createSocket('udp4').send('x', 1, 'mail.example')", 'uses UDP (send)'],
  ["require('inspector').open()", 'opens the inspector'],
  ["new (require('inspector').Session)().connectToMainThread()", 'inspects the main thread'],
  ["require('v8').setFlagsFromString('--x')", 'sets the flags of V8 --x'],
  ["require('module').register('data:text/javascript,')", 'registers the loader hooks data:text/javascript,'],
]

/** One project whose code has a line for each attempt. */
const opened = openForAll({ 'app.js': app([...NETWORK, ...INSIDE].map(([code]) => code)) })

test('the code makes no connection, and the error names host, port and line of code', async () => {
  const { get, lines } = opened()
  for (const [at, [code, target]] of NETWORK.entries()) {
    const answer = await get(`/${at}`)
    expect(answer, code).toMatchObject({ code: 'ERR_POPULACE_REFUSED' })
    expect(answer, code).toMatchObject({ message: expect.stringContaining(` ${target} at ${lineOf(at)}`) })
    expect(answer, code).toMatchObject({ message: expect.stringContaining('--allow-network ') })
  }
  const count = lines.length
  await get('/0')
  expect(lines.length).toBe(count)
  expect(lines[0]).toBe(
    `warn: The code connects to ${HOST}:443 at ${lineOf(0)}. Populace gives the code of a project no network. To allow this host, add --allow-network ${HOST}.`,
  )
})

test('the code cannot start programs or threads or end the process; the error names the line of code', async () => {
  const { get } = opened()
  for (const [index, [code, attempt]] of INSIDE.entries()) {
    const at = NETWORK.length + index
    expect(await get(`/${at}`), code).toMatchObject({
      message: expect.stringContaining(`The code ${attempt} at ${lineOf(at)}.`),
    })
  }
})
