/** A graph with a change in its dataset, as a new graph. */

import type { Graph, Settings } from '../../reference/graph/graph.ts'
import { invariant } from '../../util/invariant.ts'
import { type ChangeOptions, changeGraph } from '../change/change.ts'
import { buildLeft, buildRaw, takeLeft } from './collect.ts'
import { openFiles } from './open.ts'

/** JSON that an edit may change in place. */
export type EditableJson = null | boolean | number | string | EditableJson[] | EditableObject
/** A JSON object that an edit may change in place. */
export type EditableObject = { [key: string]: EditableJson }

/**
 * A dataset as an edit sees it: the files of the dataset format, each as its JSON, with the files that the dataset
 * lacks filled in by their defaults. Rows are as written, with their `id` and `documentId`, and components with their
 * `id`, so that a row which is put in or taken away renumbers no other. What else a file leaves out (derived sides of
 * relations) is absent here too. Tests that `find`, `filter` and the like are given only look at rows.
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
 * Runs `recipe` on the dataset that `graph` was built from, and makes the graph of what it leaves, with every check and
 * the limits of `graph`. Equals building the edited files, but costs what the edit touches, and shares every table and
 * row that comes out as it was. Links to rows that are taken away go with them, and so does what files say of where they
 * were shown. Throws a `DatasetError` when the edit breaks the dataset, and a `TypeError` for a recipe that is async or
 * asks for a file that there cannot be; `graph` itself never changes.
 */
export function editGraph(graph: Graph, recipe: (dataset: EditableDataset) => void): Graph {
  return editWith(graph, recipe)
}

/** What a caller may say of an edit. */
export interface EditOptions extends ChangeOptions {
  /** Builds everything anew, whatever the edit touches. */
  readonly isWhole?: boolean
  /** Told whether everything was built anew. */
  readonly told?: (isWhole: boolean) => void
}

/** `editGraph`, the one way or the other. */
export function editWith(
  graph: Graph,
  recipe: (dataset: EditableDataset) => void,
  options: EditOptions = {},
): Graph {
  const editing = openFiles(graph)
  const { proxy } = editing.dataset
  invariant(isEditable(proxy), 'the files of a graph have the shape of the format')
  refusePromise(recipe(proxy))
  const left = takeLeft(editing)
  if (left === undefined) return buildRaw(editing)
  const { change, isSame, files } = left
  if (isSame) return graph
  const changed =
    files !== undefined || options.isWhole === true ? undefined : changeGraph(graph, change, options)
  options.told?.(changed === undefined)
  return changed ?? buildLeft(editing, left)
}

/** Every file has been checked by the time there is a graph; here the compiler learns of it. */
const isEditable = (files: object): files is EditableDataset => 'entries' in files

/** The faults of what an async recipe leaves would be told to nobody. */
function refusePromise(returned: unknown): void {
  if (typeof returned !== 'object' || returned === null || !('then' in returned)) return
  if (typeof returned.then !== 'function') return
  throw new TypeError(
    'editGraph: the recipe returned a promise: an edit is over when its recipe returns, so await before it',
  )
}
