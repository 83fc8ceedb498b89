/** Saves the changes of a world in its dataset folder: only changed files, each atomically. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Graph } from '../../reference/graph/graph.ts'
import { filesOf } from '../../reference/load/build.ts'
import { type DatasetFiles, SINGLE_FILES } from '../../reference/load/files/files.ts'
import type { Json } from '../../util/json.ts'
import { stateOf } from '../../writing/change/state.ts'

/** Saves successive worlds into one folder. */
export class Saving {
  readonly #folder: string
  #saved: Graph

  /** `saved` is the graph on disk. */
  constructor(folder: string, saved: Graph) {
    this.#folder = folder
    this.#saved = saved
  }

  /**
   * Writes each changed file as a whole; rows keep their order, and new rows come last. Writes to a temporary file and
   * renames it, so that no reader sees a partial file. @returns the written paths below the folder.
   */
  save(graph: Graph): readonly string[] {
    if (graph === this.#saved) return []
    stateOf(this.#saved)
    const before = partsOf(filesOf(this.#saved))
    const changed = [...partsOf(filesOf(graph))].filter(([path, json]) => !isSameFile(json, before.get(path)))
    for (const [path, json] of changed)
      replace(join(this.#folder, path), `${JSON.stringify(json, undefined, 2)}\n`)
    this.#saved = graph
    return changed.map(([path]) => path)
  }

  /** Stores an uploaded file under its `/uploads/` name. */
  keep(name: string, bytes: Uint8Array): void {
    replace(join(this.#folder, 'uploads', name), bytes)
  }
}

/** The files that a save may change, by path. */
function partsOf(files: DatasetFiles | undefined): ReadonlyMap<string, Json> {
  const parts = new Map<string, Json>()
  for (const [stem, json] of Object.entries(files?.entries ?? {})) parts.set(`entries/${stem}.json`, json)
  for (const stem of SINGLE_FILES) {
    const json = files?.[stem]
    if (json !== undefined) parts.set(`${stem}.json`, json)
  }
  return parts
}

/** Unchanged rows are the same objects, although their list is new. */
function isSameFile(json: Json, before: Json | undefined): boolean {
  if (json === before) return true
  if (!Array.isArray(json) || !Array.isArray(before)) return JSON.stringify(json) === JSON.stringify(before)
  return json.length === before.length && json.every((row, at) => row === before[at])
}

function replace(path: string, content: string | Uint8Array): void {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(fresh, content)
    renameSync(fresh, path)
  } finally {
    rmSync(fresh, { force: true })
  }
}
