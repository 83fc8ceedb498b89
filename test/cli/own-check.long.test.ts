/** Tests that `populace serve` passes `populace check`: the headers, plugins and limits of the server break no rule. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))

let child: ChildProcess | undefined
afterEach(() => child?.kill('SIGKILL'))

/** Starts `populace serve` over the guide's dataset; returns its URL. */
function served(): Promise<string> {
  const started = spawn(process.execPath, [main, 'serve', 'fixtures/guide', '--port', '0'])
  child = started
  let start = ''
  return new Promise((resolve) => {
    started.stdout.on('data', (chunk: Buffer) => {
      start += chunk
      const [, url] = /at (http:\/\/127\.0\.0\.1:\d+)/.exec(start) ?? []
      if (url !== undefined) resolve(url)
    })
  })
}

/** Runs a check of a server; returns its exit status and output. */
const checked = (url: string): Promise<{ readonly code: unknown; readonly out: string }> =>
  new Promise((resolve) => {
    const words = [
      main,
      'check',
      '--target',
      url,
      '--data',
      'fixtures/guide',
      '--seed',
      '1',
      '--max-time',
      '600',
    ]
    execFile(process.execPath, words, { maxBuffer: 2 ** 24 }, (error, out) =>
      resolve({ code: error?.code ?? 0, out }),
    )
  })

test('`populace serve` passes a check against its own dataset', async () => {
  const url = await served()
  const { code, out } = await checked(url)
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Conformant: \d+ answers compared/m) })
}, 120_000)
