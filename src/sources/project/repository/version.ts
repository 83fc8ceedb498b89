/** Detects the Strapi release of a project. */
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isObject, type Json, parseJson } from '../../../util/json.ts'
import { type ProjectFiles, projectFiles } from '../files.ts'

export interface VersionFound {
  /** The Strapi release, for instance `5.23.2`. */
  readonly version: string
  /** The file that states the release, such as a lockfile. */
  readonly from: string
}

const PACKAGE = '@strapi/strapi'

/**
 * Detects the Strapi release of a project. The Strapi release comes from the project's lockfile. Without a lockfile
 * of the project, the release comes from the workspace's lockfile, the installed package, or the version range in
 * `package.json`, in this order.
 */
export function strapiVersion(files: ProjectFiles): VersionFound | undefined {
  const folder = resolve(files.folder)
  const around = workspacesAround(folder).map((above) => ({
    files: projectFiles(above),
    path: posixPath(relative(above, folder)),
    from: posixPath(relative(folder, above)),
  }))
  const own = { files, path: '', from: '' }
  for (const sources of [LOCKFILES, INSTALLED]) {
    for (const { files: reader, path, from } of [own, ...around]) {
      for (const { name, read } of sources) {
        const text = reader.text(name)
        const version = text === undefined ? undefined : read(text, { path, range: rangeOf(files) })
        if (version !== undefined) return { version, from: from === '' ? name : `${from}/${name}` }
      }
    }
  }
  const version = fromRange(rangeOf(files))
  return version === undefined ? undefined : { version, from: 'package.json' }
}

/** The maximum number of parent folders in which the search looks for the workspace of a project. */
const MOST_ABOVE = 6

/** Returns the parent folders of a project that declare workspaces, up to the root of the repository, nearest first. */
function workspacesAround(folder: string): readonly string[] {
  const found: string[] = []
  let at = folder
  while (found.length < MOST_ABOVE && !existsSync(join(at, '.git')) && dirname(at) !== at) {
    at = dirname(at)
    found.push(at)
  }
  // Keeps only folders that declare workspaces, because other parent folders may not belong to the project.
  return found.filter((one) => isWorkspace(projectFiles(one)))
}

const isWorkspace = (files: ProjectFiles): boolean =>
  files.kindOf('pnpm-workspace.yaml') === 'file' ||
  files.kindOf('pnpm-lock.yaml') === 'file' ||
  at(parseJson(files.text('package.json') ?? ''), ['workspaces']) !== undefined

const posixPath = (path: string): string => path.split(sep).join('/')

interface Asking {
  /**
   * The path of the project, relative to the folder of the lockfile; empty if the lockfile is in the project's own
   * folder.
   */
  readonly path: string
  /** The version range of Strapi in the project's `package.json`. */
  readonly range: string | undefined
}

interface VersionSource {
  readonly name: string
  readonly read: (text: string, asking: Asking) => string | undefined
}

const LOCKFILES: readonly VersionSource[] = [
  { name: 'package-lock.json', read: fromPackageLock },
  { name: 'npm-shrinkwrap.json', read: fromPackageLock },
  { name: 'yarn.lock', read: fromYarnLock },
  { name: 'pnpm-lock.yaml', read: fromPnpmLock },
  { name: 'bun.lock', read: fromBunLock },
]

const INSTALLED: readonly VersionSource[] = [
  {
    name: `node_modules/${PACKAGE}/package.json`,
    read: (text) => plainVersion(at(parseJson(text), ['version'])),
  },
]

function at(json: Json | undefined, path: readonly string[]): Json | undefined {
  let found = json
  for (const key of path) found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}

const plainVersion = (json: Json | undefined): string | undefined =>
  typeof json === 'string' ? versionIn(json) : undefined

/**
 * Returns the first full version number in a text: `5.1.0` in `^5.1.0` and in `5.1.0(react@18)`. Returns undefined
 * for a text without a version number, such as `latest`.
 */
