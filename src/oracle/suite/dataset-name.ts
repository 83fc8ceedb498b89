/** Finds out whether a folder contains one of the datasets to which the suite has cases. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Graph } from '../../reference/graph/graph.ts'
import { type DatasetFiles, withDefaults } from '../../reference/load/files/files.ts'
import { readFolder } from '../../reference/load/files/folder.ts'
import { isList, isObject, type JsonObject, member, parseJson } from '../../util/json.ts'
import { isSame } from '../compare/difference.ts'
import { datasetFolder, loadSuite, type SuiteCase } from './suite.ts'

/** The name of a dataset in the form that a check's report shows. */
export interface DatasetName {
  readonly name: string
  /**
   * Whether the suite has cases for the dataset. This holds if the files of the dataset have the same content as the
   * files of one of the suite's datasets.
   */
  readonly isShipped: boolean
}

/**
 * Returns the name of the suite's dataset that a folder contains. For any other dataset, returns the name of the
 * folder. Does not validate the dataset.
 */
export function datasetName(dir: string): DatasetName {
  const { files } = readFolder(dir)
  const names = [...new Set(loadSuite().map(({ dataset }) => dataset))]
  const name = names.find((one) => hasSameFiles(files, readFolder(datasetFolder(one)).files))
  return name === undefined ? { name: basename(resolve(dir)), isShipped: false } : { name, isShipped: true }
}

const hasSameFiles = (files: DatasetFiles, others: DatasetFiles): boolean =>
  isSame(withoutEmpty(files), withoutEmpty(others))

/**
 * Returns the files of a dataset without the files that contain an empty list of rows, because a copy of the dataset
 * may omit these files.
 */
function withoutEmpty(files: DatasetFiles): JsonObject {
  const { entries, ...rest } = withDefaults(files)
  const filled = Object.entries(entries).filter(([, rows]) => !isList(rows) || rows.length > 0)
  return { ...rest, entries: Object.fromEntries(filled) }
}

/**
 * Returns the API tokens of a packaged dataset, which are public. The set is empty if `name` is not the name of a
 * packaged dataset.
 */
export function sampleTokens(name: string): ReadonlySet<string> {
  const file = join(datasetFolder(name), 'access.json')
  const json = existsSync(file) ? parseJson(readFileSync(file, 'utf8')) : undefined
  const tokens = isObject(json) ? member(json, 'tokens') : undefined
  return new Set(isObject(tokens) ? Object.keys(tokens) : [])
}

/** The name of the dataset that a check uses by default. */
export const DEFAULT_DATASET = 'guide'

/** Returns the dataset of the suite cases if they have only one and a graph is given; by default `guide`. */
export function datasetOf(graph: Graph | undefined, suite: readonly SuiteCase[] | false = []): string {
  const names = new Set(graph === undefined || suite === false ? [] : suite.map(({ dataset }) => dataset))
  const [name = DEFAULT_DATASET] = names.size === 1 ? names : []
  return name
}
