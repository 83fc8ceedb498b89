/** Starts `populace serve`, and requests an entry with a filter on a private value. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))

/** Returns the first lines that a server prints, and the number of entries that match a filter on a private value. */
export async function served(...args: string[]): Promise<{ readonly start: string; readonly found: number }> {
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
