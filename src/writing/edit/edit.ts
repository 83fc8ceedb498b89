/**
 * Implements `editGraph`, which makes a new graph from an existing graph and a recipe. The recipe is a function that
 * edits the dataset files of the existing graph.
 */

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

/** A JSON value that a recipe may change in place. */
export type EditableJson = null | boolean | number | string | EditableJson[] | EditableObject
/** A JSON object that a recipe may change in place. */
export type EditableObject = { [key: string]: EditableJson }

/**
 * The files of a dataset in the form that a recipe reads and changes. If the dataset lacks a file, the recipe gets the
 * default content of the file. All rows and components have their ids, so that adding or removing a row renumbers no
 * other row. If a file omits any other member, such as the derived side of a relation, the recipe does not get this
 * member either. Callbacks of array methods such as `find`, `filter` and `sort` get frozen rows.
 */
export type EditableDataset = {
  /** The Strapi schema files of content types, by stem. */
  contentTypes: { [stem: string]: EditableObject }
  /** The Strapi schema files of components, by `category/name`. */
  components: { [path: string]: EditableObject }
  /**
   * The rows of each content type. The key of a file of rows is a singular name, or a uid with `-` in place of `::` and
   * `.`.
   */
  entries: { [stem: string]: EditableObject[] }
  /** The rows of uploaded files. */
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
 * Runs `recipe` on mutable drafts of the dataset files of `graph`, and builds a new graph from the changed files. All
 * checks and the limits of `graph` apply. The new graph equals a graph built from the edited files, and shares every
 * table and row that did not change. Removing a row also removes all links to the row, and the uses by the row in
 * `__related` of files. Throws a `DatasetError` if the edit breaks the dataset. Throws a `TypeError` if the recipe is
 * async or reads a file whose name cannot exist. `editGraph` never changes `graph` itself.
 */
export function editGraph(graph: Graph, recipe: (dataset: EditableDataset) => void): Graph {
  return editWith(graph, recipe)
}

/** The options that only tests pass to an edit. */
export interface EditOptions extends ChangeOptions {
  /** Whether to take the slow path, which builds the graph from all files. */
  readonly isWhole?: boolean
  /** Called with true if the edit built the graph from all files, and with false if the edit took the fast path. */
  readonly told?: (isWhole: boolean) => void
}

/** Does the same as `editGraph`, with options for tests. */
export function editWith(
  graph: Graph,
  recipe: (dataset: EditableDataset) => void,
  options: EditOptions = {},
): Graph {
  const open = openFiles(graph)
  const { proxy } = open.dataset
  invariant(isEditable(proxy), 'the files of a graph have the form of a dataset')
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

/**
 * Returns whether an object has the member `entries`. The test of `entries` only narrows the type for the compiler,
 * because the loader has already checked every file of a graph.
 */
const isEditable = (files: object): files is EditableDataset => 'entries' in files

/** Throws for a promise, because the faults of an async recipe would otherwise be lost. */
function refusePromise(returned: unknown): void {
  if (typeof returned !== 'object' || returned === null || !('then' in returned)) return
  if (typeof returned.then !== 'function') return
  throw new TypeError(
    'editGraph: the recipe returned a promise; an edit ends when its recipe returns, so await before the call of editGraph',
  )
}

/**
 * Builds a graph from all files after a recipe, with the same checks as the loader. Throws a `DatasetError` with all
 * faults.
 */
function buildLeft(open: OpenFiles): Graph {
  const { graph, state } = open
  const { files, collected, isCut } = copyFiles(filesLeft(open), state.limits, filesIn(state))
  const result = isCut ? collected : buildOwned(files, { limits: state.limits, collected, before: graph })
  if ('graph' in result) return result.graph
  throw new DatasetError(result.faults, result.more)
}
