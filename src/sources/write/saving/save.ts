/**
 * Saves the changes of a world in the world's dataset folder. A save writes only changed files. For each write
 * request, a save replaces all changed files or no file.
 */
import { existsSync } from 'node:fs'
import type { Graph } from '../../../reference/graph/graph.ts'
import { filesOf } from '../../../reference/load/build.ts'
import { type DatasetFiles, SINGLE_FILES } from '../../../reference/load/files/files.ts'
import { FILE_UID } from '../../../reference/schema/schema.ts'
import type { Json } from '../../../util/json.ts'
import { stateOf } from '../../../writing/change/state.ts'
import { UPLOADS } from '../parts.ts'
import { NODE_DISK, type SaveDisk } from './disk.ts'
import { completeSave, type FileSet, replaceAll } from './journal.ts'
import { type Lock, lockFolder } from './lock.ts'
import { NotSavedError, notSaved } from './not-saved.ts'

/** Saves the successive states of a world into one dataset folder, and locks the folder until a call of `end`. */
export class Saving {
  readonly #folder: string
  readonly #disk: SaveDisk
  readonly #lock: Lock
  readonly #uploads = new Map<string, Uint8Array>()
  #saved: Graph | undefined

  /**
   * Locks the folder and completes an interrupted save. @throws SourceError if another process saves into the folder
   */
  constructor(folder: string, disk: SaveDisk = NODE_DISK) {
    this.#folder = folder
    this.#disk = disk
    this.#lock = lockFolder(folder, disk)
    try {
      completeSave(folder, disk)
    } catch (error) {
      this.#lock.release()
      throw error
    }
  }

  /**
   * Sets the state of the data that the folder already contains. The parameter `graph` is the state of the folder,
   * loaded after the folder was locked.
   */
  begin(graph: Graph): void {
    this.#saved = graph
  }

  /**
   * Writes each changed file of the dataset folder as a whole. Rows keep their order, and new rows come last.
   * @returns the paths of the written files below the folder.
   * @throws NotSavedError if saving fails; the folder then keeps its earlier files
   */
  save(graph: Graph): readonly string[] {
    const saved = this.#saved ?? graph
    if (graph === saved) return []
    stateOf(saved)
    try {
      const changed = this.#changed(saved, graph)
      if (changed.size > 0) this.#replace(changed)
      this.#saved = graph
      return [...changed.keys()]
    } finally {
      this.#uploads.clear()
    }
  }

  /**
   * Stores the content of an uploaded file until the next save. The save writes the uploaded file if the graph
   * contains a row for this file.
   */
  keep(name: string, bytes: Uint8Array): void {
    this.#uploads.set(name, bytes)
  }

  /** Unlocks the dataset folder. */
  end(): void {
    this.#lock.release()
  }

  #changed(before: Graph, after: Graph): FileSet {
    const [earlier, parts] = [partsOf(filesOf(before)), partsOf(filesOf(after))]
    const files = new Map<string, Uint8Array>()
    for (const [path, json] of parts) if (!isSameFile(json, earlier.get(path))) files.set(path, bytesOf(json))
    // Writes an empty list into a file if all rows of the file are gone.
    for (const path of earlier.keys()) if (!parts.has(path)) files.set(path, bytesOf([]))
    const listed = this.#uploads.size === 0 ? [] : (after.tables.get(FILE_UID)?.rows ?? [])
    for (const { values } of listed) {
      const name = `${String(values['hash'])}${String(values['ext'])}`
      const bytes = this.#uploads.get(name)
      if (bytes !== undefined) files.set(`${UPLOADS}/${name}`, bytes)
    }
    return files
  }

  #replace(files: FileSet): void {
    try {
      if (!this.#lock.isHeld()) {
        const reason = existsSync(this.#folder)
          ? 'has no lock of this server any more; restart the server'
          : 'is gone'
        throw new NotSavedError(`${this.#folder}: the server undid the write, because the folder ${reason}`)
      }
      replaceAll(this.#folder, files, this.#disk)
    } catch (error) {
      throw notSaved(error, this.#folder)
    }
  }
}

/** Returns the JSON of the files that a save may have to change, by path. */
function partsOf(files: DatasetFiles | undefined): ReadonlyMap<string, Json> {
  const parts = new Map<string, Json>()
  for (const [stem, json] of Object.entries(files?.entries ?? {})) parts.set(`entries/${stem}.json`, json)
  for (const stem of SINGLE_FILES) {
    const json = files?.[stem]
    if (json !== undefined) parts.set(`${stem}.json`, json)
  }
  return parts
}

/**
 * Returns whether a file has the same content as before. An unchanged row is the same object as before, even if the
 * list is a new object.
 */
function isSameFile(json: Json, before: Json | undefined): boolean {
  if (json === before) return true
  if (!Array.isArray(json) || !Array.isArray(before)) return JSON.stringify(json) === JSON.stringify(before)
  return json.length === before.length && json.every((row, at) => row === before[at])
}

const bytesOf = (json: Json): Uint8Array => Buffer.from(`${JSON.stringify(json, undefined, 2)}\n`)
