/** The conformance suite: the case files of a folder, expanded. */
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

/** The fixtures that come with the package, from where the sources, what is compiled of them and what is published lie. */
export const FIXTURES =
  ['../../../fixtures', '../../../../fixtures', '../../fixtures']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(join(path, 'cases'))) ?? 'fixtures'

/** Where the dataset of a name lies; one that comes with recordings has a folder of its own beside them. */
export function datasetFolder(name: string, fixtures: string = FIXTURES): string {
  const inner = join(fixtures, name, 'dataset')
  return existsSync(inner) ? inner : join(fixtures, name)
}

/** The case files of a folder, by path below it. */
export function caseFiles(dir: string = join(FIXTURES, 'cases')): readonly string[] {
  const all = readdirSync(dir, { recursive: true, encoding: 'utf8' })
  return all.filter((path) => path.endsWith('.json')).sort()
}

/**
 * Every case of a folder, by file and in the order written.
 * @throws TemplateError, which names the file and the case, for a template that names what there is not.
 */
export function loadSuite(dir: string = join(FIXTURES, 'cases')): readonly SuiteCase[] {
  const recordingOf = recordingFinder(join(dir, '..'))
  return caseFiles(dir).flatMap((path) => {
    const file: CaseFile = JSON.parse(readFileSync(join(dir, path), 'utf8'))
    try {
      return expandFile(file, recordingOf)
    } catch (error) {
      throw error instanceof TemplateError ? new TemplateError(`${path}: ${error.message}`) : error
    }
  })
}
