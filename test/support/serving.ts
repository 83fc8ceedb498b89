/** Runs `populace serve` over the guide's dataset in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const path = (from: string): string => fileURLToPath(new URL(`../../${from}`, import.meta.url))
const children: ChildProcess[] = []

/** Kills the processes that a test has started. */
export function killAll(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL')
}

export interface Started {
  readonly child: ChildProcess
  readonly url: string
  /** Returns the text that the process has written to standard error so far. */
  readonly said: () => string
}

/** Starts a server of the guide's dataset; resolves when the server listens. */
export const started = (...more: readonly string[]): Promise<Started> =>
  startedOn(path('fixtures/guide'), ...more)

/** Starts a server of a source; resolves when the server listens. */
export async function startedOn(source: string, ...more: readonly string[]): Promise<Started> {
  const args = [path('dist/bundle/cli.js'), 'serve', source, '--port', '0', ...more]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let said = ''
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  let out = ''
  for (;;) {
    const [chunk] = await once(child.stdout, 'data')
    out += String(chunk)
    const url = /at (http:\/\/\S+)/.exec(out)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return { child, url, said: () => said }
  }
}
