/** Tests `populace import`, and archives as sources of commands. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { ENCRYPTED, KEY } from '../support/archive.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const home = mkdtempSync(join(tmpdir(), 'populace-test-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

function populace(...args: string[]): Promise<Ran> {
  const options = { cwd: home, env: { PATH: process.env['PATH'], NO_COLOR: '1' } }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(root, bin.populace), ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err })
    })
  })
}

test('an archive becomes a dataset folder, and the printed command serves it', async () => {
  const { code, out, err } = await populace('import', ENCRYPTED, '--key', KEY, '--out', 'world')
  expect(out).toBe(
    'Wrote world: 12 content types, 6 built in, 628 rows.\nnpx populace serve world --profile strapi-5.54.0-sqlite\n',
  )
  expect(err).toMatch(/^access\.json: API tokens and JWTs .* the roles authenticated, limited$/m)
  expect(code).toBe(0)
  const url = '/api/tags?fields=name&pagination[pageSize]=3'
  const get = (data: string, ...more: string[]) => populace('get', url, '--data', data, ...more)
  const [folder, archive] = await Promise.all([
    get('world', '--profile', 'strapi-5.54.0-sqlite'),
    get(ENCRYPTED, '--key', KEY),
  ])
  expect(folder.out).toBe(archive.out)
  expect(JSON.parse(archive.out).data).toHaveLength(3)
  expect(archive.err).toContain('Profile strapi-5.54.0-sqlite: release from metadata.json; no database found')
})

test('without a source and outside a project, `import` writes the built-in example and says so', async () => {
  const { code, out, err } = await populace('import', '--out', 'example')
  expect({ code, err }).toEqual({
    code: 0,
    err: 'No Strapi project here: this is the built-in example. Name a project, a dataset or an export to use yours.\n',
  })
  expect(out).toMatch(/^Wrote example: 10 content types, .* rows\.\nnpx populace serve example\n$/)
})

test.each<[string, readonly string[], RegExp]>([
  ['no folder to write to', ['import', ENCRYPTED], /required option '--out <folder>'/],
  ['another key', ['import', ENCRYPTED, '--key', 'x', '--out', 'other'], /wrong key or not an export/],
  [
    'two sources',
    ['import', ENCRYPTED, '--from', 'http://localhost:1', '--out', 'other'],
    /Expected one source/,
  ],
  [
    'a path for a server',
    ['import', '--from', '.', '--out', 'other'],
    /--from \.: expected the URL of a server/,
  ],
  [
    'within the source',
    ['import', join(root, 'fixtures/guide'), '--out', join(root, 'fixtures/guide/x')],
    /outside of the source/,
  ],
])('%s: the command fails and writes nothing', async (_what, args, says) => {
  const { code, out, err } = await populace(...args)
  expect(err).toMatch(says)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect([existsSync(join(home, 'other')), existsSync(join(root, 'fixtures/guide/x'))]).toEqual([
    false,
    false,
  ])
})

test('`import` checks the target folder before its first request to a server', async () => {
  // Nothing listens at this address, so a read would fail with another message.
  const { code, err } = await populace('import', '--from', 'http://127.0.0.1:9', '--out', 'world')
  expect(code).toBe(2)
  expect(err).toMatch(/expected a new or an empty folder/)
})
