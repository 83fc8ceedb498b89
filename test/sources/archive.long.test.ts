/** Tests that an archive answers like the server that exported it. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { apiOf } from '../../src/cli/request.ts'
import { openGiven } from '../../src/cli/source.ts'
import type { RecordedLine } from '../../src/oracle/suite/recordings.ts'
import { openArchive } from '../../src/sources/archive/open.ts'
import { graphOf, openSource, type Source } from '../../src/sources/index.ts'
import {
  archiveFolder,
  ENCRYPTED,
  encrypted,
  gzipped,
  JWT_SECRET,
  KEY,
  PLAIN,
  partsOf,
  smallParts,
  tarOf,
} from '../support/archive.ts'
import { bearers } from '../support/project.ts'
import { answersAsRecorded, graph, readJson, readRecordings } from '../support/recordings.ts'
import { SEED } from '../support/seed.ts'

const folder = archiveFolder()
afterAll(folder.remove)

const outOfScope = new Set(Object.keys(Object(readJson('out-of-scope.json'))))

/** Returns whether an export can give the answer: exports omit admin users and creators, and round large integers. */
const isExported = ({ id, path, body }: RecordedLine): boolean =>
  !/(created|updated)By|editor/.test(path + JSON.stringify(body)) &&
  !['filter-types-058', 'search-014'].includes(id)

const recordings = readRecordings().filter((one) => !outOfScope.has(one.id) && isExported(one))

/** Returns one third of the recordings; the offset chooses which third. */
const some = (offset: number) => recordings.filter((_, at) => at % 3 === (SEED + offset) % 3)

const bearer = (caller: string): string => bearers().get(caller) ?? caller

function differing(source: Source, asked: readonly RecordedLine[]): readonly string[] {
  const api = apiOf(source, graphOf(source), 'strapi-5.54-sqlite')
  return asked.filter((one) => !answersAsRecorded(one, api, bearer)).map(({ id }) => id)
}

describe('the export of the recorded project', () => {
  test('the export of the recorded project gives the recorded answers to the public role and to users with JWTs', async () => {
    const source = await openArchive(PLAIN, { env: { JWT_SECRET } })
    const asked = some(0).filter(({ auth }) => !auth.startsWith('token'))
    expect(asked.length).toBeGreaterThan(450)
    expect(asked.filter(({ auth }) => auth.startsWith('jwt')).length).toBeGreaterThan(10)
    expect(differing(source, asked)).toEqual([])
    expect(source.server).toMatchObject({ version: '5.54.0', versionFrom: 'metadata.json', database: null })
  })

  test('the encrypted export of the recorded project gives the recorded answers, also to API tokens that `access` adds', async () => {
    const { access } = graph
    const roles = Object.fromEntries(
      [...access.roles.values()].map(({ name, permissions }) => [name, { permissions: [...permissions] }]),
    )
    const tokens = Object.fromEntries([...access.tokens].map(([name, role]) => [bearer(name), role]))
    const file = join(folder.home, 'access.json')
    writeFileSync(file, JSON.stringify({ roles, tokens }))
    const { source } = await openGiven(ENCRYPTED, { key: KEY, access: file })
    const asked = [...some(1), ...recordings.filter(({ auth }) => auth.startsWith('token'))]
    expect(asked.length).toBeGreaterThan(450)
    expect(asked.filter(({ auth }) => auth === 'tokenCustom').length).toBeGreaterThan(10)
    expect(differing(source, asked)).toEqual([])
  })

  test('an export is detected by its bytes, with or without compression and encryption', async () => {
    const tar = await tarOf(smallParts())
    const forms = [tar, gzipped(tar), encrypted(tar, 'a key'), encrypted(gzipped(tar), 'a key')]
    const { files } = await openArchive(folder.write(tar), { env: {} })
    expect(Object.keys(files.entries ?? {})).toContain('book')
    for (const form of forms) {
      const source = await openArchive(folder.write(form, 'data'), { env: {}, key: 'a key' })
      expect(source.files).toEqual(files)
    }
  })

  test('the export of the recorded project is opened with notes that list the missing parts', async () => {
    const { notes } = await openArchive(PLAIN, { env: {} })
    expect(notes.map(({ file }) => file)).toEqual([
      'assets',
      'config/api',
      'API tokens',
      'users',
      'admin users',
      'entities',
    ])
    const known = await openArchive(PLAIN, { env: { JWT_SECRET }, settings: { rest: {} } })
    expect(known.notes.map(({ file }) => file)).toEqual(['assets', 'API tokens', 'admin users', 'entities'])
  })

  test('the export of the recorded project is opened without the secrets of the project', async () => {
    const { files } = await openArchive(PLAIN, { env: {} })
    const text = JSON.stringify(files)
    expect([...(await partsOf(PLAIN)).values()].join()).toContain('$2a$10$')
    expect(text).not.toContain('$2a$')
    expect(text).not.toContain('resetPasswordToken')
  })
})

