/** The clauses of every law. */
import type { Clauses, SubjectFault } from './clause.ts'
import { ACCESS_CLAUSES } from './tables/access.ts'
import { DOCUMENT_CLAUSES } from './tables/documents.ts'
import { EXPLAINED_CLAUSES } from './tables/explained.ts'
import { FILTER_CLAUSES } from './tables/filters.ts'
import { FORMAT_CLAUSES } from './tables/formats.ts'
import { FRAME_CLAUSES } from './tables/frames.ts'
import { LINKED_PAIR_CLAUSES } from './tables/linked-pairs.ts'
import { OPERATOR_CLAUSES } from './tables/operators.ts'
import { OPINION_CLAUSES } from './tables/opinions.ts'
import { PAGE_CLAUSES } from './tables/pages.ts'
import { POPULATE_CLAUSES } from './tables/populate.ts'
import { POPULATE_FILTER_CLAUSES } from './tables/populate-filters.ts'
import { POPULATE_OPTION_CLAUSES } from './tables/populate-options.ts'
import { REFUSAL_CLAUSES } from './tables/refusals.ts'
import { RELATED_CLAUSES } from './tables/related.ts'
import { SEARCH_CLAUSES } from './tables/searches.ts'
import { SECRET_CLAUSES } from './tables/secrets.ts'
import { SHAPE_CLAUSES } from './tables/shape.ts'
import { SINGLE_WRITE_CLAUSES } from './tables/single-writes.ts'
import { SORT_CLAUSES } from './tables/sorts.ts'
import { TOTALITY_CLAUSES } from './tables/totality.ts'
import { VISIBILITY_CLAUSES } from './tables/visibility.ts'
import { WRITE_SEQUENCE_CLAUSES } from './tables/writes.ts'

/** The clauses of the laws for any server. */
export const CLAUSES: Clauses = {
  ...SHAPE_CLAUSES,
  ...FORMAT_CLAUSES,
  ...POPULATE_CLAUSES,
  ...POPULATE_OPTION_CLAUSES,
  ...POPULATE_FILTER_CLAUSES,
  ...RELATED_CLAUSES,
  ...DOCUMENT_CLAUSES,
  ...FILTER_CLAUSES,
  ...SEARCH_CLAUSES,
  ...OPERATOR_CLAUSES,
  ...LINKED_PAIR_CLAUSES,
  ...SORT_CLAUSES,
  ...PAGE_CLAUSES,
  ...VISIBILITY_CLAUSES,
  ...TOTALITY_CLAUSES,
  ...ACCESS_CLAUSES,
  ...REFUSAL_CLAUSES,
}

/** The clauses of the laws for generated worlds. */
export const WORLD_CLAUSES: Clauses<SubjectFault> = {
  ...SECRET_CLAUSES,
  ...FRAME_CLAUSES,
  ...OPINION_CLAUSES,
  ...EXPLAINED_CLAUSES,
}

/** The clauses of the laws of writes. */
export const WRITE_CLAUSES: Clauses<SubjectFault> = {
  ...WRITE_SEQUENCE_CLAUSES,
  ...SINGLE_WRITE_CLAUSES,
}
