/**
 * Tests the picture of repeated checks during development: a check that finds two faults, then `--failed` after each
 * fix. With `POPULACE_UPDATE=1`, the test records the picture; otherwise it compares the picture with a run, ignoring
 * times.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { Server } from '../properties/server.ts'
import { api, graph } from './oracle/conforming.ts'
import { PLANTED } from './oracle/planted.ts'
import { type Picture, svgOf } from './support/picture.ts'

const cache = mkdtempSync(join(tmpdir(), 'populace-picture-'))
afterAll(() => rmSync(cache, { recursive: true }))

const faulty = (id: string): Server => PLANTED.find((one) => one.id === id)?.server(graph) ?? api.answer

/** The faults of the server; the session removes them one by one. */
const wrong = { populate: faulty('zone elements without id'), fields: faulty('fields drop documentId') }
const fixed = new Set<keyof typeof wrong>()

const server = createServer(async ({ method = '', url = '', headers }, response) => {
  const { authorization } = headers
  const part = url.includes('populate') ? 'populate' : 'fields'
  const answer = fixed.has(part) ? api.answer : wrong[part]
  const given = { method, url, headers: authorization === undefined ? {} : { authorization } }
  const { status, headers: sent, body } = await answer(given)
  response.writeHead(status, sent).end(body)
})
afterAll(() => server.close())

/** Runs a check; returns its output on both streams. */
function checked(port: number, ...options: readonly string[]): Promise<string> {
  const cli = fileURLToPath(new URL('../dist/bundle/cli.js', import.meta.url))
  const args = [cli, 'check', '--target', `http://localhost:${port}`, '--level', 'must', ...options]
  const env = { ...process.env, NO_COLOR: '1', XDG_CACHE_HOME: cache }
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const hear = (chunk: unknown): void => {
      said += String(chunk)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('close', () => resolve(said.replaceAll(String(port), '4000')))
  })
}

const CHECK = 'npx populace check --target http://localhost:4000 --level must'

async function session(): Promise<readonly string[]> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const first = await checked(port)
  fixed.add('populate')
  const second = await checked(port, '--failed')
  fixed.add('fields')
  const third = await checked(port, '--failed')
  const screen = [
    ...[first, '$ vi server.js # the elements of a zone have an id', `$ ${CHECK} --failed`],
    ...[second, '$ vi server.js # `fields` keep the documentId', `$ ${CHECK} --failed`],
    third,
  ]
  return screen
    .join('\n')
    .split('\n')
    .filter((line) => line !== '' && !isProgress(line))
}

/**
 * Returns whether the line shows progress: such a line appears every ten seconds, so the number of such lines depends
 * on the machine.
 */
const isProgress = (line: string): boolean => /[█░]/.test(line)

const classOf: Picture['classOf'] = (line) => {
  if (/^Conformant|^http:/.test(line)) return 'strong'
  if (/^\d+\. |^Different|^ {3}got/.test(line)) return 'bad'
  return /^ {3}(again|also|rule)|requests sent|^About/.test(line) ? 'faint' : 'plain'
}

/** Returns the picture with its times replaced. */
const timeless = (picture: string): string => picture.replaceAll(/ in \d+\.\d s/g, ' in some time')

test('the picture of repeated checks shows their output', async () => {
  const drawn = svgOf({ command: CHECK, lines: await session(), classOf })
  const path = new URL('../.github/pictures/check.svg', import.meta.url)
  if (process.env['POPULACE_UPDATE'] === '1') writeFileSync(path, drawn)
  expect(timeless(readFileSync(path, 'utf8'))).toBe(timeless(drawn))
}, 120_000)
