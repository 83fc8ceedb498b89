/** Opens a folder in the dataset format. Instead of rows, a file may also contain the saved answer of a server. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { freezeTree } from '../reference/graph/freeze.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { buildOwned, filesOf } from '../reference/load/build.ts'
import type { DatasetFiles } from '../reference/load/files/files.ts'
import { readFolder } from '../reference/load/files/folder.ts'
import { type Collected, DatasetError } from '../reference/schema/fault.ts'
import type { Json } from '../util/json.ts'
import type { Note } from './note.ts'
import { holdsAnswers } from './rest/detect.ts'
import type { Source } from './source.ts'

/**
 * Opens a dataset folder as a source. The parameter `settings` replaces the content of `settings.json` in the
 * dataset folder.
 * @throws DatasetError with the faults of all files in the folder.
 */
export async function openDataset(folder: string, settings?: Json): Promise<Source> {
  const { files: own, collected, isCut } = readFolder(folder)
  if (isCut) throw new DatasetError(collected.faults, collected.more)
  const files = settings === undefined ? own : { ...own, settings }
  const read = holdsAnswers(files)
    ? await withoutAnswers(files, collected)
    : { graph: built(files, collected), notes: [] }
  return sourceOf(read, folder)
}

/** The name of the folder with uploaded files in a dataset folder. */
const UPLOADS = 'uploads'

interface Read {
  readonly graph: Graph
  readonly notes: readonly Note[]
}

function sourceOf({ graph, notes }: Read, folder: string): Source {
  const uploads = join(folder, UPLOADS)
  const hasUploads = lstatSync(uploads, { throwIfNoEntry: false })?.isDirectory() === true
  return {
    kind: 'dataset folder',
    // Computes the dataset files only when a caller reads `files`, because most callers need only the graph.
    get files() {
      return filesOf(graph) ?? { contentTypes: {} }
    },
    graph,
    notes,
    watched: { paths: [folder] },
    ...(hasUploads ? { uploads: { kind: 'folder', folder: uploads } } : {}),
  }
}

function built(files: DatasetFiles, collected: Collected): Graph {
  const result = buildOwned(freezeTree(files), { collected })
  if ('graph' in result) return result.graph
  throw new DatasetError(result.faults, result.more)
}

/**
 * Converts dataset files with saved answers to files with rows. A fault in a row names the place in the saved
 * answer.
 */
async function withoutAnswers(files: DatasetFiles, collected: Collected): Promise<Read> {
  // Imports the code for saved answers only here, because a dataset without saved answers does not need this code.
  const { unwrapped } = await import('./rest/dataset.ts')
  const { files: made, notes, given } = unwrapped(files, collected.report)
  const before = collected.faults.length
  const result = buildOwned(freezeTree(made), { collected })
  if ('graph' in result) return { graph: result.graph, notes }
  const faults = result.faults.map((fault, index) => (index < before ? fault : given(fault)))
  throw new DatasetError(faults, result.more)
}
