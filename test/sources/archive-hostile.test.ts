/** Tests hostile archives: the reader accepts them, or rejects them with a message. */
import { readFileSync } from 'node:fs'
import type { TarEntry } from 'modern-tar'
import { afterAll, describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { type ArchiveOptions, openArchive } from '../../src/sources/archive/open.ts'
import { graphOf, openSource } from '../../src/sources/index.ts'
import {
  archiveFolder,
  bytesOf,
  ENCRYPTED,
  encrypted,
  gzipped,
  KEY,
  SMALL,
  type Small,
  smallParts,
  tarOf,
} from '../support/archive.ts'

const folder = archiveFolder()
afterAll(folder.remove)

const open = (bytes: Uint8Array, options: Partial<ArchiveOptions> = {}) =>
  openArchive(folder.write(bytes), { env: {}, ...options })

const openSmall = async (changes: Small, options: Partial<ArchiveOptions> = {}) =>
  open(await tarOf(smallParts(changes)), options)

const answer = async (changes: Small, url: string) => {
  const api = createReferenceApi(graphOf(await openSmall(changes)))
  return JSON.parse(api.answer({ url }).body).data
}

const small = await tarOf(smallParts())

test('the small archive is valid, and its links form a cycle', async () => {
  const { notes } = await open(small)
  expect(notes.map(({ file }) => file)).toEqual(['config/api', 'API tokens'])
  const [first] = await answer(
    {},
    '/api/books?populate[next][populate]=next&populate[writers]=true&populate[cover]=true',
  )
  expect(first).toMatchObject({
    meta: { a: [1] },
    next: { title: 'Two', meta: 'text', next: { title: 'One' } },
  })
  // The second link to a writer has the lower position, so Bob comes first.
  expect(first.writers.map(({ name }: { name: string }) => name)).toEqual(['Bob', 'Ann'])
  expect(first.cover).toEqual({ id: 1, colour: 'red' })
})

describe('refused', () => {
  const entry = (header: Partial<TarEntry['header']>, body = ''): TarEntry => ({
    header: { name: 'x', size: bytesOf(body).length, ...header },
    body,
  })
  const withEntry = (header: Partial<TarEntry['header']>, body?: string) =>
    tarOf(smallParts(), [entry(header, body)])
  const withPart = (name: string, text: string | Uint8Array) =>
    tarOf(new Map([...smallParts(), [name, text]]))
  const without = (name: string) => tarOf(new Map([...smallParts()].filter(([one]) => one !== name)))
  const entities = (line: string) => withPart('entities/entities_00002.jsonl', `\n${line}\n`)

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
    ['an empty file', () => new Uint8Array(), /found a file that is neither a tar nor a gzip file/],
    ['a text', () => bytesOf('{"name": "x"}'), /found a file that is neither/],
    ['gzip with nothing in it', () => gzipped(new Uint8Array()), /not a whole tar|metadata\.json/],
    ['gzip of bytes that are not a tar', () => gzipped(bytesOf('x'.repeat(5000))), /not a whole tar/],
    ['gzip that was cut off', () => gzipped(small).subarray(0, 600), /damaged or cut off/],
    ['gzip with one changed byte', () => spoilt(gzipped(small), 300), /damaged or cut off|not a whole tar/],
    [
      'a tar that was cut off within a file',
      () => small.subarray(0, 1500),
      /not a whole tar: Tar archive is truncated/,
    ],
    ['a tar that was cut off between files', () => small.subarray(0, 512), /not a whole tar/],
    [
      'a tar header with a wrong checksum',
      () => spoilt(small, 10),
      /not a whole tar: Invalid tar header checksum/,
    ],
    ['something behind the end', () => Buffer.concat([small, Buffer.from('more')]), /not a whole tar/],
    [
      'a file above the archive',
      () => withEntry({ name: '../../etc/x' }),
      /found a file outside of it named "\.\.\/\.\.\/etc\/x"/,
    ],
    [
      'a file above the archive, with Windows separators',
      () => withEntry({ name: 'assets\\..\\..\\x' }),
      /found a file outside of it/,
    ],
    ['an absolute name', () => withEntry({ name: '/etc/passwd' }), /found a file outside of it/],
    [
      'a symbolic link',
      () => withEntry({ type: 'symlink', linkname: '/etc/passwd' }),
      /found a symlink named "x"/,
    ],
    ['a link', () => withEntry({ type: 'link', linkname: 'metadata.json' }), /found a link named "x"/],
    ['a device', () => withEntry({ type: 'character-device' }), /found a character-device named "x"/],
    ['a pipe', () => withEntry({ type: 'fifo' }), /found a fifo named "x"/],
    [
      'more JSON than is read',
      () => sized(small, 2 ** 29),
      /too large: expected at most 268435456 bytes of schemas/,
    ],
    [
      'a file size beyond every disk',
      () => sized(small, 8 ** 11 - 1),
      /too large: expected at most 8589934592 bytes after/,
    ],
    ['no metadata', () => without('metadata.json'), /cut off, or not an archive of `strapi export`/],
    ['metadata that are none', () => withPart('metadata.json', '[1]'), /expected metadata\.json with/],
    [
      'metadata that are not JSON',
      () => withPart('metadata.json', '{'),
      /metadata\.json: not JSON at character 2/,
    ],
    [
      'another version',
      () => tarOf(smallParts({ version: '4.25.1' })),
      /expected an export of Strapi 5, found one of 4\.25\.1/,
    ],
    ['a line that is not JSON', () => entities('{"type":'), /entities_00002\.jsonl:2: not JSON/],
    [
      'a line that is not an entity',
      () => entities('{"id": 1}'),
      /entities_00002\.jsonl:2: expected an entity/,
    ],
    [
      'an entity with an invalid id',
      () => entities('{"type":"api::book.book","id":-1,"data":{}}'),
      /expected an entity/,
    ],
    ['a line that is a list', () => entities('[]'), /entities_00002\.jsonl:2: expected an entity/],
    [
      'a line that is not UTF-8',
      () => withPart('links/links_00002.jsonl', Buffer.from([0x7b, 0xff])),
      /expected text in UTF-8/,
    ],
    [
      'a link without sides',
      () => withPart('links/links_00002.jsonl', '{"kind":"relation.basic"}'),
      /expected a link/,
    ],
    [
      'a schema without attributes',
      () => withPart('schemas/schemas_00002.jsonl', '{"uid":"api::x.x"}'),
      /expected a schema/,
    ],
    [
      'a setting that is none',
      () => withPart('configuration/configuration_00002.jsonl', '{}'),
      /expected a setting/,
    ],
    ['lists within lists without end', () => entities('['.repeat(100_000)), /not JSON|expected at most/],
    [
      'two types with one table',
      () => withPart('schemas/schemas_00002.jsonl', twin()),
      /found the table books_cmps twice/,
    ],
  ])('%s', async (_what, bytes, says) => {
    const refused = open(await bytes())
    await expect(refused).rejects.toMatchObject({ name: 'SourceError', message: expect.stringMatching(says) })
  })

  test('an archive without content types fails with the same kind of error as a dataset folder', async () => {
    await expect(openSmall({ schemas: [] })).rejects.toMatchObject({ name: 'DatasetError' })
  })

  test('a wrong or missing key is refused, and a key for an unencrypted archive has no effect', async () => {
    const asked = (key?: string) => openArchive(ENCRYPTED, { env: {}, ...(key === undefined ? {} : { key }) })
    await expect(asked('another')).rejects.toThrow(
      /wrong key or not an export: .* the key does not decrypt the file/,
    )
    await expect(asked()).rejects.toThrow(/an encrypted archive needs --key KEY/)
    expect((await open(small, { key: 'any' })).kind).toBe('Strapi export of 5.54.0')
  })

  test('an encrypted archive that was truncated or changed is refused', async () => {
    const whole = readFileSync(ENCRYPTED)
    const cut = (length: number) => open(whole.subarray(0, length), { key: KEY })
    await expect(cut(whole.length - 5)).rejects.toThrow(
      /wrong key or not an export: .* the end of the file is missing/,
    )
    await expect(cut(whole.length - 4096)).rejects.toThrow(/damaged or cut off/)
    await expect(open(encrypted(small, 'k').subarray(0, 1600), { key: 'k' })).rejects.toThrow(
      /damaged or cut off/,
    )
  })
})

