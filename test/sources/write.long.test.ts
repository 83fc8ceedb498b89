/** Tests that a source answers the same after it is written as a dataset folder, and that no other file changes. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { apiOf } from '../../src/cli/request.ts'
import { openGiven } from '../../src/cli/source.ts'
import { openArchive } from '../../src/sources/archive/open.ts'
import { openDataset } from '../../src/sources/dataset.ts'
import { graphOf, openSource, type Source } from '../../src/sources/index.ts'
import { archiveOf } from '../../src/sources/write/exported.ts'
import { MANIFEST } from '../../src/sources/write/manifest.ts'
import { writeSource } from '../../src/sources/write/write.ts'
import { JWT_SECRET, PLAIN } from '../support/archive.ts'
import { bearers, makeProject } from '../support/project.ts'
import { readRecordings } from '../support/recordings.ts'
import { SEED } from '../support/seed.ts'

const project = makeProject()
project.write('public/uploads/a.png', 'a picture')
project.write('public/uploads/.gitkeep', '')
project.write('secret.txt', 'secret')
symlinkSync(join(project.folder, 'secret.txt'), join(project.folder, 'public/uploads/link.txt'))
const home = mkdtempSync(join(tmpdir(), 'populace-test-'))
const out = join(home, 'out')
afterAll(() => {
  project.remove()
  rmSync(home, { recursive: true, force: true })
})
beforeEach(() => rmSync(out, { recursive: true, force: true }))

/** Returns the texts of all files in a folder, by path. */
function contents(folder: string, prefix = ''): Readonly<Record<string, string>> {
  const all = readdirSync(join(folder, prefix)).map((name) => (prefix === '' ? name : `${prefix}/${name}`))
  return Object.assign(
    {},
    ...all.map((path) =>
      statSync(join(folder, path)).isDirectory()
        ? contents(folder, path)
        : { [path]: readFileSync(join(folder, path), 'utf8') },
    ),
  )
}

const recordings = readRecordings().filter((_, at) => at % 4 === SEED % 4)

/** Returns the answers of a source to some recorded requests. */
function answers(source: Source): readonly string[] {
  const api = apiOf(source, graphOf(source), 'strapi-5.54-sqlite')
  return recordings.map(({ method = 'GET', path, auth, headers = {} }) => {
    const authorization = auth === 'none' ? {} : { authorization: `Bearer ${bearers().get(auth) ?? auth}` }
    const { status, body } = api.answer({ method, url: path, headers: { ...authorization, ...headers } })
    return `${status} ${body}`
  })
}

const opened = {
  project: () => openSource(project.folder, { env: {} }),
  archive: () => openArchive(PLAIN, { env: { JWT_SECRET } }),
}

describe.each(Object.keys(opened))('a source: %s', (name) => {
  const open = name === 'project' ? opened.project : opened.archive

  test('a source answers the same after it is written, also to tokens that an option adds', async () => {
    const source = await open()
    writeSource(source, out, {})
    const { roleOfToken = () => undefined } = source
    const known = [...bearers().values()].map((token) => [token, roleOfToken(token)] as const)
    const tokens = Object.fromEntries(known.filter(([, role]) => role !== undefined))
    expect(Object.keys(tokens).length).toBe(name === 'project' ? 5 : 2)
    const access = join(home, 'access.json')
    writeFileSync(access, JSON.stringify({ tokens }))
    const again = await openGiven(out, { access })
    expect(recordings.length).toBeGreaterThan(400)
    expect(answers(again.source)).toEqual(answers(source))
  })

  test('a source gives the same files each time it is written, even if the written folder is the next source', async () => {
    writeSource(await open(), out, {})
    const first = contents(out)
    writeSource(await open(), out, { force: true })
    expect(contents(out)).toEqual(first)
    const written = await openSource(out, { env: {} })
    writeSource(written, join(home, 'again'), { from: out })
    written.end?.()
    expect(contents(join(home, 'again'))).toEqual(first)
    rmSync(join(home, 'again'), { recursive: true })
    expect(readdirSync(home).filter((one) => one.startsWith('.'))).toEqual([])
  })

  test('a source is written without its secrets', async () => {
    writeSource(await open(), out, {})
    const text = JSON.stringify(contents(out))
    expect(text).toContain('"api::article.article"'.replaceAll('"', '\\"'))
    expect(text).not.toMatch(/\$2[aby]\$|lab-api-token-salt|lab-users-permissions|[0-9a-f]{128}/)
  })
})

test('a written source has copies of its uploaded files, from a folder and from an archive', async () => {
  expect(writeSource(await opened.project(), out, {})).toEqual({ uploads: 1 })
  expect(contents(join(out, 'uploads'))).toEqual({ 'a.png': 'a picture' })
  expect((await openDataset(out)).uploads).toEqual({ kind: 'folder', folder: join(out, 'uploads') })
  const files = new Map([['b.png', Buffer.from('another')]])
  writeSource({ ...(await opened.archive()), uploads: { kind: 'files', files } }, out, { force: true })
  expect(contents(join(out, 'uploads'))).toEqual({ 'b.png': 'another' })
})

