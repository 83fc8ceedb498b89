/** Makes mutants of the folder: special files, links and unusual names. */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { BaseDataset } from './base.ts'
import type { Mutate } from './mutant.ts'
import { ODD_NAMES } from './oddities.ts'

interface FilePosition {
  readonly dir: string
  /** An empty folder next to the dataset. */
  readonly outside: string
  /** The path of the file that changes; the member `folder` has the path of the folder around the file. */
  readonly file: string
  readonly folder: string
  readonly roll: Roll
}

/** Replaces a file by what `make` creates at its path. */
function replaced(file: string, make: (file: string) => void): void {
  rmSync(file, { recursive: true, force: true })
  make(file)
}

function pipe(file: string): void {
  execFileSync('mkfifo', [file])
}

/** Runs an action, and ignores errors of the file system, which may forbid the name of a file. */
function attempt(action: () => void): void {
  try {
    action()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
  }
}

const nested = (levels: number): string => Array.from({ length: levels }, () => 'd').join('/')

const EDITS: { readonly [says: string]: (spot: FilePosition) => void } = {
  'a folder in place of a file': ({ file }) => replaced(file, (path) => mkdirSync(path)),
  'a folder with files in place of a file': ({ file }) =>
    replaced(file, (path) => {
      mkdirSync(path)
      writeFileSync(join(path, 'x.json'), '[]')
    }),
  'a pipe for a file': ({ file }) => replaced(file, pipe),
  'a pipe more': ({ folder }) => pipe(join(folder, 'pipe.json')),
  'endless zeros for a file': ({ file }) => replaced(file, (path) => symlinkSync('/dev/zero', path)),
  'a terminal for a file': ({ file }) => replaced(file, (path) => symlinkSync('/dev/tty', path)),
  'nothing at all for a file': ({ file }) => replaced(file, (path) => symlinkSync('/dev/null', path)),
  'a link out for a file': ({ file, outside }) => {
    const moved = join(outside, 'moved.json')
    renameSync(file, moved)
    symlinkSync(moved, file)
  },
  'a link to a secret': ({ file }) => replaced(file, (path) => symlinkSync('/etc/passwd', path)),
  'a link within': ({ file, folder }) => {
    const moved = join(folder, '.moved.txt')
    renameSync(file, moved)
    symlinkSync(moved, file)
  },
  'a relative link within': ({ file, folder }) => {
    renameSync(file, join(folder, '.moved'))
    symlinkSync('.moved', file)
  },
  'a link to nothing': ({ file }) => replaced(file, (path) => symlinkSync('nowhere', path)),
  'a link to itself': ({ file }) => replaced(file, (path) => symlinkSync(path, path)),
  'a link to the folder': ({ dir, file }) => replaced(file, (path) => symlinkSync(dir, path)),
  'a hard link': ({ file, outside }) => {
    const other = join(outside, 'other.json')
    copyFileSync(file, other)
    replaced(file, (path) => linkSync(other, path))
  },
  'a folder linked out': ({ folder, outside }) => {
    const moved = join(outside, 'moved')
    cpSync(folder, moved, { recursive: true })
    replaced(folder, (path) => symlinkSync(moved, path))
  },
  'a folder linked within': ({ dir, folder }) => {
    if (folder === dir) return
    const moved = join(dir, '.moved')
    renameSync(folder, moved)
    symlinkSync(moved, folder)
  },
  'a file for a folder': ({ folder, dir }) => {
    if (folder !== dir) replaced(folder, (path) => writeFileSync(path, '[]'))
  },
  'a pipe for a folder': ({ folder, dir }) => {
    if (folder !== dir) replaced(folder, pipe)
  },
  'a folder gone': ({ folder }) => rmSync(folder, { recursive: true }),
  'a file gone': ({ file }) => rmSync(file),
  'an empty file': ({ file }) => writeFileSync(file, ''),
  'a huge file': ({ file }) => truncateSync(file, 3_000_000_000),
  'a file over the limit': ({ file }) => writeFileSync(file, `[${' '.repeat(1_100_000)}]`),
  'many files': ({ folder }) => {
    for (let at = 0; at < 500; at++) writeFileSync(join(folder, `more${at}.json`), '[]')
  },
  'much in many files': ({ dir }) => {
    for (let at = 0; at < 5; at++)
      writeFileSync(join(dir, `entries/more${at}.json`), `[${' '.repeat(900_000)}]`)
  },
  'many values': ({ file }) => writeFileSync(file, `[${'[],'.repeat(300_000)}[]]`),
  'another name': ({ file, roll }) =>
    attempt(() => renameSync(file, join(dirname(file), roll.pick(ODD_NAMES)))),
  'another stem': ({ file, roll }) =>
    attempt(() => renameSync(file, join(dirname(file), `${roll.pick(ODD_NAMES)}.json`))),
  'another ending': ({ file, roll }) =>
    renameSync(
      file,
      file.replace(/\.json$/, roll.pick(['.JSON', '.jsonc', '.json~', '.txt', '', '.md', '.json.bak'])),
    ),
  'a name that is not a text': ({ file }) =>
    renameSync(
      file,
      Buffer.concat([Buffer.from(dirname(file)), Buffer.from([0x2f, 0xff, 0xfe]), Buffer.from('.json')]),
    ),
  'another folder': ({ folder, dir, roll }) => {
    const name = roll.pick([
      'entires',
      'Entries',
      'content_types',
      'component',
      'old',
      'x',
      '.hidden',
      ...ODD_NAMES,
    ])
    const to = join(dirname(folder), name)
    if (folder !== dir && name !== '' && !existsSync(to)) attempt(() => renameSync(folder, to))
  },
  'a folder in a folder': ({ folder }) => {
    mkdirSync(join(folder, 'deeper'), { recursive: true })
    writeFileSync(join(folder, 'deeper/x.json'), '[]')
  },
  'folders in folders': ({ folder }) => mkdirSync(join(folder, nested(200)), { recursive: true }),
  'a file more': ({ folder, roll }) =>
    attempt(() =>
      writeFileSync(
        join(
          folder,
          roll.pick(['x.json', 'setings.json', 'notes.txt', '.x.json', 'README.md', ...ODD_NAMES]),
        ),
        '{}',
      ),
    ),
  'two files of one type': ({ dir }) => {
    const [from, to] = [join(dir, 'entries/article.json'), join(dir, 'entries/api-article-article.json')]
    if (existsSync(from)) copyFileSync(from, to)
    else writeFileSync(to, '[]')
  },
  'a file with no rights': ({ file }) => execFileSync('chmod', ['000', file]),
}

export const mutateFolder: Mutate = (base: BaseDataset, roll) => {
  const path = roll.pick([...base.files.keys()])
  const says = roll.pick(Object.keys(EDITS))
  const apply = (dir: string, outside: string): void => {
    const file = join(dir, path)
    EDITS[says]?.({ dir, outside, file, folder: dirname(file), roll })
  }
  return { says: `${path}: ${says}`, change: { at: 'folder', apply } }
}
