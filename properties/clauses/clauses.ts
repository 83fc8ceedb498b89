/** The clauses of every law. */
import type { Clauses } from './clause.ts'
import { FILTER_CLAUSES } from './filters.ts'
import { LIST_CLAUSES } from './lists.ts'
import { OPERATOR_CLAUSES } from './operators.ts'
import { POPULATE_CLAUSES } from './populate.ts'
import { POPULATE_OPTION_CLAUSES } from './populate-options.ts'
import { RELATED_CLAUSES } from './related.ts'
import { REQUEST_CLAUSES } from './requests.ts'
import { SHAPE_CLAUSES } from './shape.ts'

/** The laws for any server, without the one that stresses it. */
export const CLAUSES: Clauses = {
  ...SHAPE_CLAUSES,
  ...POPULATE_CLAUSES,
  ...POPULATE_OPTION_CLAUSES,
  ...RELATED_CLAUSES,
  ...FILTER_CLAUSES,
  ...OPERATOR_CLAUSES,
  ...LIST_CLAUSES,
  ...REQUEST_CLAUSES,
}