describe('bounded', () => {
  const limits = {
    unpackedBytes: 200_000,
    otherBytes: 20_000,
    files: 20,
    jsonBytes: 100_000,
    lineBytes: 5_000,
  }

  test.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
    [
      'zeros without end',
      () => gzipped(Buffer.alloc(10_000_000)),
      /at most 20000 bytes besides its uploaded files/,
    ],
    [
      'a large upload',
      () => many({ 'assets/uploads/a': 'x'.repeat(300_000) }),
      /at most 200000 bytes after decompression/,
    ],
    [
      'long names of files',
      () => many({ ['n'.repeat(30_000)]: '' }),
      /at most 20000 bytes besides its uploaded files/,
    ],
    [
      'many files',
      () => many(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`x${at}`, '']))),
      /at most 20 files/,
    ],
    ['much JSON', () => many({ 'links/a.jsonl': '\n'.repeat(100_000) }), /at most 100000 bytes of schemas/],
    [
      'a long line',
      () => many({ 'entities/a.jsonl': `"${'x'.repeat(6_000)}"` }),
      /a\.jsonl:1: expected at most 5000 bytes in a line/,
    ],
  ])('%s', async (_what, bytes, says) => {
    expect((await open(small, { limits })).kind).toBe('Strapi export of 5.54.0')
    await expect(open(await bytes(), { limits })).rejects.toMatchObject({
      name: 'SourceError',
      message: expect.stringMatching(says),
    })
  })

  const many = async (files: Readonly<Record<string, string>>) =>
    gzipped(await tarOf(new Map([...smallParts(), ...Object.entries(files)])))
})

