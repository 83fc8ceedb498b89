/** Tests dataset folders with unexpected files, or with too many files. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loadDataset } from '../../src/reference/load/load.ts'
import { brief } from '../graph/library.ts'
import { faultsAt, folderOf, newFolder, removeFolders, THING } from './folders.ts'

afterAll(removeFolders)

const FILES = { 'content-types/thing.json': THING, 'entries/thing.json': '[{"name": "one"}]' }
const ENTRIES = 'entries/thing.json'

/** Returns the faults of a valid dataset folder after a change to its file of rows. */
function faultsAfter(change: (file: string, dir: string) => void): readonly string[] {
  const dir = folderOf(FILES)
  change(join(dir, ENTRIES), dir)
  return faultsAt(dir).map(brief)
}

/** Returns the faults of a valid dataset folder after its file of rows is replaced. */
const faultsWith = (make: (file: string, dir: string) => void): readonly string[] =>
  faultsAfter((file, dir) => {
    rmSync(file)
    make(file, dir)
  })

/** These tests do not run on Windows, which has no pipes or devices as files and restricts links. */
const describeUnix = describe.skipIf(process.platform === 'win32')

describeUnix('a folder, pipe, link or huge file in the place of a dataset file', () => {
  test.each<[string, (file: string, dir: string) => void, string]>([
    ['a folder', (file) => mkdirSync(file), 'not a file'],
    [
      'a pipe to which nothing is written',
      (file) => execFileSync('mkfifo', [file]),
      'neither a file nor a folder',
    ],
    ['endless zeros', (file) => symlinkSync('/dev/zero', file), 'link out of the dataset'],
    ['a file from elsewhere', (file) => symlinkSync('/etc/passwd', file), 'link out of the dataset'],
    ['a link to nothing', (file) => symlinkSync('nowhere', file), 'cannot be read'],
    ['a link to itself', (file) => symlinkSync(file, file), 'cannot be read'],
    ['a link to the folder', (file, dir) => symlinkSync(dir, file), 'not a file'],
    [
      'gigabytes of nothing',
      (file) => {
        writeFileSync(file, '')
        truncateSync(file, 5e9)
      },
      'too large',
    ],
  ])('%s', (_, make, message) => {
    expect(faultsWith(make)).toEqual([`${ENTRIES}# ${message}`])
  })

  test('a link that leads to a folder whose name begins with the name of the dataset is a fault', () => {
    const faults = faultsWith((file, dir) => {
      mkdirSync(`${dir}-besides`)
      writeFileSync(`${dir}-besides/rows.json`, '[]')
      symlinkSync(`${dir}-besides/rows.json`, file)
    })
    expect(faults).toEqual([`${ENTRIES}# link out of the dataset`])
  })

  test('a symbolic link to a file within the dataset folder is followed', () => {
    const dir = folderOf(FILES)
    renameSync(join(dir, ENTRIES), join(dir, 'rows.txt'))
    symlinkSync('../rows.txt', join(dir, ENTRIES))
    expect(loadDataset(dir).tables.get('api::thing.thing')?.rows).toHaveLength(1)
  })
})

test.skipIf(process.platform === 'win32')('the dataset folder itself may be a symbolic link', () => {
  const link = join(newFolder(), 'dataset')
  symlinkSync(folderOf(FILES), link)
  expect(loadDataset(link).tables.get('api::thing.thing')?.rows).toHaveLength(1)
})

describeUnix('a wrong object in the place of a folder', () => {
  test.each<[string, (folder: string) => void, string]>([
    ['a file', (folder) => writeFileSync(folder, '[]'), 'not a folder'],
    ['a pipe', (folder) => execFileSync('mkfifo', [folder]), 'neither a file nor a folder'],
    ['a link out', (folder) => symlinkSync(folderOf(FILES), folder), 'link out of the dataset'],
    ['a device', (folder) => symlinkSync('/dev/null', folder), 'link out of the dataset'],
  ])('%s', (_, make, message) => {
    for (const name of ['entries', 'components', 'content-types']) {
      const dir = folderOf(FILES)
      rmSync(join(dir, name), { recursive: true, force: true })
      make(join(dir, name))
      expect(faultsAt(dir).map(brief)).toEqual([`${name}# ${message}`])
    }
  })

  test.each([
    ['nothing', () => join(newFolder(), 'nowhere'), 'nothing there'],
    ['a file', () => join(folderOf(FILES), ENTRIES), 'a file where a folder should be'],
    ['a folder name with a zero byte', () => 'a\0b', 'ERR_INVALID_ARG_VALUE'],
  ])('for the dataset: %s', (_, dir, found) => {
    expect(faultsAt(dir())).toMatchObject([{ file: '.', message: 'cannot be read', found }])
  })
})

