/** Where a folder is written, and what stands there already. */
import { cpSync, lstatSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { isList, parseJson } from '../../util/json.ts'
import { at } from '../database/model.ts'
import { SourceError } from '../source.ts'
import type { Parts } from './parts.ts'

export interface TargetFolder {
  /** As it was given. */
  readonly out: string
  /** Absolute, links resolved. */
  readonly folder: string
  readonly isThere: boolean
  /** The files there that were written so before. */
  readonly own: ReadonlySet<string>
  readonly by: Writer
}

/** What writes folders: each replaces what it wrote itself, and nothing that another wrote. */
export type Writer = 'import' | 'run of site'

const oneOf = (by: Writer): string => `${by === 'import' ? 'an' : 'a'} ${by}`

/** Lists what was written, for the next time. */
export const MANIFEST = '.populace.json'

export const manifestText = (parts: Parts, by: Writer): string =>
  `${JSON.stringify({ by, written: [...parts.keys()] }, undefined, 2)}\n`

interface WantedFolder {
  readonly force: boolean
  readonly from: string | undefined
  readonly by: Writer
}

/** @throws SourceError where something stands that was not written so before */
export function targetAt(out: string, { force, from, by }: WantedFolder): TargetFolder {
  const folder = realPath(resolve(out))
  const refuse = (expected: string, found: string): never => {
    throw new SourceError(`${out}: expected ${expected}, found ${found}; choose another with --out`)
  }
  const source = from === undefined ? undefined : realPath(resolve(from))
  if (source !== undefined && (isWithin(folder, source) || isWithin(source, folder)))
    refuse('a folder outside of the source', `one that is part of ${from}, or holds it`)
  if (isWithin(process.cwd(), folder))
    refuse('a folder that is not the current one', 'the current folder, or one above it')
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return { out, folder, isThere: false, own: new Set(), by }
  if (!stats.isDirectory()) return refuse('a folder', 'a file')
  const names = readdirSync(folder)
  if (names.length === 0) return { out, folder, isThere: true, own: new Set(), by }
  const written = names.includes(MANIFEST) ? writtenIn(join(folder, MANIFEST), by) : undefined
  if (written === undefined) return refuse('a new or an empty folder', `files that no ${by} wrote`)
  if (!force)
    throw new SourceError(
      `${out}: expected a new or an empty folder, found what ${oneOf(by)} wrote; --force replaces it`,
    )
  return { out, folder, isThere: true, own: new Set([...written, MANIFEST]), by }
}

/** The path with the links resolved of as much of it as is there. */
function realPath(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats !== undefined) return realpathSync.native(path)
  const above = dirname(path)
  return above === path ? path : join(realPath(above), path.slice(above.length))
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

function writtenIn(file: string, by: Writer): readonly string[] | undefined {
  const manifest = parseJson(readFileSync(file, 'utf8'))
  const written = at(manifest, ['written'])
  if (!isList(written) || (at(manifest, ['by']) ?? 'import') !== by) return undefined
  return written.filter((path) => typeof path === 'string')
}

/**
 * Copies what nobody wrote so from where it stands to `fresh`.
 * @throws SourceError where it stands in the way
 */
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
          `${out}: ${inner} is in the way, and no ${by} wrote it; move it, or choose another folder with --out`,
        )
      else cpSync(join(folder, inner), join(fresh, inner), { recursive: true, verbatimSymlinks: true })
    }
  }
  keep('')
}

/** The folders that these paths are in. */
function foldersOf(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    const parts = path.split('/')
    for (let length = 1; length < parts.length; length++) folders.add(parts.slice(0, length).join('/'))
  }
  return folders
}

/** Puts `fresh` where the target is; what stood there goes when nothing can fail any more. */
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
