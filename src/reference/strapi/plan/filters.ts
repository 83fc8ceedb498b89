/** Implements departures in the meaning of `filters`. */
import * as names from '../../names/filters.ts'
import type { FilterSyntax } from '../../parse/syntax.ts'
import type { Model, Schema } from '../../schema/schema.ts'
import type { HasDepartures } from '../changes.ts'
import { appliedBefore } from '../releases/names.ts'

/**
 * Returns the part of `filters` that the profile applies. The real server removes unknown names, and operators whose
 * operand is an object of unknown names (recordings filter-types-313, qs-087, qs-088).
 */
export function appliedFilters(
  written: FilterSyntax,
  model: Model,
  context: HasDepartures & { readonly schema: Schema },
): FilterSyntax {
  return names.appliedFilters(appliedBefore(written, model, context), model, context)
}

/**
 * Returns whether `filters` is a list that matches no row. The real server fails at most queries in which `filters`
 * is a list. To the real server, a list of empty lists is a filter that no row matches (recordings filters-245,
 * filters-246).
 */
export const findsNothing = (filters: FilterSyntax, { has }: HasDepartures): boolean =>
  has('root-filter-array-500') && names.findsNothing(filters)

/**
 * Returns whether a negative operator with a list matches a value that differs from at least one operand. The real
 * server combines the tests of a list with `or` for every operator (recording filters-242).
 */
export const needsOneOfNegatives = ({ has }: HasDepartures): boolean => has('ne-array-or')