function versionIn(text: string): string | undefined {
  return /\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.]{1,40})?/.exec(text.slice(0, 200))?.[0]
}

function fromPackageLock(text: string, { path }: Asking): string | undefined {
  const lock = parseJson(text)
  const places = path === '' ? [] : [`${path}/node_modules/${PACKAGE}`]
  for (const place of [...places, `node_modules/${PACKAGE}`]) {
    const version = plainVersion(at(lock, ['packages', place, 'version']))
    if (version !== undefined) return version
  }
  return plainVersion(at(lock, ['dependencies', PACKAGE, 'version']))
}

/**
 * Reads the version of Strapi from `yarn.lock`. Below the heading `"@strapi/strapi@^5.0.0":`, the file has the line
 * `version "5.1.1"`. Newer files have the heading `"@strapi/strapi@npm:^5.0.0"` and the line `version: 5.1.1`.
 */
function fromYarnLock(text: string, { range }: Asking): string | undefined {
  const lines = text.split('\n')
  const isHeading = (line: string): boolean => !line.startsWith(' ') && line.includes(`${PACKAGE}@`)
  const asked = lines.findIndex((line) => isHeading(line) && range !== undefined && hasRange(line, range))
  const start = asked < 0 ? lines.findIndex(isHeading) : asked
  if (start < 0) return undefined
  return plainVersion(lines.slice(start + 1, start + 4).find((line) => line.trim().startsWith('version')))
}

/**
 * Returns whether a heading of `yarn.lock` contains the version range of the project. The file `yarn.lock` may also
 * contain headings with other ranges, because a workspace may use several releases.
 */
const hasRange = (line: string, range: string): boolean =>
  line
    .replaceAll(/[":]/g, ' ')
    .split(/[ ,]+/)
    .some((word) => word === `${PACKAGE}@${range}` || word === range)

/**
 * Reads the version of Strapi from `pnpm-lock.yaml`. The version is in the line `version: 5.1.1(…)` of the project's
 * section in `importers`, or else in a package name in `packages`.
 */
function fromPnpmLock(text: string, { path }: Asking): string | undefined {
  const lines = text.split('\n')
  const bare = (line: string): string => line.trim().replaceAll(/['"]/g, '').replace(/^\//, '')
  const importer =
    path === '' ? -1 : lines.findIndex((line) => /^ {2}\S/.test(line) && bare(line) === `${path}:`)
  const after = Math.max(importer, 0)
  const start = lines.findIndex((line, place) => place >= after && bare(line) === `${PACKAGE}:`)
  const below = lines.slice(start + 1, start + 4).find((line) => line.trim().startsWith('version:'))
  if (start >= 0 && below !== undefined) return versionIn(below)
  const named = lines.find((line) => bare(line).startsWith(`${PACKAGE}@`))
  return named === undefined ? undefined : versionIn(bare(named).slice(PACKAGE.length))
}

/** Reads the version of Strapi from `bun.lock`, from the entry `"@strapi/strapi": ["@strapi/strapi@5.1.1", …`. */
function fromBunLock(text: string): string | undefined {
  const start = text.indexOf(`["${PACKAGE}@`)
  return start < 0
    ? undefined
    : versionIn(text.slice(start + PACKAGE.length + 2, start + PACKAGE.length + 60))
}

function rangeOf(files: ProjectFiles): string | undefined {
  const json = parseJson(files.text('package.json') ?? '')
  const range = at(json, ['dependencies', PACKAGE]) ?? at(json, ['devDependencies', PACKAGE])
  return typeof range === 'string' ? range : undefined
}

/**
 * Returns the first version number in a version range, with 0 for a missing part: `^5.12` is 5.12.0, `5` is 5.0.0.
 */
function fromRange(range: string | undefined): string | undefined {
  const [major, minor = '0', patch = '0'] =
    /\d{1,9}(\.\d{1,9})?(\.\d{1,9})?/.exec((range ?? '').slice(0, 200))?.[0].split('.') ?? []
  return major === undefined ? undefined : `${major}.${minor}.${patch}`
}
