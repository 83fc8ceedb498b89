/** Folders in which mutants are tried: a copy of each shipped dataset, restored after each mutant. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BaseDataset } from './base.ts'
import type { DatasetMutation } from './mutant.ts'

export interface FilePlace {
  /** Calls `use` with the folder of the changed dataset. */
  readonly with: <T>(
    base: BaseDataset,
    change: Extract<DatasetMutation, { at: 'file' | 'files' | 'folder' }>,
    use: (dir: string) => T,
  ) => T
  /** Removes the folders. */
  readonly close: () => void
}

export function openPlace(): FilePlace {
  const root = mkdtempSync(join(tmpdir(), 'populace-hostile-'))
  const whole = new Set<string>()
  const place: FilePlace['with'] = (base, change, use) => {
    const dir = join(root, base.name.replaceAll('/', '-'))
    if (!whole.has(dir)) {
      rmSync(dir, { recursive: true, force: true })
      cpSync(base.dir, dir, { recursive: true })
    }
    whole.delete(dir)
    const undo = applied(base, change, dir, join(root, 'outside'))
    const result = use(dir)
    if (undo !== undefined) {
      undo()
      whole.add(dir)
    }
    return result
  }
  return { with: place, close: () => rmSync(root, { recursive: true, force: true }) }
}

/** Applies a change; returns a function that undoes the change, if that is faster than a new copy. */
function applied(
  base: BaseDataset,
  change: Extract<DatasetMutation, { at: 'file' | 'files' | 'folder' }>,
  dir: string,
  outside: string,
): (() => void) | undefined {
  switch (change.at) {
    case 'file':
      writeFileSync(join(dir, change.path), change.bytes)
      return () => writeFileSync(join(dir, change.path), base.files.get(change.path) ?? '')
    case 'files':
      for (const [path, text] of change.texts) writeFileSync(join(dir, path), text)
      return () => {
        for (const path of change.texts.keys()) writeFileSync(join(dir, path), base.files.get(path) ?? '')
      }
    case 'folder':
      rmSync(outside, { recursive: true, force: true })
      mkdirSync(outside)
      change.apply(dir, outside)
      return undefined
  }
}
