/** Tests that a stopped check deletes the documents that it created. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { killAll, started } from '../support/serving.ts'

vi.setConfig({ testTimeout: 60_000 })
afterEach(killAll)

const path = (from: string): string => fileURLToPath(new URL(`../../${from}`, import.meta.url))

test.each(['SIGINT', 'SIGTERM'] as const)(
  'after %s, a check deletes its documents and reports',
  async (signal) => {
    const { url } = await started()
    const total = async (): Promise<number> => {
      const answer = await fetch(`${url}/api/authors?fields=id&status=draft`, {
        headers: { authorization: 'Bearer admin-token' },
      })
      return (await answer.json()).meta.pagination.total
    }
    const before = await total()
    const state = join(mkdtempSync(join(tmpdir(), 'stopped-')), 'state.json')
    const args = ['check', path('fixtures/guide'), '--target', url, '--writes', '--state', state]
    const child = spawn(process.execPath, [path('dist/bundle/cli.js'), ...args, '--only', 'write.create'])
    let out = ''
    child.stdout.on('data', (chunk) => (out += String(chunk)))
    child.stderr.resume()
    const ended = once(child, 'exit')
    for (let most = before; most === before && child.exitCode === null; ) most = await total()
    child.kill(signal)
    const [code, by] = await ended
    expect([by, await total()]).toEqual([null, before])
    expect(code).not.toBe(130)
    expect(out).toContain('The check deleted all documents that it created')
  },
)
