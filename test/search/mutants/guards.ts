/** The guards that close the findings of the security page. A search removes each and expects a test to fail. */
import { type Mutant, readMutants } from './mutants.ts'

/** A guard that is removed, and the files of the tests that notice it. */
export interface Guard extends Mutant {
  readonly tests: readonly string[]
}

export const SAFETY = 'safety.json'

/** The rooms with guards. */
export const GUARDED_ROOMS = [
  ...['src/cli/serve', 'src/explain', 'src/oracle/target', 'src/reference/load', 'src/runner/host'],
  ...['src/server', 'src/sources', 'src/util', 'src/writing'],
]

const isGuard = (mutant: Mutant): mutant is Guard => 'tests' in mutant && Array.isArray(mutant.tests)

export const readGuards = (root: string): readonly Guard[] => readMutants(root, SAFETY).filter(isGuard)
