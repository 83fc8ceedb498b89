/** Runs the published `populace serve` in a separate process. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const repository = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export interface Server {
  /** `http://127.0.0.1:…` */
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The maximum number of output lines in the error of a failed start. */
const REPEATED_LINES = 20

/** The published command. */
export const cli = repository('dist/bundle/cli.js')

export const guide = repository('fixtures/guide')

/** The folder of a small dataset for clients that follow every relation of a schema. */
export const site = repository('test/clients/site')

/** Starts a server on a free port, over `fixtures/guide` unless the arguments name a source. */
export async function startServer(...words: readonly string[]): Promise<Server> {
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = (): Promise<void> => {
    child.kill('SIGTERM')
    return ended
  }
  const said: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said.push(chunk.toString())
      const found = / at (http:\/\/\S+)/.exec(said.join(''))?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => {
      const last = said.join('').split('\n').slice(-REPEATED_LINES).join('\n')
      reject(new Error(`populace serve ended before it listened:\n${last}`))
    })
  })
  return { url, stop }
}
