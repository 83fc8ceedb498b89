/**
 * Tests that memory stays bounded for a log of a million lines, compressed and on standard input. The test prints the
 * measured memory.
 */
import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { expect, test } from 'vitest'

const cli = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))
const guide = fileURLToPath(new URL('../../fixtures/guide', import.meta.url))
const LINES = 1_000_000
/** MiB. */
const STATED = 768

/** A module that prints the maximum memory of the process at exit. */
const MEASURED = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS))",
)}`

/** Yields log lines; half of them have a unique query, more than the number of requests that are compared. */
function* lines(): Generator<string> {
  const queries = ['', '?sort=name', '?populate=*', '?pagination[page]=2']
  for (let at = 0; at < LINES; at++) {
    const query = at % 2 === 0 ? queries[(at / 2) % queries.length] : `?filters[id][$gt]=${at}`
    yield `10.0.0.1 - - [26/Nov/2026:01:02:03 +0000] "GET /api/restaurants${query} HTTP/1.1" 200 9 "-" "x"\n`
  }
}

test('a log of a million lines needs bounded memory', { timeout: 900_000 }, async () => {
  const begun = Date.now()
  const args = ['upgrade', guide, '--from', '5.12', '--to', '5.54', '--requests', '-', '--format', 'json']
  const child = spawn(process.execPath, ['--import', MEASURED, cli, ...args])
  const outputs = Promise.all([child.stdout, child.stderr].map((one) => one.setEncoding('utf8').toArray()))
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), child.stdin)
  const [out = '', err = ''] = (await outputs).map((parts) => parts.join(''))
  const peak = Math.round(Number(/peak (\d+)$/.exec(err)?.[1]) / 1024)
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(`${LINES} lines: ${seconds} s, at most ${peak} MiB`)
  const report = JSON.parse(out)
  const beyond = report.leftOut.find(({ why }: { readonly why: string }) => why.startsWith('beyond '))
  expect(report).toMatchObject({ verdict: 'breaks', asked: 100_000, hits: LINES - beyond.count })
  expect(beyond.count).toBe(LINES / 2 - 100_000 + 4)
  expect(peak).toBeLessThan(STATED)
})
