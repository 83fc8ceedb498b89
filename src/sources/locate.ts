/** Determines whether a path is a source itself, or a folder that contains one Strapi project. */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import { printable } from '../util/printable.ts'
import { isProject, projectFiles } from './project/files.ts'
import { projectsBelow } from './project/repository/find.ts'
import { strapiVersion } from './project/repository/version.ts'
import { SourceError } from './source.ts'

export interface Located {
  readonly path: string
  /**
   * The path of the found Strapi project, relative to the given folder; undefined if the given path itself is the
   * source.
   */
  readonly below: string | undefined
}

const EXPECTED = 'a dataset folder, a Strapi project or an archive of `strapi export`'

/**
 * The names of files and folders in a dataset folder. A folder that contains a name in `OF_DATASETS` counts as a
 * dataset folder. In a folder with a `package.json`, only the name `content-types` marks a dataset folder.
 */
const OF_DATASETS: ReadonlySet<string> = new Set([
  ...['content-types', 'entries', 'access.json', 'settings.json', 'locales.json', 'media.json'],
])

/** The maximum number of folders that an error message lists. */
const MOST_LISTED = 20

/**
 * Finds the source at a path.
 * @throws SourceError if the path does not exist, contains no source, or contains several projects
 */
export function locate(path: string): Located {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats?.isFile() === true) return { path: readable(path), below: undefined }
  if (stats?.isDirectory() !== true) {
    const found = stats === undefined ? 'nothing' : 'neither a file nor a folder'
    throw new SourceError(`${path}: expected ${EXPECTED}, found ${found}; check the path`)
  }
  const names = readdirSync(path)
  const isExport = names.includes('metadata.json') && names.includes('schemas')
  if (isProject(projectFiles(path))) {
    // The root package of a repository may depend on Strapi without being a project. Therefore, a project below the
    // root has priority over a root without the folders `config` and `src/api`.
    const projects = projectsBelow(path)
    if (projects.length > 0 && projects[0] !== path) return only(projects, path, names)
    return { path: supported(path), below: undefined }
  }
  const isDataset = names.some((name) => OF_DATASETS.has(name)) && !names.includes('package.json')
  if (isExport || isDataset || names.includes('content-types')) return { path, below: undefined }
  return only(projectsBelow(path), path, names)
}

function only(found: readonly string[], path: string, names: readonly string[]): Located {
  const current = found.filter((one) => majorOf(one) === MAJOR)
  const projects = current.length === 0 ? found : current
  const [first, ...others] = projects
  if (first === undefined) {
    const none = names.length === 0 ? 'an empty folder' : 'none, not even in four levels of folders below it'
    throw new SourceError(`${path}: expected ${EXPECTED}, found ${none}`)
  }
  if (others.length === 0) return { path: supported(first), below: relative(path, first) }
  const list = projects.slice(0, MOST_LISTED).map((one) => printable(relative('.', one) || '.', 500))
  throw new SourceError(
    `${path}: expected one Strapi project, found ${projects.length}; name one of them:\n${list.map((one) => `  ${one}`).join('\n')}`,
  )
}

/** The major release of Strapi that Populace supports. */
const MAJOR = 5

const majorOf = (path: string): number =>
  Number(strapiVersion(projectFiles(path))?.version.split('.', 1)[0] ?? MAJOR)

/**
 * Returns the path of a project if its release is supported.
 * @throws SourceError for a project of another major release.
 */
function supported(path: string): string {
  if (majorOf(path) === MAJOR) return path
  const found = strapiVersion(projectFiles(path))
  throw new SourceError(
    `${path}: expected a project of Strapi 5, found Strapi ${found?.version} in ${found?.from}; upgrade the project first`,
  )
}

const POINTER = 'version https://git-lfs.github.com/spec/'

/**
 * Returns the path of an archive file if the file is not a Git LFS pointer.
 * @throws SourceError for a Git LFS pointer. Git LFS puts a pointer in place of a file that it has not downloaded.
 */
function readable(path: string): string {
  if (!isLfsPointer(path)) return path
  throw new SourceError(
    `${path}: expected an archive, found a Git LFS pointer; run \`git lfs pull\` to download the file`,
  )
}

/** Returns whether a path is a regular file that starts with the given text. */
function startsAs(path: string, text: string): boolean {
  // Opens only regular files, because opening a pipe would wait for a writer.
  if (!statSync(path).isFile()) return false
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(text.length)
    return readSync(file, bytes) === text.length && bytes.toString('latin1') === text
  } finally {
    closeSync(file)
  }
}

/** Returns whether a file begins with the text of a Git LFS pointer. */
export const isLfsPointer = (path: string): boolean => startsAs(path, POINTER)
