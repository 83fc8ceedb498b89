/** Implements departures in `filters`: conditions that the real server ignores, and names that it does not check. */
import type { CheckContext } from '../../check/context.ts'
import { overwrittenGroups } from '../../names/filters.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import type { Model } from '../../schema/schema.ts'
import { findsNothing } from '../plan/filters.ts'

/**
 * Returns the keys in an operand that is an object of unknown names. Releases before 5.42.0 refuse unknown keys in an
 * operand (recordings qs-087, qs-088).
 */
export function unknownKeys(value: FilterSyntax, { has }: CheckContext): readonly string[] {
  return has('opaque-operand-dropped') && value.kind === 'map' ? value.entries.map(({ key }) => key) : []
}

/**
 * Returns whether `filters` as a list of empty lists matches nothing, as on the real server (case
 * quirks.malformed.nothing.root).
 */
export const findsNothingByList = (filters: FilterSyntax, context: CheckContext): boolean =>
  context.param === 'filters' && findsNothing(filters, context)

/**
 * Returns whether a list may stand in place of an object of conditions, as on the real server (cases
 * quirks.list-of-conditions.*).
 */
export const readsListed = ({ has }: CheckContext): boolean => has('list-of-conditions')

/**
 * Returns the groups of conditions that the real server ignores. Of several `$and` or `$or` on one entry, the real
 * server applies only the last one (case quirks.relation-group-collision).
 */
export const droppedGroups = (
  entries: readonly FilterEntry[],
  model: Model,
  { schema, has }: CheckContext,
): ReadonlySet<FilterEntry> =>
  has('relation-group-collision') ? overwrittenGroups(entries, model, schema) : new Set()

/** Returns whether `$not` without a value has no effect, as on the real server (recording qs-212). */
export const ignoresEmptyNegation = ({ has }: CheckContext): boolean => has('not-null-ignored')

/**
 * Returns whether the check covers names below a scalar attribute in `filters`, as in releases since 5.42.0
 * (recordings filters-267, filters-268).
 */
export const checksNamesInScalars = ({ has }: CheckContext): boolean =>
  !has('unknown-filter-operator-refused')
