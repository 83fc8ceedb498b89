/**
 * The guards: checks in the code that prevent the attacks of the security page. A search removes each check, and
 * expects that a test fails.
 */
import { type Mutant, readMutants } from './mutants.ts'

/** A check that the search removes, and the test files that must then fail. */
export interface Guard extends Mutant {
  readonly tests: readonly string[]
}

export const SAFETY = 'safety.json'

/** The folders of the sources that contain guards. */
export const GUARDED_ROOMS = [
  ...['src/cli/serve', 'src/explain', 'src/oracle/target', 'src/reference/load', 'src/server', 'src/sources'],
  ...['src/util', 'src/writing'],
]

const isGuard = (mutant: Mutant): mutant is Guard => 'tests' in mutant && Array.isArray(mutant.tests)

export const readGuards = (root: string): readonly Guard[] => readMutants(root, SAFETY).filter(isGuard)