test('an archive contains each role, permission and link of a project once', async () => {
  const source = await openSource(project.folder, { env: {} })
  const archive = gunzipSync(await archiveOf(source.files, graphOf(source))).toString()
  const rows = archive.match(/\{"type":"plugin::users-permissions\.(?:role|permission)","id":\d+/g) ?? []
  const links = archive.match(/"left":\{"type":"plugin::users-permissions\.permission".+/g) ?? []
  expect(rows.length).toBeGreaterThan(2)
  expect(links.length).toBeGreaterThan(2)
  expect([new Set(rows).size, new Set(links).size]).toEqual([rows.length, links.length])
})

describe('existing files', () => {
  const small: Source = {
    kind: 'small',
    files: {
      contentTypes: { a: { info: { singularName: 'a', pluralName: 'as' }, attributes: {} } },
      entries: { a: [{ id: 1 }] },
    },
    notes: [],
  }
  const write = (options: Parameters<typeof writeSource>[2] = {}) => writeSource(small, out, options)

  test('a new folder gets files of indented JSON', () => {
    write()
    expect(Object.keys(contents(out))).toEqual([MANIFEST, 'content-types/a.json', 'entries/a.json'])
    expect(contents(out)['entries/a.json']).toBe('[\n  {\n    "id": 1\n  }\n]\n')
  })

  test('a source can be written to an existing empty folder', () => {
    mkdirSync(out)
    write()
    expect(existsSync(join(out, 'entries/a.json'))).toBe(true)
  })

  test('--force replaces files of an earlier import, and keeps all other files', () => {
    write()
    expect(() => write()).toThrow(/found the output of an import; to replace it, use --force/)
    writeFileSync(join(out, 'README.md'), 'mine')
    writeFileSync(join(out, 'entries/b.md'), 'mine too')
    mkdirSync(join(out, '.git/refs'), { recursive: true })
    const other = { ...small, files: { ...small.files, entries: {} } }
    writeSource(other, out, { force: true })
    const paths = Object.keys(contents(out))
    expect(paths).toEqual([MANIFEST, 'README.md', 'content-types/a.json', 'entries/b.md'])
    expect(existsSync(join(out, '.git/refs'))).toBe(true)
  })

  test.each<[string, () => void, RegExp]>([
    ['a file', () => writeFileSync(out, 'x'), /expected a folder, found a file/],
    [
      'files of somebody',
      () => mkdirSync(join(out, 'x'), { recursive: true }),
      /found files that do not come from an import/,
    ],
    [
      'a file of another program with the name of a dataset file',
      () => {
        write()
        writeFileSync(join(out, 'media.json'), 'mine')
      },
      /media\.json exists, but does not come from an import/,
    ],
    [
      'an invalid list of written files',
      () => {
        mkdirSync(out)
        writeFileSync(join(out, MANIFEST), '[]')
      },
      /found files that do not come from an import/,
    ],
  ])('%s stays unchanged', (_what, make, says) => {
    make()
    const before = statSync(out).isDirectory() ? contents(out) : readFileSync(out, 'utf8')
    const media = { ...small, files: { ...small.files, media: [{ id: 1 }] } }
    expect(() => writeSource(media, out, { force: true })).toThrow(says)
    expect(statSync(out).isDirectory() ? contents(out) : readFileSync(out, 'utf8')).toEqual(before)
    expect(readdirSync(home).filter((one) => one.startsWith('.'))).toEqual([])
  })

  test('the source, its parent folder and the working directory are rejected as targets', () => {
    const from = join(home, 'source')
    mkdirSync(from, { recursive: true })
    const into = (folder: string) => () => writeSource(small, folder, { from, force: true })
    for (const folder of [from, join(from, 'data'), join(from, 'a/b'), home])
      expect(into(folder)).toThrow(/expected a folder outside of the source/)
    symlinkSync(from, join(home, 'link'))
    expect(into(join(home, 'link/data'))).toThrow(/expected a folder outside of the source/)
    expect(into('.')).toThrow(/expected another folder than the current one/)
    expect(readdirSync(from)).toEqual([])
  })

  test.each(['../x', 'a/b', '', '.hidden', 'a:b', 'a\\b', 'a\u0000b', 'x'.repeat(300)])(
    'a type called %j is written nowhere',
    (stem) => {
      const odd = { ...small, files: { contentTypes: { [stem]: {} } } }
      expect(() => writeSource(odd, out, {})).toThrow(/cannot be written: expected names without/)
      expect(existsSync(out)).toBe(false)
    },
  )
})