describe('names', () => {
  test.each<[string, string]>([
    ['entries/thing.jsonc', 'unknown file'],
    ['entries/other.JSON', 'unknown file'],
    ['entries/old/thing.json', 'unknown file'],
    ['content-types/thing/schema.json', 'unknown file'],
    ['components/seo.json', 'component without category'],
    ['components/a/b/c.json', 'unknown file'],
    ['settings.jsn', 'unknown file'],
    ['Entries', 'unknown file'],
  ])('%s', (name, message) => {
    const file = name.replace(/^(entries|content-types|components\/a)\/(.*)\/.*$/, '$1/$2')
    expect(faultsAt(folderOf({ ...FILES, [name]: '{}' })).map(brief)).toEqual([`${file}# ${message}`])
  })

  test('a misspelt folder is reported as an unknown file with a suggestion', () => {
    const dir = folderOf(FILES)
    renameSync(join(dir, 'entries'), join(dir, 'entires'))
    expect(faultsAt(dir)).toMatchObject([
      {
        file: 'entires',
        message: 'unknown file',
        expected: 'a file of the dataset format, perhaps "entries"',
      },
    ])
  })

  test('hidden files, texts and folders of other tools are ignored', () => {
    const more = {
      'entries/.thing.json': '{',
      'entries/README.md': '',
      '.git/x.json': '',
      'notes.txt': '',
      'tools/x.json': '',
    }
    expect(faultsAt(folderOf({ ...FILES, ...more }))).toEqual([])
  })

  test.skipIf(process.platform !== 'linux')('a name that is not valid UTF-8 is a fault', () => {
    const faults = faultsAfter((file, dir) =>
      renameSync(
        file,
        Buffer.concat([Buffer.from(join(dir, 'entries/')), Buffer.from([0xff]), Buffer.from('.json')]),
      ),
    )
    expect(faults).toEqual(['entries/\ufffd.json# unknown file'])
  })

  test('the loader reports rows in a file with the name of the schema file if the type has another name', () => {
    const dir = folderOf({ ...FILES, 'content-types/thing.json': THING.replace('"thing"', '"other"') })
    expect(faultsAt(dir).map(brief)).toEqual([`${ENTRIES}# rows of an unknown type`])
  })
})

describe('limits', () => {
  const many = { ...FILES, 'components/a/b.json': '{}', 'components/a/c.json': '{}' }
  /** The number of files and folders in `many`: three top folders, the folder `a`, and four files. */
  const COUNT = 8
  const bytes = Object.values(many).reduce((sum, text) => sum + text.length, 0)

  test('the limits of a dataset folder apply to the number of files', () => {
    expect(faultsAt(folderOf(many), { limits: { files: COUNT } })).toEqual([])
    const faults = faultsAt(folderOf(many), { limits: { files: COUNT - 1 } })
    expect(faults).toMatchObject([
      { message: 'too many files', expected: expect.stringContaining('limit "files"') },
    ])
  })

  test('the limits of a dataset folder apply to the bytes of one file', () => {
    expect(faultsAt(folderOf(many), { limits: { fileBytes: THING.length } })).toEqual([])
    const faults = faultsAt(folderOf(many), { limits: { fileBytes: THING.length - 1 } })
    expect(faults.map(brief)).toEqual(['content-types/thing.json# too large'])
  })

  test('the limits of a dataset folder apply to the bytes of all files', () => {
    expect(faultsAt(folderOf(many), { limits: { bytes } })).toEqual([])
    const faults = faultsAt(folderOf(many), { limits: { bytes: bytes - 1 } })
    expect(faults.map(brief)).toEqual([`${ENTRIES}# too large`])
  })

  test('the limits of a dataset folder apply to the values of all files', () => {
    const rows = (count: number) => ({
      'content-types/thing.json': THING,
      [ENTRIES]: `[{"data":[${Array(count).fill(0)}]}]`,
    })
    expect(faultsAt(folderOf(rows(900)), { limits: { values: 1000 } })).toEqual([])
    const faults = faultsAt(folderOf(rows(1100)), { limits: { values: 1000 } })
    expect(faults.map(brief)).toEqual([`${ENTRIES}# too many values`])
  })

  test('the limits of a dataset folder also count values that rows and components get by default', () => {
    const thing = JSON.parse(THING)
    const part = { attributes: { text: { type: 'string' } } }
    thing.attributes.parts = { type: 'component', component: 'a.part', repeatable: true }
    const files = {
      'content-types/thing.json': JSON.stringify(thing),
      'components/a/part.json': JSON.stringify(part),
    }
    const empty = (count: number): string => `[${Array(count).fill('{}')}]`
    const limits = { values: 10_000 }
    // Each row counts as 19 values: 8 of its own, 4 attributes, and 7 members that every row has.
    expect(faultsAt(folderOf({ ...files, [ENTRIES]: empty(526) }), { limits })).toEqual([])
    expect(faultsAt(folderOf({ ...files, [ENTRIES]: empty(527) }), { limits }).map(brief)).toEqual([
      `${ENTRIES}# too many values`,
    ])
    const parts = (count: number) => ({ ...files, [ENTRIES]: `[{"parts": ${empty(count)}}]` })
    expect(faultsAt(folderOf(parts(1109)), { limits })).toEqual([])
    expect(faultsAt(folderOf(parts(1110)), { limits }).map(brief)).toEqual([`${ENTRIES}# too many values`])
  })

  test.each([
    { depth: 0 },
    { depth: 1001 },
    { files: 1.5 },
    { bytes: Number.NaN },
    { fileBytes: 2 ** 30 },
    { values: -1 },
  ])('%j is no valid limit', (limits) => {
    expect(() => loadDataset(folderOf(FILES), { limits })).toThrow(RangeError)
  })
})
