/** Starts each server of the bench in its own process, and sends requests to it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './root.ts'

export interface Server {
  readonly port: number
  readonly process: ChildProcess
  readonly stop: () => void
}

const LISTENS_WITHIN = 300_000

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Starts a Node program with the arguments that `wordsOf` returns for a free port, and waits until the program
 * listens. The output of the program goes to a file.
 */
export async function start(wordsOf: (port: number) => readonly string[]): Promise<Server> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'populace-bench-'))
  const log = openSync(join(folder, 'log'), 'w')
  const child = spawn(process.execPath, wordsOf(port), {
    cwd: folder,
    stdio: ['ignore', log, log],
    env: { ...process.env, NO_COLOR: '1' },
  })
  const stop = (): void => {
    child.kill('SIGKILL')
    closeSync(log)
    rmSync(folder, { recursive: true, force: true })
  }
  const begun = performance.now()
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() - begun > LISTENS_WITHIN) {
      const printed = readFileSync(join(folder, 'log'), 'utf8')
      stop()
      throw new Error(`${wordsOf(port).join(' ')} does not listen: ${printed.slice(-1_000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { port, process: child, stop }
}

/** Starts `populace serve` for a folder. */
export const serve = (folder: string, ...more: readonly string[]): Promise<Server> =>
  start((port) => [join(ROOT, 'dist/bundle/cli.js'), 'serve', folder, ...more, '--port', String(port)])

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends a GET request over a connection that later requests reuse; returns the answer. */
export function reply(port: number, path: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const headers = Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        )
        resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString() })
      })
    }).on('error', reject)
  })
}

const CONNECTIONS = 32
const END_OF_HEAD = '\r\n\r\n'
const LENGTH = 'content-length: '

const PIECE_BYTES = 65_536

/** Returns the size of a whole answer in bytes, calculated from the headers in its first chunk. */
function bytesOf(piece: Uint8Array, count: number): number {
  const first = Buffer.from(piece.buffer, piece.byteOffset, count)
  const head = first.toString('latin1', 0, first.indexOf(END_OF_HEAD)).toLowerCase()
  const at = head.indexOf(LENGTH)
  if (!head.startsWith('http/1.1 200') || at < 0)
    throw new Error(`an answer that is no 200 with a length:\n${head}`)
  return head.length + END_OF_HEAD.length + Number.parseInt(head.slice(at + LENGTH.length), 10)
}

/** Sends requests over one connection. Calls `answered` after each answer, and ends when `answered` returns 'over'. */
function asking(port: number, pathOf: () => string, answered: () => 'again' | 'over'): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = 0
    // The client uses one buffer for all data, so that the client stays faster than the server.
    const buffer = Buffer.alloc(PIECE_BYTES)
    const callback = (count: number, piece: Uint8Array): boolean => {
      try {
        left = (left === 0 ? bytesOf(piece, count) : left) - count
      } catch (error) {
        reject(error)
      }
      if (left > 0) return true
      if (answered() === 'again') ask()
      else {
        socket.destroy()
        resolve()
      }
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } })
    const ask = (): void => {
      left = 0
      socket.write(`GET ${pathOf()} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`, 'latin1')
    }
    socket.once('connect', ask).once('error', reject)
  })
}

/** Sends requests over several connections for `milliseconds`; returns the number of answers. */
export async function load(port: number, pathOf: () => string, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let count = 0
  const answered = (): 'again' | 'over' => {
    count++
    return performance.now() < end ? 'again' : 'over'
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, () => asking(port, pathOf, answered)))
  return count
}

const TICKS_A_SECOND = 100

/** Returns the CPU milliseconds that a process has used; undefined if the system does not report them. */
export function processorOf({ process: { pid } }: Server): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return ((user + system) * 1_000) / TICKS_A_SECOND
  } catch {
    return undefined
  }
}
