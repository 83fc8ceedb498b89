/**
 * Writes a source as a dataset folder, or writes any other set of files. Either all files are written or no file is.
 * Files that the same command did not write stay unchanged.
 */
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Source } from '../source.ts'
import { keepOthers, swap, targetAt } from './folder.ts'
import { MANIFEST, manifestText, pathToProject, type Writer } from './manifest.ts'
import { type FilePart, type Parts, partsOf, UPLOADS } from './parts.ts'

export interface WriteOptions {
  /** Whether the command may replace the files that an earlier run of the same command wrote. */
  readonly force?: boolean
  /**
   * The path of the source, if the source has a path. The target folder of a write must be outside of the source's
   * path.
   */
  readonly from?: string
}

export interface WrittenFolder {
  /** The number of written uploaded files. */
  readonly uploads: number
}

/**
 * Checks the target folder of an import before the source is read. @throws SourceError for the same target folders
 * as `writeSource`
 */
export function checkTarget(out: string, { force = false, from }: WriteOptions): void {
  targetAt(out, { force, from, by: 'import' })
}

/**
 * Writes a source as a dataset folder. Writing the same source into the same folder again gives the same files.
 * @throws SourceError if the folder `out` contains files of another origin, or for an invalid file name
 */
export function writeSource(source: Source, out: string, options: WriteOptions): WrittenFolder {
  const parts = partsOf(source)
  const { project } = source
  writeFolder(parts, out, { ...options, by: 'import', ...(project === undefined ? {} : { project }) })
  return { uploads: [...parts.keys()].filter((path) => path.startsWith(`${UPLOADS}/`)).length }
}

/**
 * Writes all files into a folder, or no file. Files that the command did not write stay in the folder.
 * @throws SourceError if the folder contains a file with the path of a file to write, and the command did not write
 * this file
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
