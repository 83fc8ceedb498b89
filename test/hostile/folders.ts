/** Creates temporary dataset folders for tests; each test file deletes its folders at its end. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DatasetOptions } from '../../src/reference/load/limits.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { DatasetError, type Fault } from '../../src/reference/schema/fault.ts'
import { collection } from '../graph/library.ts'

let scratch: string | undefined

/** Deletes all folders of a test file; called by `afterAll`. */
export function removeFolders(): void {
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
  scratch = undefined
}

/** The text of a schema file with attributes of several types. */
export const THING = JSON.stringify(
  collection('thing', { name: { type: 'string' }, data: { type: 'json' }, size: { type: 'integer' } }),
)

/** Creates a folder outside of every dataset. */
export function newFolder(): string {
  scratch ??= mkdtempSync(join(tmpdir(), 'populace-hostile-'))
  return mkdtempSync(join(scratch, 'folder-'))
}

/** Creates a dataset folder with the given files. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const dir = newFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true })
    writeFileSync(join(dir, name), content)
  }
  return dir
}

/** Returns the faults of a dataset folder; an empty list if it loads. */
export function faultsAt(dir: string, options?: DatasetOptions): readonly Fault[] {
  try {
    loadDataset(dir, options)
    return []
  } catch (error) {
    if (error instanceof DatasetError) return error.faults
    throw error
  }
}

export const faultsOfFolder = (
  files: Readonly<Record<string, string | Uint8Array>>,
  options?: DatasetOptions,
): readonly Fault[] => faultsAt(folderOf(files), options)