test('an unpacked export is read like the archive, except for symbolic links', async () => {
  const at = join(folder.home, 'unpacked')
  for (const [name, text] of await partsOf(PLAIN)) {
    mkdirSync(dirname(join(at, name)), { recursive: true })
    writeFileSync(join(at, name), text)
  }
  const { files } = await openArchive(PLAIN, { env: {} })
  const source = await openSource(at, { env: {} })
  expect(source.files).toEqual(files)
  expect(source.server?.version).toBe('5.54.0')
  expect(source.notes.map(({ file }) => file)).toContain('assets')
  mkdirSync(join(at, 'assets/uploads'), { recursive: true })
  const { uploads, notes } = await openSource(at, { env: {} })
  expect(uploads).toEqual({ kind: 'folder', folder: join(at, 'assets/uploads') })
  expect(notes.map(({ file }) => file)).not.toContain('assets')
  symlinkSync('/etc/passwd', join(at, 'links/links_00002.jsonl'))
  await expect(openSource(at, { env: {} })).rejects.toThrow(/links_00002\.jsonl: link out of the dataset/)
})

describe('an archive with some of the parts', () => {
  const without = async (...prefixes: readonly string[]) => {
    const parts = [...(await partsOf(PLAIN))].filter(
      ([name]) => !prefixes.some((one) => name.startsWith(one)),
    )
    return openArchive(folder.write(await tarOf(new Map(parts))), { env: {} })
  }

  test('an archive without rows is read, with a note on the missing part', async () => {
    const { notes, graph: read } = await without('entities', 'links')
    expect(notes.map(({ file }) => file)).toContain('entities')
    expect([...(read?.tables.values() ?? [])].flatMap(({ rows }) => rows)).toEqual([])
  })

  test('an archive without configuration is read, with a note on the missing part', async () => {
    const { notes, files } = await without('configuration')
    expect(notes.map(({ file }) => file)).toContain('configuration')
    expect(files.locales).toMatchObject({ default: 'en' })
  })

  test('an archive is read with its uploaded files, up to a limit of bytes', async () => {
    const parts = new Map<string, string | Uint8Array>(await partsOf(PLAIN))
    parts.set('assets/metadata/a.png.json', '{}')
    parts.set('assets/uploads/a.png', Buffer.from([1, 2, 3]))
    parts.set('assets/uploads/b.png', Buffer.alloc(5_000_000))
    parts.set('assets/uploads/c.png', Buffer.from([4]))
    const path = folder.write(gzipped(await tarOf(parts)))
    const { uploads, notes } = await openArchive(path, { env: {}, limits: { uploadBytes: 4 } })
    expect(uploads).toEqual({
      kind: 'files',
      files: new Map([
        ['a.png', Uint8Array.from([1, 2, 3])],
        ['c.png', Uint8Array.from([4])],
      ]),
    })
    expect(notes.filter(({ file }) => file === 'assets/uploads')).toMatchObject([
      {
        says: 'the limit is 4 bytes of uploaded files; 1 files with 5000000 bytes are missing under /uploads',
      },
    ])
  })

  test('an archive with sixty uploaded files and large metadata is read with all uploaded files', async () => {
    const parts = new Map<string, string | Uint8Array>(smallParts())
    for (let at = 0; at < 60; at++) {
      parts.set(`assets/metadata/${at}.json`, '{}')
      parts.set(`assets/uploads/${at}`, Buffer.alloc(100_000, at))
      if (at % 7 === 0) parts.set(`assets/metadata/${at}.more`, 'x'.repeat(200_000))
    }
    const path = folder.write(gzipped(await tarOf(parts)))
    const { uploads } = await openArchive(path, { env: {} })
    const files = uploads?.kind === 'files' ? uploads.files : new Map<string, Uint8Array>()
    expect([...files].map(([name, bytes]) => [name, bytes.length, bytes.at(-1)])).toEqual(
      Array.from({ length: 60 }, (_, at) => [String(at), 100_000, at]),
    )
  })
})
