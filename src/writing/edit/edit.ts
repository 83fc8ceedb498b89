/** `editGraph`: a new graph from a recipe that edits the files of another one. */

import type { Graph, Settings } from '../../reference/graph/graph.ts'
import { buildOwned } from '../../reference/load/build.ts'
import { copyFiles } from '../../reference/load/files/copied-files.ts'
import { DatasetError } from '../../reference/schema/fault.ts'
import { invariant } from '../../util/invariant.ts'
import { type ChangeOptions, changeGraph } from '../change/change.ts'
import { rebuildGraph } from '../change/rebuild.ts'
import { filesIn } from '../change/state.ts'
import { collectEdit, filesLeft } from './collect.ts'
import { type OpenFiles, openFiles } from './open.ts'

/** JSON that an edit may change in place. */
export type EditableJson = null | boolean | number | string | EditableJson[] | EditableObject
/** A JSON object that an edit may change in place. */
export type EditableObject = { [key: string]: EditableJson }

/**
 * The files of a dataset as a recipe sees them, each as its JSON; a file that the dataset lacks has its default.
 * Rows have their `id` and `documentId` and components their `id`, so that no other row is renumbered when a
 * recipe adds or removes one. Other omitted members of a file, such as the derived side of a relation, are absent
 * here too. The callbacks of `find`, `filter`, `sort` and the like get frozen rows.
 */
export type EditableDataset = {
  /** Strapi schema files by stem. */
  contentTypes: { [stem: string]: EditableObject }
  /** Strapi component files by `category/name`. */
  components: { [path: string]: EditableObject }
  /** Rows by file stem: a singular name, or a uid with `::` and `.` as `-`. */
  entries: { [stem: string]: EditableObject[] }
  /** Rows of files. */
  media: EditableObject[]
  locales: { default: string; locales: { code: string; name?: string }[] }
  access: {
    publicRole?: string
    roles: { [name: string]: { permissions: string[] } }
    tokens?: { [bearer: string]: string }
  }
  settings: { rest?: { -readonly [key in keyof Settings]?: Settings[key] } }
}

/**
 * Runs `recipe` on drafts of the files that `graph` was built from, and builds a graph of the result, with every check
 * and the limits of `graph`. The result equals a graph built from the edited files, and shares every table and row that
 * did not change. Links to removed rows are removed with them, and so are the places where files say they were shown.
 * Throws a `DatasetError` when the edit breaks the dataset, and a `TypeError` for an async recipe or the name of a file
 * that cannot exist. `graph` itself never changes.
 */
export function editGraph(graph: Graph, recipe: (dataset: EditableDataset) => void): Graph {
  return editWith(graph, recipe)
}

/** Options of an edit, for tests. */
export interface EditOptions extends ChangeOptions {
  /** Builds all files, not only those that the edit changes. */
  readonly isWhole?: boolean
  /** Called with whether all files were built. */
  readonly told?: (isWhole: boolean) => void
}

/** `editGraph` with options. */
export function editWith(
  graph: Graph,
  recipe: (dataset: EditableDataset) => void,
  options: EditOptions = {},
): Graph {
  const open = openFiles(graph)
  const { proxy } = open.dataset
  invariant(isEditable(proxy), 'the files of a graph have the shape of the format')
  refusePromise(recipe(proxy))
  const collected = collectEdit(open)
  if (collected === undefined) return buildLeft(open)
  const { change, isSame, files } = collected
  if (isSame) return graph
  const isWhole = files !== undefined || options.isWhole === true
  const changed = isWhole ? undefined : changeGraph(graph, change, options)
  options.told?.(changed === undefined)
  return changed ?? rebuildGraph(graph, change, files) ?? buildLeft(open)
}

/** The loader has checked every file of a graph; this assertion informs the compiler. */
const isEditable = (files: object): files is EditableDataset => 'entries' in files

/** Refuses a promise, because the later faults of an async recipe would be lost. */
function refusePromise(returned: unknown): void {
  if (typeof returned !== 'object' || returned === null || !('then' in returned)) return
  if (typeof returned.then !== 'function') return
  throw new TypeError(
    'editGraph: the recipe returned a promise; an edit ends when its recipe returns, so await before the call of editGraph',
  )
}

/** Builds the files after a recipe like files from a caller, and throws with all faults. */
function buildLeft(open: OpenFiles): Graph {
  const { graph, state } = open
  const { files, collected, isCut } = copyFiles(filesLeft(open), state.limits, filesIn(state))
  const result = isCut ? collected : buildOwned(files, { limits: state.limits, collected, before: graph })
  if ('graph' in result) return result.graph
  throw new DatasetError(result.faults, result.more)
}
