/**
 * Tests that an export dropped onto the explorer becomes the same dataset as with `populace serve`, under the same
 * limits.
 */
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { filesOf } from '../../src/reference/load/build.ts'
import type { ArchiveLimits } from '../../src/sources/archive/exported/limits.ts'
import { openArchive } from '../../src/sources/archive/open.ts'
import { graphOf } from '../../src/sources/index.ts'
import { noteText } from '../../src/sources/note.ts'
import { readArchive } from '../../src/tools/explorer/backend/archive.ts'
import { Engine } from '../../src/tools/explorer/backend/engine.ts'
import { publicRequest } from '../../src/util/url/explorer-url.ts'
import { bytesOf, ENCRYPTED, gzipped, PLAIN, SMALL, smallParts, tarOf } from '../support/archive.ts'

const blobOf = (bytes: Uint8Array): Blob => new Blob([new Uint8Array(bytes)])
const read = (bytes: Uint8Array, limits: Partial<ArchiveLimits> = {}) =>
  readArchive('x.tar', blobOf(bytes), limits)

const small = await tarOf(smallParts())

describe('an export in the page', () => {
  test('an export that the page opens becomes the same dataset as with `populace serve`', async () => {
    const { graph, opened } = await readArchive('lab.tar.gz', blobOf(readFileSync(PLAIN)))
    const source = await openArchive(PLAIN, { env: {} })
    expect(filesOf(graph)).toEqual(filesOf(graphOf(source)))
    expect(opened).toMatchObject({ name: 'lab.tar.gz', kind: source.kind })
    expect(source.notes.length).toBeGreaterThan(2)
    const uploads = ({ file }: { readonly file: string }): boolean => file === 'assets/uploads'
    const expected = source.notes.filter((note) => !uploads(note)).map(noteText)
    expect(opened.notes.filter((note) => !note.startsWith('assets/uploads'))).toEqual(expected)
  })

  test('an export that the explorer opens can be queried like any dataset, compressed or not', async () => {
    for (const bytes of [small, gzipped(small)]) {
      const engine = new Engine()
      engine.take((await read(bytes)).graph)
      const url = '/api/books?populate=next&fields=title'
      expect(engine.grant({ kind: 'ask', asking: publicRequest(url) })).toMatchObject({
        status: 200,
        body: expect.stringContaining('"title":"Two"'),
      })
    }
  })

  test('an export that the explorer opens loads without uploaded files, and a note reports the missing files', async () => {
    const bytes = await tarOf(new Map([...smallParts(), ['assets/uploads/a.png', 'abc']]))
    expect((await read(bytes)).opened.notes).toContain(
      'assets/uploads: this page does not store uploaded files; 1 files with 3 bytes are missing under /uploads',
    )
  })

  test('an export that the explorer opens lists at most 30 of its notes, and the number of further notes', async () => {
    const entities = Array.from({ length: 50 }, (_, at) => ({ type: `api::g.g${at}`, id: 1, data: {} }))
    const bytes = await tarOf(smallParts({ entities: [...SMALL.entities, ...entities] }))
    const { notes } = (await read(bytes)).opened
    expect(notes).toHaveLength(31)
    expect(notes.at(-1)).toBe('and 22 more')
  })

  test('an export that the explorer opens is read without any API of Node', async () => {
    const bundle = await rolldown({
      input: 'src/tools/explorer/backend/archive.ts',
      platform: 'browser',
      logLevel: 'silent',
    })
    const { output } = await bundle.generate({ format: 'iife', name: 'page', codeSplitting: false })
    expect(output[0].imports).toEqual([])
    const page = {
      ...{ Blob, DecompressionStream, ReadableStream, TextDecoder, TextEncoder, TransformStream },
      ...{ URL, URLSearchParams, WritableStream, Uint8Array, blob: blobOf(gzipped(small)) },
    }
    const script = `${output[0].code}; page.readArchive('x', blob).then(({ opened }) => [opened.kind, typeof Buffer])`
    expect(await runInNewContext(script, page)).toEqual(['Strapi export of 5.54.0', 'undefined'])
  })
})

describe('invalid exports get a clear error', () => {
  test.each<[string, () => Promise<Uint8Array> | Uint8Array, RegExp]>([
    ['an encrypted one', () => readFileSync(ENCRYPTED), /Run `populace serve FILE --key KEY`/],
    ['an empty file', () => new Uint8Array(), /is neither a tar nor a gzip file/],
    ['gzip that was cut off', () => gzipped(small).subarray(0, 600), /x\.tar: damaged or cut off/],
    ['gzip with something else in it', () => gzipped(bytesOf('x'.repeat(5000))), /not a whole tar/],
    ['a tar that was cut off', () => small.subarray(0, 1500), /not a whole tar: Tar archive is truncated/],
    [
      'a file above the archive',
      () => tarOf(new Map([['../x', ''], ...smallParts()])),
      /a file outside of it named "\.\.\/x"/,
    ],
    [
      'lists within lists without end',
      () => tarOf(new Map([...smallParts(), ['links/x.jsonl', '['.repeat(100_000)]])),
      /links\/x\.jsonl:1: not JSON|expected at most/,
    ],
    ['another version', () => tarOf(smallParts({ version: '4.25.1' })), /expected an export of Strapi 5/],
    ['a world without types', () => tarOf(smallParts({ schemas: [] })), /content-types|schemas/],
  ])('%s', async (_what, bytes, says) => {
    await expect(read(await bytes())).rejects.toThrow(says)
  })

  test.each<[string, Partial<ArchiveLimits>, Uint8Array, RegExp]>([
    [
      'zeros without end',
      { otherBytes: 20_000 },
      gzipped(Buffer.alloc(10_000_000)),
      /at most 20000 bytes beside/,
    ],
    ['much when it is unpacked', { unpackedBytes: 2_000 }, gzipped(small), /at most 2000 bytes after/],
    ['many files', { files: 3 }, small, /at most 3 files/],
    ['much JSON', { jsonBytes: 500 }, small, /at most 500 bytes of schemas/],
  ])('%s', async (_what, limits, bytes, says) => {
    await expect(read(bytes, limits)).rejects.toThrow(says)
  })
})
