/** A graph with a change in its dataset, as a new graph. */

import { produce } from 'immer'
import { invariant } from '../../ground/invariant.ts'
import { collectFaults, DatasetError, wholeFile } from '../schema/fault.ts'
import { buildOwned, filesOf, optionsOf } from './build.ts'
import { type DatasetFiles, withDefaults } from './files.ts'
import type { Graph, Settings } from './graph.ts'
import { limitsOf } from './limits.ts'
import { ownFiles } from './own.ts'

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
 * Runs `recipe` on a draft of the dataset that `graph` was built from, and builds the result anew, with every check.
 * Equals loading the edited files, but shares every table and row that comes out as it was. Throws a `DatasetError`
 * when the edit breaks the dataset; `graph` itself never changes.
 */
export function editGraph(graph: Graph, recipe: (dataset: EditableDataset) => void): Graph {
  const files = filesOf(graph)
  invariant(files !== undefined, 'a graph to edit was built from files')
  const before = editable(withDefaults(files))
  const after = edited(before, recipe)
  if (after === before) return graph
  const options = optionsOf(graph)
  const { files: owned, collected, isCut } = ownFiles(after, limitsOf(options), before)
  const result = isCut ? collected : buildOwned(owned, { ...options, collected, before: graph })
  if ('graph' in result) return result.graph
  throw new DatasetError(result.faults, result.more)
}

/** What the recipe leaves. What it throws is its own; what cannot be taken up after its end is in the dataset. */
function edited(before: EditableDataset, recipe: (dataset: EditableDataset) => void): EditableDataset {
  let hasEnded = false
  try {
    return produce(before, (draft) => {
      recipe(draft)
      hasEnded = true
    })
  } catch (error) {
    if (!hasEnded) throw error
    const { report, faults } = collectFaults()
    const found = 'values too deep, or with code of their own'
    report(wholeFile('.'), { message: 'not JSON', expected: 'JSON in every place of the edit', found })
    throw new DatasetError(faults)
  }
}

/** Every file has been checked by the time there is a graph; here the compiler learns of it. */
function editable(files: Required<DatasetFiles>): EditableDataset {
  invariant(isEditable(files), 'the files of a graph have the shape of the format')
  return files
}

const isEditable = (files: Required<DatasetFiles>): files is Required<DatasetFiles> & EditableDataset =>
  Array.isArray(files.media) && Object.values(files.entries).every(Array.isArray)
