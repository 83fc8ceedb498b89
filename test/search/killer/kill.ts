/** Stops a save of `serve --save` at a chosen system call, and opens the dataset folder again. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { filesOf } from '../../../src/reference/load/build.ts'
import { writeDataset } from '../../../src/reference/load/files/folder.ts'
import { loadDataset } from '../../../src/reference/load/load.ts'
import type { MockRequest } from '../../../src/server/layer.ts'
import { createMock } from '../../../src/server/mock.ts'
import { Uploaded } from '../../../src/server/plugins/upload/uploaded.ts'
import { NODE_DISK, type SaveDisk } from '../../../src/sources/write/saving/disk.ts'
import { Saving } from '../../../src/sources/write/saving/save.ts'
import { Killed, Killer } from './killed.ts'
import { FILES, START, WRITES } from './writes.ts'

export type KillOutcome = 'absent' | 'complete'

/**
 * The number of system calls in a run. The member `start` counts the calls before the write, and `all` also the
 * calls of the write.
 */
export interface WriteCalls {
  readonly start: number
  readonly all: number
}

/**
 * Writes the test dataset to a folder, and sends a write to a server that saves to the folder. The parameter `disk`
 * may stop the write; the caller removes the folder.
 */
async function run(
  folder: string,
  request: MockRequest,
  disk: SaveDisk,
  started: () => void,
): Promise<number> {
  writeDataset(folder, FILES)
  const saving = new Saving(folder, disk)
  const graph = loadDataset(folder)
  saving.begin(graph)
  started()
  const uploaded = new Uploaded((name, bytes) => saving.keep(name, bytes))
  const mock = createMock(graph, { store: (next) => void saving.save(next), uploaded })
  return (await mock.answer(request)).status
}

function inFolder<T>(action: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'populace-kill-'))
  return action(folder).finally(() => rmSync(folder, { recursive: true, force: true }))
}

/** Returns the rows of all types as text, sorted by type. */
const textOf = (graph: Graph): string => {
  const { entries = {}, media } = filesOf(graph) ?? {}
  const rows = Object.entries(entries).filter(([, json]) => Array.isArray(json) && json.length > 0)
  return JSON.stringify([rows.sort(([a], [b]) => (a < b ? -1 : 1)), media ?? []])
}

/** Removes the documentIds, password hashes and times from the text, because these values differ in each run. */
const withoutChance = (text: string): string =>
  text.replaceAll(/"(?:documentId|createdAt|updatedAt|publishedAt|password)":"[^"]*"/g, '')

/** Counts the system calls of a write, and returns the state after it. */
export function measured(name: string): Promise<WriteCalls & { readonly after: string }> {
  return inFolder(async (folder) => {
    const killer = new Killer()
    let start = 0
    const status = await run(folder, requestOf(name), killer.disk(NODE_DISK), () => {
      start = killer.calls
    })
    if (status >= 300) throw new Error(`${name}: expected a write, found ${status}`)
    return { start, all: killer.calls, after: withoutChance(textOf(loadDataset(folder))) }
  })
}

/**
 * Stops a write at a system call; returns whether the reopened folder has the write.
 *
 * @throws Error if the folder does not load or has a part of the write, or if the next start changes its rows or leaves
 * files of the save
 */
export function killedAt(name: string, at: number, after: string): Promise<KillOutcome> {
  return inFolder(async (folder) => {
    try {
      await run(folder, requestOf(name), new Killer(at).disk(NODE_DISK), () => undefined)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
    const outcome = outcomeOf(folder, after, name)
    // The lock file of this process still counts as active, so the next start would refuse the folder.
    rmSync(join(folder, '.populace', 'lock.json'), { force: true })
    const next = new Saving(folder)
    if (outcomeOf(folder, after, name) !== outcome)
      throw new Error(`${name}: the next start changed the outcome`)
    next.end()
    const rest = existsSync(join(folder, '.populace')) ? readdirSync(join(folder, '.populace')) : []
    if (rest.some((file) => !file.startsWith('lock.json-')))
      throw new Error(`${name}: ${rest.join(', ')} remained`)
    return outcome
  })
}

function outcomeOf(folder: string, after: string, name: string): KillOutcome {
  const text = withoutChance(textOf(loadDataset(folder)))
  if (text === withoutChance(textOf(START))) return 'absent'
  if (text === after) return 'complete'
  throw new Error(`${name}: a part of the write is there: ${text}\nexpected: ${after}`)
}

function requestOf(name: string): MockRequest {
  const request = WRITES[name]
  if (request === undefined) throw new Error(`no write ${name}`)
  return request
}
