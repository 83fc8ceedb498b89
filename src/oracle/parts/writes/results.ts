import type { Results } from '../../causes/results.ts'

/** The results that the write sessions add to a run. */
export type WriteResults = Pick<Results, 'cases' | 'findings' | 'generated' | 'skipped' | 'writes'>
