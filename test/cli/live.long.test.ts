/** Tests that commands accept the URL of a running server in place of a folder. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { forgetPartial, openLiveSource, progressLine } from '../../src/cli/live.ts'
import { type Running, running, serverOf } from '../sources/running.ts'
import { graphOf } from '../support/datasets.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const TOKEN = 'admin-token'
const home = mkdtempSync(join(tmpdir(), 'populace-live-cli-'))
let server: Running

beforeAll(async () => {
  server = await running(serverOf(graphOf('guide'), TOKEN))
})
afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true })
})

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

function populace(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const options = { cwd: home, env: { ...process.env, ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, bin.populace), ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err })
    })
  })
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())

describe('a server', () => {
  test('a server is imported as a dataset folder that contains no token, and temporary files are removed', async () => {
    const { code, out, err } = await populace([
      'import',
      '--from',
      server.url,
      '--token',
      TOKEN,
      '--out',
      'copy',
    ])
    expect(code, err).toBe(0)
    expect(out).toContain('npx populace serve copy')
    expect(err).toMatch(/^1\/\d+ api::/)
    expect(existsSync(join(home, 'copy.partial'))).toBe(false)
    const files = filesIn(join(home, 'copy'))
    expect(files.length).toBeGreaterThan(20)
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toContain(TOKEN)
    expect(out + err).not.toContain(TOKEN)
    const valid = await populace(['validate', 'copy'])
    expect(valid).toMatchObject({ code: 0, err: '' })
    const request = '/api/restaurants?populate=*&sort=id'
    const copied = await populace(['get', request, '--data', 'copy'])
    expect(copied.out).toBe((await populace(['get', request])).out)
  })

  test('a server is read with the token from the environment, and the mock server accepts the same token', async () => {
    const request = '/api/ledgers?fields=id'
    const asked = ['get', request, '--data', `${server.url}/api`]
    const known = await populace([...asked, '--token', TOKEN])
    expect(JSON.parse(known.out).data.length).toBeGreaterThan(0)
    const visitor = await populace(asked, { POPULACE_TOKEN: TOKEN })
    expect(JSON.parse(visitor.out).error.status).toBe(403)
  })

  test('a source that is a server without readable data fails with an error of one line', async () => {
    const { code, out, err } = await populace(['validate', server.url, '--token', 'wrong'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(
      /^http.* the server does not know the token|this token may not read the content types.*\n$/,
    )
    expect(err).not.toContain('wrong')
  })

  test('reading a server stores the received answers in the partial folder until the folder is removed', async () => {
    const out = join(home, 'later')
    const silent = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await openLiveSource(server.url, { token: TOKEN, out: `${out}/` })
    silent.mockRestore()
    expect(readdirSync(`${out}.partial`).length).toBeGreaterThan(20)
    forgetPartial(out)
    expect(existsSync(`${out}.partial`)).toBe(false)
  })
})

test('the progress of an import is one rewritten line on a terminal, and one line for each type elsewhere', () => {
  const printed = (stream: { isTTY?: boolean; columns?: number }): string => {
    let all = ''
    const line = progressLine({ ...stream, write: (text) => (all += text) })
    for (const [done, type] of ['api::a.a', 'api::a.a', 'api::\u001b[2Jb.b'].entries())
      line.print({ type, done, of: 3, rows: 10 * done, requests: done })
    line.end()
    return all
  }
  expect(printed({})).toBe('1/3 api::a.a: 0 rows, 0 requests\n3/3 api::\\u001b[2Jb.b: 20 rows, 2 requests\n')
  expect(printed({ isTTY: true, columns: 12 })).toBe(
    '\r\u001b[K1/3 api::a.\r\u001b[K2/3 api::a.\r\u001b[K3/3 api::\\u\r\u001b[K',
  )
})
