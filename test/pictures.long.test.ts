/**
 * Tests `.github/pictures/serve.svg`, which shows the terminal of a `populace serve` session in a project. With
 * `POPULACE_UPDATE=1`, the test records the picture; otherwise it compares the picture with a session, ignoring times.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, expect, test, vi } from 'vitest'
import { svgOf } from './support/picture.ts'
import { makeProject } from './support/project.ts'

const project = makeProject()
const TAG = join(project.folder, 'src/api/tag/content-types/tag/schema.json')
let child: ChildProcess | undefined
afterAll(() => {
  child?.kill('SIGKILL')
  project.remove()
})

/** The content of the terminal. */
let screen = ''
let url = ''
const has = (text: RegExp): Promise<void> =>
  vi.waitFor(() => expect(screen).toMatch(text), { timeout: 20_000, interval: 10 })

/** Types a command, performs its action, and waits for a line of the server. */
async function typed(command: string, act: () => Promise<string> | string, until: RegExp): Promise<void> {
  screen += `\n$ ${command}\n`
  const start = screen.length
  const said = await act()
  await vi.waitFor(() => expect(screen.slice(start)).toMatch(until), { timeout: 20_000, interval: 10 })
  screen += said === '' ? '' : `${said}\n`
}

const curl = async (path: string, init: RequestInit = {}): Promise<string> =>
  (await fetch(`${url}${path}`, init)).text()

function server(): void {
  const cli = fileURLToPath(new URL('../dist/bundle/cli.js', import.meta.url))
  const env = { ...process.env, NO_COLOR: '1' }
  const args = [cli, 'serve', '.', '--watch', '--port', '0']
  child = spawn(process.execPath, args, { cwd: project.folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const show = (chunk: unknown): void => {
    screen += String(chunk)
  }
  child.stdout?.on('data', show)
  child.stderr?.on('data', show)
}

async function session(): Promise<readonly string[]> {
  const broken = readFileSync(TAG, 'utf8')
  server()
  await has(/_populace\n/)
  url = /at (http:\/\/\S+)/.exec(screen)?.[1] ?? ''
  const list = '/api/tags?fields=name&filters[id]=4'
  await typed(`curl -g 'localhost:1337${list}'`, () => curl(list), /GET .* ms/)
  const refused = '/api/articles?populate=athor'
  await typed(`curl 'localhost:1337${refused}'`, () => curl(refused), /GET .* ms/)
  const rename = "update tags set name = 'Plants' where id = 4"
  await typed(`sqlite3 .tmp/data.db "${rename}"`, () => written(rename), /Changed in .*\n/)
  await typed(`curl -g 'localhost:1337${list}'`, () => curl(list), /GET .* ms/)
  await typed(
    `echo '}' >> src/api/tag/content-types/tag/schema.json`,
    () => {
      appendFileSync(TAG, '}\n')
      return ''
    },
    /last valid source\.\n/,
  )
  await typed(
    'git checkout -q src',
    () => {
      writeFileSync(TAG, broken)
      return ''
    },
    /Changed in .*\n/,
  )
  const patch = '{"tags": {"create": {"name": "Mine"}}}'
  const world = '/_populace/worlds/worker-1'
  const body = { method: 'PATCH', body: patch }
  await typed(`curl -X PATCH localhost:1337${world} -d '${patch}'`, () => curl(world, body), /PATCH .* ms/)
  const mine = '/api/tags?fields=name&filters[name]=Mine'
  const headers = { 'populace-world': 'worker-1' }
  await typed(
    `curl -g -H 'populace-world: worker-1' 'localhost:1337${mine}'`,
    () => curl(mine, { headers }),
    /GET .* ms/,
  )
  await typed(`curl -g 'localhost:1337${mine}'`, () => curl(mine), /GET .* ms/)
  const lines = screen.replaceAll(new URL(url).port, '1337').split('\n')
  return lines.filter((line) => line !== '')
}

function written(sql: string): string {
  const database = new sqlite.Database(project.database)
  database.exec(sql)
  database.close()
  return ''
}

const classOf = (line: string): 'plain' | 'strong' | 'bad' | 'faint' => {
  if (/^src\/|^The server still answers/.test(line)) return 'bad'
  return /^\d{4}-\S+ (?:info|warn|error) |^ +\d+ {2}http/.test(line) ? 'faint' : 'plain'
}

/** Returns the picture without times, and without the ends of lines, whose length depends on the times. */
const timeless = (picture: string): string =>
  picture
    .replaceAll(/\b\d+(\.\d+)? ms\b/g, 'some ms')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
    .replaceAll(/ B 127\.0\.0\.1 [^<]*/g, ' B 127.0.0.1')

test('the picture of a `populace serve` session shows the output of the session', async () => {
  const drawn = svgOf({ command: 'npx populace serve . --watch &', lines: await session(), classOf })
  const path = new URL('../.github/pictures/serve.svg', import.meta.url)
  if (process.env['POPULACE_UPDATE'] === '1') writeFileSync(path, drawn)
  expect(timeless(readFileSync(path, 'utf8'))).toBe(timeless(drawn))
})
