/** The clauses of every law. */
import type { Clauses } from './clause.ts'
import { POPULATE_CLAUSES } from './populate.ts'
import { SHAPE_CLAUSES } from './shape.ts'

export const CLAUSES: Clauses = { ...SHAPE_CLAUSES, ...POPULATE_CLAUSES }
