/** What was written to a world, back into the dataset folder that it came from: the files that changed, each at once. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Graph } from '../../reference/graph/graph.ts'
import { filesOf } from '../../reference/load/build.ts'
import { type DatasetFiles, SINGLE_FILES } from '../../reference/load/files/files.ts'
import type { Json } from '../../util/json.ts'
import { stateOf } from '../../writing/change/state.ts'

/** Saves one world after another into a folder. */
export class Saving {
  readonly #folder: string
  #saved: Graph

  /** `saved` is what the folder holds. */
  constructor(folder: string, saved: Graph) {
    this.#folder = folder
    this.#saved = saved
  }

  /**
   * Writes what differs from what was saved last: whole files, with the rows in the order in which they stand and new
   * ones at the end. A file is written beside itself and then put in its place, so that nobody ever reads half of one.
   * @returns the paths below the folder that were written.
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

  /** Keeps a file that was sent, under the name that `/uploads/` serves it by. */
  keep(name: string, bytes: Uint8Array): void {
    replace(join(this.#folder, 'uploads', name), bytes)
  }
}

/** The files that writing may change, by their place. */
function partsOf(files: DatasetFiles | undefined): ReadonlyMap<string, Json> {
  const parts = new Map<string, Json>()
  for (const [stem, json] of Object.entries(files?.entries ?? {})) parts.set(`entries/${stem}.json`, json)
  for (const stem of SINGLE_FILES) {
    const json = files?.[stem]
    if (json !== undefined) parts.set(`${stem}.json`, json)
  }
  return parts
}

/** Rows that did not change are the same objects; a list of them is made anew. */
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
