/**
 * Writes a source as a dataset folder, or any other set of files. A write creates all files or none, and changes no
 * files of other origin.
 */
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Source } from '../source.ts'
import { keepOthers, swap, targetAt } from './folder.ts'
import { MANIFEST, manifestText, pathToProject, type Writer } from './manifest.ts'
import { type FilePart, type Parts, partsOf, UPLOADS } from './parts.ts'

export interface WriteOptions {
  /** Whether to replace the files that an earlier import wrote. */
  readonly force?: boolean
  /** The path of the source, if it has one. The target folder must be outside of this path. */
  readonly from?: string
}

export interface WrittenFolder {
  /** The number of uploaded files that were written. */
  readonly uploads: number
}

/** Checks the target of an import before the source is read. @throws SourceError in the same cases as `writeSource` */
export function checkTarget(out: string, { force = false, from }: WriteOptions): void {
  targetAt(out, { force, from, by: 'import' })
}

/**
 * Writes a source as a dataset folder. The same source always gives the same bytes.
 * @throws SourceError if `out` has other files, or for an invalid file name
 */
export function writeSource(source: Source, out: string, options: WriteOptions): WrittenFolder {
  const parts = partsOf(source)
  const { project } = source
  writeFolder(parts, out, { ...options, by: 'import', ...(project === undefined ? {} : { project }) })
  return { uploads: [...parts.keys()].filter((path) => path.startsWith(`${UPLOADS}/`)).length }
}

/**
 * Writes all files into a folder, or none. Files of another origin stay in the folder.
 * @throws SourceError if a file of another origin has the path of a file to write
 */
export function writeFolder(
  parts: Parts,
  out: string,
  { force = false, from, by, project }: WriteOptions & { readonly by: Writer; readonly project?: string },
): void {
  const target = targetAt(out, { force, from, by })
  const fresh = join(dirname(target.folder), `.${basename(target.folder)}-${randomBytes(6).toString('hex')}`)
  try {
    mkdirSync(fresh, { recursive: true })
    writeParts(fresh, parts)
    const path =
      project === undefined ? undefined : pathToProject(target.folder, realpathSync.native(project))
    writeFileSync(join(fresh, MANIFEST), manifestText(parts, by, path))
    keepOthers(target, fresh, parts)
    swap(fresh, target)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function writeParts(folder: string, parts: Parts): void {
  for (const [path, part] of parts) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writePart(file, part)
  }
}

function writePart(file: string, part: FilePart): void {
  if ('text' in part) writeFileSync(file, part.text)
  else if ('bytes' in part) writeFileSync(file, part.bytes)
  else copyFileSync(part.copyOf, file)
}
