/** The clauses of every law. */
import type { Clauses } from './clause.ts'
import { ACCESS_CLAUSES } from './tables/access.ts'
import { FILTER_CLAUSES } from './tables/filters.ts'
import { OPERATOR_CLAUSES } from './tables/operators.ts'
import { PAGE_CLAUSES } from './tables/pages.ts'
import { POPULATE_CLAUSES } from './tables/populate.ts'
import { POPULATE_OPTION_CLAUSES } from './tables/populate-options.ts'
import { RELATED_CLAUSES } from './tables/related.ts'
import { SHAPE_CLAUSES } from './tables/shape.ts'
import { SORT_CLAUSES } from './tables/sorts.ts'
import { VISIBILITY_CLAUSES } from './tables/visibility.ts'

export const CLAUSES: Clauses = {
  ...SHAPE_CLAUSES,
  ...POPULATE_CLAUSES,
  ...POPULATE_OPTION_CLAUSES,
  ...RELATED_CLAUSES,
  ...FILTER_CLAUSES,
  ...OPERATOR_CLAUSES,
  ...SORT_CLAUSES,
  ...PAGE_CLAUSES,
  ...VISIBILITY_CLAUSES,
  ...ACCESS_CLAUSES,
}
