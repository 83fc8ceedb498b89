/** Tests that `populace serve` reveals private data, as the real server does, only with `--reveal`. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const main = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))

/** The first lines that a server prints, and the number of entries that it finds by a private value. */
async function served(...args: string[]): Promise<{ readonly start: string; readonly found: number }> {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', ...args])
  let start = ''
  const url = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      start += chunk
      const [, found] = /at (http:\/\/127\.0\.0\.1:\d+)[\s\S]*\/api\//.exec(start) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  const answer = await fetch(`${url}/api/restaurants?_q=4321&fields=id`)
  const { meta } = await answer.json()
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return { start, found: meta.pagination.total }
}

describe('populace serve', () => {
  test.each([
    [
      ['--profile', 'strapi-5.54-sqlite'],
      /Private data stays hidden\. --reveal behaves like the real server: .*search-private/,
      0,
    ],
    [['--profile', 'strapi-5.54-sqlite', '--no-reveal'], /Private data stays hidden/, 0],
    [
      ['--profile', 'strapi-5.54-sqlite', '--reveal'],
      /Private data is revealed like on the real server: .*search-private/,
      1,
    ],
  ])('%s', async (args, line, count) => {
    const { start, found } = await served(...args)
    expect(start).toMatch(line)
    expect(found).toBe(count)
  })

  test('prints nothing about private data if the profile reveals none', async () => {
    expect((await served()).start).not.toMatch(/reveal/i)
  })
})
