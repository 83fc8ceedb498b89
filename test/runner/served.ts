/** Runs `populace serve` over the project `isolation` in a separate process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { until } from './support.ts'

const path = (from: string): string => fileURLToPath(new URL(`../../${from}`, import.meta.url))

export interface Served {
  readonly child: ChildProcess
  readonly port: number
  /** The folder of the project, which is a copy. */
  readonly folder: string
  /** Returns the text that the server has written to standard error so far. */
  readonly said: () => string
  readonly ask: (target: string, init?: RequestInit) => Promise<Asked>
}

export interface Asked {
  readonly status: number
  readonly body: string
}

/** Starts the server and waits until it listens. The server stops at the end of the test. */
export async function served(...more: readonly string[]): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'populace-isolation-'))
  cpSync(path('fixtures/project-code/isolation'), folder, { recursive: true })
  const args = [path('dist/bundle/cli.js'), 'serve', '.', '--fake', '20', '--port', '0', ...more]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  let [out, said] = ['', '']
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  await until(() => /at http:\/\/\S+:\d+/.test(out) || child.exitCode !== null)
  const port = Number(/at http:\/\/\S+:(\d+)/.exec(out)?.[1])
  const ask = async (target: string, init: RequestInit = {}): Promise<Asked> => {
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, init)
    return { status: answer.status, body: await answer.text() }
  }
  return { child, port, folder, said: () => said, ask }
}

/** Starts another HTTP server on this machine; returns its port. */
export async function otherServer(): Promise<number> {
  const server = createServer((_request, response) => response.writeHead(204).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address: AddressInfo | string | null = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
