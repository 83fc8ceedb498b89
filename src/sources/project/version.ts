/** Detects the Strapi release of a project: from its lockfile, else the installed package, else `package.json`. */
import { isObject, type Json, parseJson } from '../../util/json.ts'
import type { ProjectFiles } from './files.ts'

export interface VersionFound {
  /** For instance `5.23.2`. */
  readonly version: string
  /** The file with the version. */
  readonly from: string
}

const PACKAGE = '@strapi/strapi'

export function strapiVersion(files: ProjectFiles): VersionFound | undefined {
  for (const { from, read } of SOURCES) {
    const text = files.text(from)
    const version = text === undefined ? undefined : read(text)
    if (version !== undefined) return { version, from }
  }
  return undefined
}

const SOURCES: readonly { readonly from: string; readonly read: (text: string) => string | undefined }[] = [
  { from: 'package-lock.json', read: fromPackageLock },
  { from: 'npm-shrinkwrap.json', read: fromPackageLock },
  { from: 'yarn.lock', read: fromYarnLock },
  { from: 'pnpm-lock.yaml', read: fromPnpmLock },
  {
    from: `node_modules/${PACKAGE}/package.json`,
    read: (text) => plainVersion(at(parseJson(text), ['version'])),
  },
  { from: 'package.json', read: fromPackage },
]

function at(json: Json | undefined, path: readonly string[]): Json | undefined {
  let found = json
  for (const key of path) found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}

const plainVersion = (json: Json | undefined): string | undefined =>
  typeof json === 'string' ? versionIn(json) : undefined

/** The first `1.2.3` of a text: `^5.1.0` and `5.1.0(react@18)` have one, `latest` does not. */
function versionIn(text: string): string | undefined {
  return /\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.]{1,40})?/.exec(text.slice(0, 200))?.[0]
}

function fromPackageLock(text: string): string | undefined {
  const lock = parseJson(text)
  return (
    plainVersion(at(lock, ['packages', `node_modules/${PACKAGE}`, 'version'])) ??
    plainVersion(at(lock, ['dependencies', PACKAGE, 'version']))
  )
}

/** The line below `"@strapi/strapi@^5.0.0":` is `version "5.1.1"`, in newer files `version: 5.1.1`. */
function fromYarnLock(text: string): string | undefined {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => !line.startsWith(' ') && line.includes(`${PACKAGE}@`))
  if (start < 0) return undefined
  return plainVersion(lines.slice(start + 1, start + 4).find((line) => line.trim().startsWith('version')))
}

/** `version: 5.1.1(…)` below the name in `importers`, or the name with a version in `packages`. */
function fromPnpmLock(text: string): string | undefined {
  const lines = text.split('\n')
  const bare = (line: string): string => line.trim().replaceAll(/['"]/g, '').replace(/^\//, '')
  const start = lines.findIndex((line) => bare(line) === `${PACKAGE}:`)
  const below = lines.slice(start + 1, start + 4).find((line) => line.trim().startsWith('version:'))
  if (start >= 0 && below !== undefined) return versionIn(below)
  const named = lines.find((line) => bare(line).startsWith(`${PACKAGE}@`))
  return named === undefined ? undefined : versionIn(bare(named).slice(PACKAGE.length))
}

/** A range means its oldest release: `^5.12` is 5.12.0, `5` is 5.0.0. */
function fromPackage(text: string): string | undefined {
  const json = parseJson(text)
  const range = at(json, ['dependencies', PACKAGE]) ?? at(json, ['devDependencies', PACKAGE])
  if (typeof range !== 'string') return undefined
  const [major, minor = '0', patch = '0'] =
    /\d{1,9}(\.\d{1,9})?(\.\d{1,9})?/.exec(range.slice(0, 200))?.[0].split('.') ?? []
  return major === undefined ? undefined : `${major}.${minor}.${patch}`
}
