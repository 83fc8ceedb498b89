/** Any source as a dataset folder, and whatever else is a folder of files: all of it or nothing, and nothing of anybody else is changed. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Source } from '../source.ts'
import { keepOthers, MANIFEST, manifestText, swap, targetAt, type Writer } from './folder.ts'
import { type FilePart, type Parts, partsOf, UPLOADS } from './parts.ts'

export interface WriteOptions {
  /** Whether what an import wrote there before is replaced. */
  readonly force?: boolean
  /** The path of the source, if it has one: nothing is written within it. */
  readonly from?: string
}

export interface WrittenFolder {
  /** Uploaded files. */
  readonly uploads: number
}

/**
 * Writes a source as `openDataset` reads it, the same bytes each time.
 * @throws SourceError where something else stands at `out`, or a name cannot be that of a file
 */
export function writeSource(source: Source, out: string, options: WriteOptions): WrittenFolder {
  const parts = partsOf(source)
  writeFolder(parts, out, { ...options, by: 'import' })
  return { uploads: [...parts.keys()].filter((path) => path.startsWith(`${UPLOADS}/`)).length }
}

/**
 * Writes files into a folder, all of them or none; what stands there and was not written so before stays.
 * @throws SourceError where something else stands at `out`
 */
export function writeFolder(
  parts: Parts,
  out: string,
  { force = false, from, by }: WriteOptions & { readonly by: Writer },
): void {
  const target = targetAt(out, { force, from, by })
  const fresh = join(dirname(target.folder), `.${basename(target.folder)}-${randomBytes(6).toString('hex')}`)
  try {
    mkdirSync(fresh, { recursive: true })
    writeParts(fresh, parts, by)
    keepOthers(target, fresh, parts)
    swap(fresh, target)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function writeParts(folder: string, parts: Parts, by: Writer): void {
  for (const [path, part] of parts) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writePart(file, part)
  }
  writeFileSync(join(folder, MANIFEST), manifestText(parts, by))
}

function writePart(file: string, part: FilePart): void {
  if ('text' in part) writeFileSync(file, part.text)
  else if ('bytes' in part) writeFileSync(file, part.bytes)
  else copyFileSync(part.copyOf, file)
}
