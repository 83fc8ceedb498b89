/** Which dataset of the suite a folder is. */
import { basename, resolve } from 'node:path'
import { type DatasetFiles, withDefaults } from '../../reference/graph/files.ts'
import { readFolder } from '../../reference/graph/folder.ts'
import { isSame } from '../compare/difference.ts'
import { datasetFolder, loadSuite } from './suite.ts'

/** What a dataset is called in a report. */
export interface DatasetName {
  readonly name: string
  /** Whether the suite has cases for it: its files say what those of a dataset of the suite say. */
  readonly isShipped: boolean
}

/**
 * The name of the dataset of the suite that a folder holds, or else the folder's own. Faults are not looked
 * at.
 */
export function datasetName(dir: string): DatasetName {
  const { files } = readFolder(dir)
  const names = [...new Set(loadSuite().map(({ dataset }) => dataset))]
  const name = names.find((one) => hasSameFiles(files, readFolder(datasetFolder(one)).files))
  return name === undefined ? { name: basename(resolve(dir)), isShipped: false } : { name, isShipped: true }
}

const hasSameFiles = (files: DatasetFiles, others: DatasetFiles): boolean =>
  isSame({ ...withDefaults(files) }, { ...withDefaults(others) })
