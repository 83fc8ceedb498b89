/** Loads the cases of the conformance suite from the case files of a folder, and expands them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CaseFile, SuiteCase } from './case.ts'
import { expandFile } from './expand.ts'
import { TemplateError } from './fill.ts'
import { recordingFinder } from './recordings.ts'

export type { Answer as SuiteAnswer } from '../target/target.ts'
export type { SuiteCase } from './case.ts'
export { checkCase } from './compare.ts'

/**
 * The path of the folder `fixtures`, which contains the suite. The relative path is different from the sources, the
 * compiled files and the published bundle.
 */
export const FIXTURES =
  ['../../../fixtures', '../../../../fixtures', '../../fixtures']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(join(path, 'cases'))) ?? 'fixtures'

/** Returns the folder of a dataset: `<name>/dataset` if the folder also stores recordings, otherwise `<name>`. */
export function datasetFolder(name: string, fixtures: string = FIXTURES): string {
  const inner = join(fixtures, name, 'dataset')
  return existsSync(inner) ? inner : join(fixtures, name)
}

/** Returns the paths of the case files in a folder, relative to this folder. */
export function caseFiles(dir: string = join(FIXTURES, 'cases')): readonly string[] {
  const all = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  return all.filter((path) => path.endsWith('.json')).sort()
}

/**
 * Returns all suite cases of a folder: files in alphabetical order, and the cases of a file in the file's order.
 * @throws TemplateError with the file and the case, for example for an unknown name.
 */
export function loadSuite(dir: string = join(FIXTURES, 'cases')): readonly SuiteCase[] {
  const casesOf = caseReader(dir)
  return caseFiles(dir).flatMap(casesOf)
}

/** Returns a function that reads the suite cases of one case file, whose path is relative to `dir`. */
export function caseReader(dir: string = join(FIXTURES, 'cases')): (path: string) => readonly SuiteCase[] {
  const recordingOf = recordingFinder(join(dir, '..'))
  return (path) => {
    const file: CaseFile = JSON.parse(readFileSync(join(dir, path), 'utf8'))
    try {
      return expandFile(file, recordingOf)
    } catch (error) {
      throw error instanceof TemplateError ? new TemplateError(`${path}: ${error.message}`) : error
    }
  }
}
