import type { Results } from '../../causes/results.ts'

/** The results of the write sessions, which are added to the results of the run. */
export type WriteResults = Pick<
  Results,
  'cases' | 'findings' | 'generated' | 'skipped' | 'writes' | 'rightly'
>
