/** Reads and writes the files of a dataset folder. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Json } from '../../../util/json.ts'
import { type Collected, collectFaults, type Problem, shown, wholeFile } from '../../schema/fault.ts'
import { readJsonBytes } from '../json/read.ts'
import { type DatasetOptions, limitsOf } from '../limits.ts'
import { type Disk, openDisk, type Refuse } from './disk.ts'
import { type DatasetFiles, SINGLE_FILES } from './files.ts'
import { withInterrupted } from './interrupted.ts'
import { isIgnored, unknownNameProblem } from './layout.ts'

/** The files of a dataset folder that could be read, and the faults of the other files. */
export interface FolderReading {
  readonly files: DatasetFiles
  readonly collected: Collected
  /**
   * Whether the files are incomplete, because the folder is not a dataset, cannot be read, or exceeds a limit. No
   * graph may be built from incomplete files.
   */
  readonly isCut: boolean
}

type Files = Readonly<Record<string, Json>>

/** The state of reading a dataset folder. The reader reports a refused file once, and skips it. */
interface FolderReader {
  readonly disk: Disk
  readonly refuse: Refuse
  readonly json: (file: string) => Json | undefined
}

/**
 * Reads every JSON file of a dataset folder in sorted order. Therefore, the result of reading a folder is the same on
 * every machine.
 */
export function readFolder(dir: string, options: DatasetOptions = {}): FolderReading {
  const limits = limitsOf(options)
  const unread: string[] = []
  const collected = collectFaults(unread)
  let isCut = false
  let values = 0
  const refuse: Refuse = (path, problem, last) => {
    if (isCut) return
    collected.report(wholeFile(path === '' ? '.' : path), problem)
    unread.push(path, `${path}/`)
    isCut = path === '' || last !== undefined
  }
  const found = openDisk(dir, limits, refuse)
  const disk = found && withInterrupted(found, dir, refuse)
  const json = (file: string): Json | undefined => {
    const bytes = isCut ? undefined : disk?.bytesOf(file)
    const left = { depth: limits.depth, values: limits.values - values }
    const read = bytes && readJsonBytes(bytes, left, file, collected.report, refuse)
    values += read?.values ?? 0
    if (values <= limits.values) return read?.json
    const expected = `at most ${limits.values} values in all files together (limit "values")`
    refuse(file, { message: 'too many values', expected, found: 'more' }, 'last')
    return undefined
  }
  const files = disk === undefined ? { contentTypes: {} } : readFiles({ disk, refuse, json })
  return { files, collected, isCut }
}

function readFiles(reader: FolderReader): DatasetFiles {
  const present = reader.disk.namesIn('')
  if (isProject(present, reader.disk)) {
    reader.refuse('', PROJECT)
    return { contentTypes: {} }
  }
  for (const name of present) {
    const problem = unknownNameProblem(name)
    if (problem !== undefined) reader.refuse(name, problem)
  }
  const isThere = (name: string): boolean => present.includes(name)
  const single = SINGLE_FILES.filter((stem) => isThere(`${stem}.json`))
  const folder = (name: string): Files =>
    isThere(name) && isFolder(name, reader) ? collect(stemsIn(name, reader), name, reader) : {}
  return {
    ...collect(single, '', reader),
    contentTypes: folder('content-types'),
    components: isThere('components') && isFolder('components', reader) ? readComponents(reader) : {},
    entries: folder('entries'),
  }
}

const PROJECT: Problem = {
  message: 'not a dataset',
  expected:
    'a dataset folder; open a Strapi project with `await openSource(path)` from populace/mock, or convert it with `populace import`',
  found: 'a Strapi project',
}

const isProject = (names: readonly string[], disk: Disk): boolean =>
  names.includes('package.json') &&
  !names.includes('content-types') &&
  disk.bytesOf('package.json')?.includes('"@strapi/strapi"') === true

function readComponents(reader: FolderReader): Files {
  const categories = namesIn('components', reader).filter((name) => {
    if (!name.endsWith('.json')) return isFolder(`components/${name}`, reader)
    const expected = 'components/<category>/<name>.json'
    reader.refuse(`components/${name}`, {
      message: 'component without category',
      expected,
      found: shown(name),
    })
    return false
  })
  const stems = categories.flatMap((category) =>
    stemsIn(`components/${category}`, reader).map((stem) => `${category}/${stem}`),
  )
  return collect(stems, 'components', reader)
}

const isFolder = (path: string, { disk, refuse }: FolderReader): boolean => {
  const kind = disk.kindOf(path)
  if (kind === 'file') refuse(path, { message: 'not a folder', expected: 'a folder', found: 'a file' })
  return kind === 'folder'
}

/**
 * Returns the names of the JSON files in a folder, without `.json`. All other files except Markdown and hidden files
 * are faults.
 */
function stemsIn(folder: string, reader: FolderReader): readonly string[] {
  return namesIn(folder, reader).flatMap((name) => {
    if (name.endsWith('.json')) return name.slice(0, -'.json'.length)
    const expected = 'a file whose name ends in .json'
    reader.refuse(`${folder}/${name}`, { message: 'unknown file', expected, found: shown(name) })
    return []
  })
}

/**
 * Returns the names in a folder, and reports names that are not UTF-8. Node.js returns a name that is not UTF-8 with
 * U+FFFD in it, so the file cannot be opened.
 */
function namesIn(folder: string, { disk, refuse }: FolderReader): readonly string[] {
  const names = disk.namesIn(folder).filter((name) => !isIgnored(name))
  const broken = names.find((name) => name.includes('\ufffd'))
  if (broken === undefined) return names
  refuse(`${folder}/${broken}`, {
    message: 'unknown file',
    expected: 'a name in UTF-8',
    found: shown(broken),
  })
  return names.filter((name) => !name.includes('\ufffd'))
}

function collect(stems: readonly string[], folder: string, { json }: FolderReader): Files {
  return Object.fromEntries(
    stems.flatMap((stem): [string, Json][] => {
      const read = json(`${folder === '' ? '' : `${folder}/`}${stem}.json`)
      return read === undefined ? [] : [[stem, read]]
    }),
  )
}

/** Writes the files of a dataset into a folder, in the format that `loadDataset` reads. */
export function writeDataset(dir: string, files: DatasetFiles): void {
  const write = (path: string, json: Json | undefined): void => {
    if (json === undefined) return
    const file = join(dir, `${path}.json`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(json, undefined, 2)}\n`)
  }
  for (const [stem, json] of Object.entries(files.contentTypes)) write(`content-types/${stem}`, json)
  for (const [path, json] of Object.entries(files.components ?? {})) write(`components/${path}`, json)
  for (const [stem, json] of Object.entries(files.entries ?? {})) write(`entries/${stem}`, json)
  for (const name of SINGLE_FILES) write(name, files[name])
}