describe('ignored with a note', () => {
  const notesOf = async (changes: Small): Promise<readonly string[]> =>
    (await openSmall(changes)).notes.map(({ file, line, says }) => `${file}:${line}: ${says}`)

  test('entities of unknown types are ignored with a note', async () => {
    const entity = { type: 'api::gone.gone', id: 1, data: {} }
    const changes = { entities: [...SMALL.entities, entity] }
    expect(await notesOf(changes)).toContain(
      'entities:0: 1 of api::gone.gone without a schema in the archive; ignored',
    )
    await expect(openSmall(changes, { strict: true })).rejects.toThrow(/1 of api::gone\.gone/)
  })

  test('links without a target, without a source, or with unknown parts are ignored with a note', async () => {
    const left = { type: 'api::book.book', field: 'writers', ref: 1 }
    const right = { type: 'api::writer.writer', ref: 99 }
    const links = [
      ...SMALL.links,
      { kind: 'relation.basic', left, right },
      { kind: 'relation.basic', left, right: { type: 'api::gone.gone', ref: 1 } },
      { kind: 'relation.basic', left: { ...left, ref: '1' }, right: { ...right, ref: 1 } },
      { kind: 'relation.basic', left: { ...left, field: 'gone' }, right: { ...right, ref: 1 } },
      { kind: 'relation.morph', left, right: {} },
    ]
    const says = ': the archive lacks the target; ignored'
    expect(await notesOf({ links })).toEqual(
      expect.arrayContaining([
        `links/links_00001.jsonl:7: this link and 3 more of writers in api::book.book${says}`,
        `links/links_00001.jsonl:10: this link of gone in api::book.book${says}`,
      ]),
    )
    const [first] = await answer({ links }, '/api/books?populate=writers')
    expect(first.writers).toHaveLength(2)
    await expect(openSmall({ links }, { strict: true })).rejects.toThrow(/the archive lacks the target/)
  })

  test('a file that is not part of an export is ignored with a note', async () => {
    const path = folder.write(await tarOf(new Map([...smallParts(), ['notes.txt', 'x'], ['assets/x', 'y']])))
    const { notes } = await openSource(path, { env: {} })
    expect(notes[0]).toMatchObject({
      file: 'notes.txt',
      says: 'not part of an export, nor are 1 more; ignored',
    })
  })

  test('an archive with a component that is nested in itself a thousand times is rejected with an error', async () => {
    let cover: object = { id: 1000, colour: 'blue' }
    for (let id = 999; id > 0; id--) cover = { id, under: cover }
    const [first, ...others] = SMALL.entities
    const deep = JSON.parse(JSON.stringify({ type: 'api::book.book', id: 9, data: { title: 'Deep', cover } }))
    const found = await openSmall({ entities: [first, ...others, deep] }).catch((error: unknown) => error)
    expect(found).toMatchObject({ name: expect.stringMatching(/SourceError|DatasetError/) })
  })
})

test('an archive whose metadata has an experimental version has an unknown release', async () => {
  const { server } = await openSmall({ version: '0.0.0-experimental.1' })
  expect(server).toMatchObject({ version: null, versionFrom: null })
})

function spoilt(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 0x10
  return copy
}

/** Returns a tar archive whose first header states the given size. */
function sized(bytes: Uint8Array, size: number): Uint8Array {
  const copy = Buffer.from(bytes)
  copy.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  copy.fill(' ', 148, 156)
  const sum = copy.subarray(0, 512).reduce((all, byte) => all + byte, 0)
  copy.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return copy
}

const twin = (): string => JSON.stringify({ ...SMALL.schemas[0], uid: 'api::twin.twin' })
