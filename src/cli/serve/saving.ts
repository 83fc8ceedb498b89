/** Implements `serve --save`, which saves each write in the served dataset folder. */

import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { SourceError } from '../../sources/index.ts'
import type { Opened } from '../source.ts'
import { print } from '../terminal.ts'
import type { AnsweringOptions } from './answering.ts'

interface SavingOptions {
  readonly save?: true
  readonly watch?: true
  readonly readOnly?: true
}

/** A folder that is locked for saving. */
export interface SavingFolder {
  /** Starts to save writes to the opened source. @throws SourceError if the source is not a dataset folder. */
  readonly begin: (opened: Opened) => Pick<AnsweringOptions, 'store' | 'sent'>
}

/**
 * Locks the folder before the program reads it, so that no other server changes the folder during the reading.
 * Resolves to undefined without `--save`.
 * @throws SourceError if another process saves into the folder
 */
export async function savingIn(
  path: string,
  { save, watch, readOnly }: SavingOptions,
): Promise<SavingFolder | undefined> {
  if (save !== true) return undefined
  const other = watch === true ? '--watch' : readOnly === true ? '--read-only' : undefined
  if (other !== undefined) throw new SourceError(`--save: expected it without ${other}, found both`)
  // If the path is not a dataset folder, the refusal waits until the source is open, because its error names the
  // kind of the source.
  if (!isDatasetFolder(path)) return { begin: ({ source }) => refuse(source.kind) }
  const { Saving } = await import('../../sources/write/saving/save.ts')
  const saving = new Saving(path)
  process.once('exit', () => saving.end())
  return {
    begin: ({ graph, source }) => {
      if (source.kind !== 'dataset folder') refuse(source.kind)
      saving.begin(graph)
      const store: AnsweringOptions['store'] = (now) => {
        for (const file of saving.save(now)) print(`saved ${file}\n`)
      }
      return { store, sent: (name, bytes) => saving.keep(name, bytes) }
    },
  }
}

function refuse(kind: string): never {
  throw new SourceError(`--save: expected a dataset folder, found a ${kind}; import it first`)
}

function isDatasetFolder(path: string): boolean {
  const isFolder = (name: string): boolean =>
    lstatSync(join(path, name), { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder('content-types') && !isFolder('node_modules')
}
