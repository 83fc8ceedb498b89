/** Checks the target folder of a command that writes files, and the files that already exist in this folder. */
import { cpSync, lstatSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { isList, parseJson } from '../../util/json.ts'
import { at } from '../database/model.ts'
import { readRegular } from '../regular-file.ts'
import { SourceError } from '../source.ts'
import { MANIFEST, type Writer } from './manifest.ts'
import type { Parts } from './parts.ts'

export interface TargetFolder {
  /** The path of the target folder in the form that the user passed. */
  readonly out: string
  /** The absolute path of the target folder, with symbolic links resolved. */
  readonly folder: string
  readonly isThere: boolean
  /** The paths of the existing files that an earlier run of the same command wrote. */
  readonly own: ReadonlySet<string>
  readonly by: Writer
}

const oneOf = (by: Writer): string => `${by === 'import' ? 'an' : 'a'} ${by}`

interface WantedFolder {
  readonly force: boolean
  readonly from: string | undefined
  readonly by: Writer
}

/**
 * Checks a target folder, and lists the files in it. @throws SourceError if the command must not write into the
 * target folder, such as a folder with files but without a manifest of the command
 */
export function targetAt(out: string, { force, from, by }: WantedFolder): TargetFolder {
  const folder = realPath(resolve(out))
  const refuse = (expected: string, found: string): never => {
    throw new SourceError(`${out}: expected ${expected}, found ${found}; choose another folder with --out`)
  }
  const source = from === undefined ? undefined : realPath(resolve(from))
  if (source !== undefined && (isWithin(folder, source) || isWithin(source, folder)))
    refuse('a folder outside of the source', `a folder inside ${from}, or around ${from}`)
  if (isWithin(process.cwd(), folder))
    refuse('another folder than the current one', 'the current folder, or a folder above it')
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return { out, folder, isThere: false, own: new Set(), by }
  if (!stats.isDirectory()) return refuse('a folder', 'a file')
  const names = readdirSync(folder)
  if (names.length === 0) return { out, folder, isThere: true, own: new Set(), by }
  const written = names.includes(MANIFEST) ? writtenIn(join(folder, MANIFEST), by) : undefined
  if (written === undefined)
    return refuse('a new or an empty folder', `files that do not come from ${oneOf(by)}`)
  if (!force)
    throw new SourceError(
      `${out}: expected a new or an empty folder, found the output of ${oneOf(by)}; to replace it, use --force`,
    )
  return { out, folder, isThere: true, own: new Set([...written, MANIFEST]), by }
}

/** Resolves the symbolic links in the existing part of a path. */
function realPath(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats !== undefined) return realpathSync.native(path)
  const above = dirname(path)
  return above === path ? path : join(realPath(above), path.slice(above.length))
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

function writtenIn(file: string, by: Writer): readonly string[] | undefined {
  const manifest = parseJson(readRegular(file).toString('utf8'))
  const written = at(manifest, ['written'])
  if (!isList(written) || (at(manifest, ['by']) ?? 'import') !== by) return undefined
  return written.filter((path) => typeof path === 'string')
}

/** Copies all files that the command did not write from the existing target folder into the new folder `fresh`. */
export function keepOthers(
  { out, folder, isThere, own, by }: TargetFolder,
  fresh: string,
  parts: Parts,
): void {
  if (!isThere) return
  const ownFolders = foldersOf(own)
  const newFolders = foldersOf(parts.keys())
  const keep = (path: string): void => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      const isFolder = entry.isDirectory()
      if (own.has(inner) && !isFolder) continue
      if (isFolder && (ownFolders.has(inner) || newFolders.has(inner))) keep(inner)
      else if (parts.has(inner) || newFolders.has(inner))
        throw new SourceError(
          `${out}: ${inner} exists, but does not come from ${oneOf(by)}; move it, or choose another folder with --out`,
        )
      else cpSync(join(folder, inner), join(fresh, inner), { recursive: true, verbatimSymlinks: true })
    }
  }
  keep('')
}

/** Returns all folders that contain at least one of the paths. */
function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    const parts = path.split('/')
    for (let length = 1; length < parts.length; length++) folders.add(parts.slice(0, length).join('/'))
  }
  return folders
}

/**
 * Replaces the target folder of a command by the new folder `fresh`. Deletes the old folder as the last step, so
 * that a failure loses no data.
 */
export function swap(fresh: string, { folder, isThere }: TargetFolder): void {
  if (!isThere) return renameSync(fresh, folder)
  const aside = `${fresh}-before`
  renameSync(folder, aside)
  try {
    renameSync(fresh, folder)
  } catch (error) {
    renameSync(aside, folder)
    throw error
  }
  rmSync(aside, { recursive: true, force: true })
}
