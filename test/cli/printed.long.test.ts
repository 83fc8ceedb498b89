/** Tests that no command prints a character that controls a terminal, hides text or reorders it. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMAT_NAMES } from '../../src/oracle/index.ts'
import { writeDataset } from '../../src/reference/load/files/folder.ts'
import { exchange } from '../support/raw.ts'
import { killAll, startedOn } from '../support/serving.ts'

const MAIN = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))
const HOSTILE = 'x\u001b[31m\u009b2J\u202e\u2028\u200b\u0007\r\n::error file=a::b\n'
const CONTROL = /[^\P{C}\n]|[\p{Zl}\p{Zp}]/u
/** A line that GitHub Actions interprets as a workflow command. */
const COMMAND = /^::\w+ file=a::b/m

const above = mkdtempSync(join(tmpdir(), 'populace-printed-'))
const sound = join(above, 'sound')
const faulty = join(above, 'fau\u001b[31mlty\u202e')
const project = join(above, 'project')
let server: Server
let target = ''

beforeAll(async () => {
  const attributes = {
    title: { type: 'string' },
    kind: { type: 'enumeration', enum: ['a', HOSTILE] },
  }
  const info = { singularName: 'note', pluralName: 'notes', displayName: HOSTILE, description: HOSTILE }
  const files = {
    contentTypes: { note: { kind: 'collectionType', info, attributes } },
    entries: { note: [{ id: 1, documentId: HOSTILE, title: HOSTILE, kind: HOSTILE }] },
    access: {
      publicRole: 'public',
      roles: { public: { permissions: ['*'] }, [HOSTILE]: { permissions: ['*'] } },
      tokens: { abc: HOSTILE },
    },
  }
  writeDataset(sound, files)
  writeDataset(faulty, { ...files, entries: { note: [{ id: 1, [HOSTILE]: HOSTILE }] } })
  writeFileSync(join(faulty, 'entries', `x${HOSTILE.replaceAll('\n', '')}.json`.replaceAll('/', '')), '[]')
  const code = JSON.stringify(HOSTILE)
  const texts = {
    'package.json': JSON.stringify({ name: HOSTILE, dependencies: { '@strapi/strapi': HOSTILE } }),
    '.env': `A=${HOSTILE}`,
    'config/api.js': `console.log(${code}); console.error(${code}); throw new Error(${code})`,
    'config/plugins.js': `module.exports = { [${code}]: { enabled: true, resolve: ${code} } }`,
    'src/index.js': `module.exports = { bootstrap() { process.stdout.write(${code}); throw new Error(${code}) } }`,
    'src/api/note/routes/note.js': `module.exports = { routes: [{ method: 'GET', path: ${code}, handler: ${code} }] }`,
    'src/api/note/content-types/note/schema.json': JSON.stringify({
      kind: 'collectionType',
      info,
      attributes,
    }),
  }
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(join(project, path, '..'), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  server = createServer((request, response) => {
    const isNew = request.url?.includes('filters') === true
    const data = [{ id: 1, documentId: HOSTILE, title: HOSTILE, [HOSTILE]: HOSTILE }]
    response.writeHead(isNew ? 418 : 200, HOSTILE.replaceAll(/[^ -~]/g, ''), {
      'content-type': 'application/json\u009b',
      'x-powered-by': 'Strapi \u009b2J',
    })
    response.end(JSON.stringify({ data, error: { message: HOSTILE, name: HOSTILE } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  target = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})

afterAll(() => {
  killAll()
  server.closeAllConnections()
  server.close()
  rmSync(above, { recursive: true, force: true })
})

const printed = (args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...args],
      { maxBuffer: 2 ** 28, timeout: 120_000 },
      (_error, out, err) => resolve(out + err),
    )
  })

const CASES = (): Readonly<Record<string, readonly string[]>> => ({
  'validate a dataset with faults': ['validate', faulty],
  'validate a project': ['validate', project, '--verbose'],
  'validate no path': ['validate', `${above}/none${HOSTILE}`],
  'inspect a dataset': ['inspect', sound],
  'inspect a project': ['inspect', project],
  'inspect as JSON': ['inspect', project, '--json'],
  'get values': ['get', '/api/notes', '--data', sound],
  'get an error': ['get', `/api/notes?filters[${HOSTILE}]=1`, '--data', sound],
  'get from a project': ['get', '/api/notes', '--data', project],
  explain: ['explain', '/api/notes', '--data', sound],
  'explain an error': ['explain', `/api/notes?sort=${HOSTILE}`, '--data', sound],
  'explain as JSON': ['explain', '/api/notes', '--json', '--data', sound],
  'explain a value': ['explain', '/api/notes', '--why', `data.0.${HOSTILE}`, '--data', sound],
  'explain a write': [
    'explain',
    '/api/notes',
    '--method',
    'POST',
    '--body',
    `{"data":{"a\\u202e":"\\u001b"}}`,
    '--data',
    sound,
  ],
  since: ['since', `/api/notes?sort=${HOSTILE}`, sound],
  types: ['types', sound],
  openapi: ['openapi', sound, '--title', HOSTILE],
  'fake values': ['fake-values', sound, '--fake', '2'],
  'a dataset': ['dataset', sound, '--as', 'resolved'],
  import: ['import', sound, '--out', join(above, 'out')],
  'import from a server': ['import', '--from', target, '--out', join(above, `out${HOSTILE}`)],
  'serve a server': ['serve', target, '--port', '0'],
  upgrade: ['upgrade', sound, '--from', '5.53', '--to', '5.54', '--runs', '3'],
  'an unknown command': [`x${HOSTILE}`],
  'an unknown option': ['get', `--x${HOSTILE}`],
  'the check of a server': ['check', sound, '--target', target, '--runs', '5', '--no-suite'],
  'the laws of a server': ['check', sound, '--target', target, '--runs', '3', '--laws'],
})

describe('no output has control characters or workflow commands', () => {
  test.each(Object.keys(CASES()))(
    '%s',
    async (name) => {
      const text = await printed(CASES()[name] ?? [])
      expect(text).not.toBe('')
      expect(CONTROL.exec(text)?.[0]).toBeUndefined()
      expect(text).not.toMatch(COMMAND)
    },
    120_000,
  )

  test.each(FORMAT_NAMES)(
    'the report %s',
    async (format) => {
      const text = await printed([
        'check',
        sound,
        '--target',
        target,
        '--runs',
        '5',
        '--no-suite',
        '--report',
        format,
      ])
      expect(text).not.toBe('')
      expect(CONTROL.exec(text)?.[0]).toBeUndefined()
      expect(text).not.toMatch(COMMAND)
    },
    120_000,
  )

  test('a server prints no control characters', async () => {
    const { child, url, said } = await startedOn(sound, '--verbose')
    let out = ''
    child.stdout?.on('data', (chunk) => (out += String(chunk)))
    await exchange(
      { url },
      'GET /api/notes?\u009b2J\u202e%1b%9b&a=%0a::error HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
    )
    await fetch(`${url}/api/notes?sort=${encodeURIComponent(HOSTILE)}`)
    await fetch(`${url}/api/notes`, {
      method: 'POST',
      body: JSON.stringify({ data: { [HOSTILE]: HOSTILE } }),
    })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(out).toContain('/api/notes')
    expect(CONTROL.exec(out + said())?.[0]).toBeUndefined()
  })
})

test('outside the thread of the runner, only two files write to the standard streams', () => {
  const root = join(import.meta.dirname, '../../src')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const writers = files.filter(
    (name) =>
      !name.startsWith('sources/runner/thread/') &&
      /console\.\w+\(|std(?:out|err)\.write/.test(readFileSync(join(root, name), 'utf8')),
  )
  // `reference/failure.ts` may print, because it serves programs that use the reference without the command line.
  expect(writers.sort()).toEqual(['cli/terminal.ts', 'reference/failure.ts'])
})
