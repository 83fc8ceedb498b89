/** A graph with a change in its dataset, as a new graph. */

import { invariant } from '../../ground/invariant.ts'
import { DatasetError } from '../schema/fault.ts'
import { buildOwned, filesOf, optionsOf } from './build.ts'
import { type DatasetFiles, SINGLE_FILES, withDefaults } from './files.ts'
import type { Graph, Settings } from './graph.ts'
import { limitsOf } from './limits.ts'
import { ownFiles } from './own.ts'
import { thawed } from './thaw.ts'

/** JSON that an edit may change in place. */
export type EditableJson = null | boolean | number | string | EditableJson[] | EditableObject
/** A JSON object that an edit may change in place. */
export type EditableObject = { [key: string]: EditableJson }

/**
 * A dataset as an edit sees it: the files of the dataset format, each as its JSON, with the files that the dataset
 * lacks filled in by their defaults. Rows are as written: what a file leaves out (ids, derived sides of relations)
 * is absent here too.
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
 * Runs `recipe` on a copy of the dataset that `graph` was built from, and builds the result anew, with every check and
 * the limits of `graph`. Equals loading the edited files, but shares every table and row that comes out as it was.
 * Throws a `DatasetError` when the edit breaks the dataset; `graph` itself never changes.
 */
export function editGraph(graph: Graph, recipe: (dataset: EditableDataset) => void): Graph {
  const files = filesOf(graph)
  invariant(files !== undefined, 'a graph to edit was built from files')
  const before = withDefaults(files)
  const dataset = editable(thawed({ ...before }))
  recipe(dataset)
  const options = optionsOf(graph)
  const { files: after, collected, isCut } = ownFiles(dataset, limitsOf(options), before)
  if (collected.faults.length === 0 && isSame(after, before)) return graph
  const result = isCut ? collected : buildOwned(after, { ...options, collected, before: graph })
  if ('graph' in result) return result.graph
  throw new DatasetError(result.faults, result.more)
}

/** Whether every file is the same one, and in the same order. */
function isSame(after: DatasetFiles, before: Required<DatasetFiles>): boolean {
  const files = withDefaults(after)
  const folders = ['contentTypes', 'components', 'entries'] as const
  return (
    SINGLE_FILES.every((stem) => files[stem] === before[stem]) &&
    folders.every((folder) => {
      const [names, others] = [Object.keys(files[folder]), Object.keys(before[folder])]
      const isSameAt = (name: string, at: number): boolean =>
        name === others[at] && files[folder][name] === before[folder][name]
      return names.length === others.length && names.every(isSameAt)
    })
  )
}

/** Every file has been checked by the time there is a graph; here the compiler learns of it. */
function editable(files: unknown): EditableDataset {
  invariant(isEditable(files), 'the files of a graph have the shape of the format')
  return files
}

const isEditable = (files: unknown): files is EditableDataset =>
  typeof files === 'object' &&
  files !== null &&
  'media' in files &&
  Array.isArray(files.media) &&
  'entries' in files &&
  Object.values(files.entries ?? {}).every(Array.isArray)
