/** Departures in `filters`: conditions that the real server drops, and names that it does not check. */
import type { CheckContext } from '../../check/context.ts'
import { overwrittenGroups } from '../../names/filters.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import type { Model } from '../../schema/schema.ts'
import { findsNothing } from '../plan/filters.ts'

/** Releases before 5.42.0 look for conditions in such an operand, and refuse its keys (recordings qs-087, qs-088). */
export function unknownKeys(value: FilterSyntax, { has }: CheckContext): readonly string[] {
  return has('opaque-operand-dropped') && value.kind === 'map' ? value.entries.map(({ key }) => key) : []
}

/** At the root, a list of empty lists matches nothing on the real server (case quirks.malformed.nothing.root). */
export const findsNothingByList = (filters: FilterSyntax, context: CheckContext): boolean =>
  context.param === 'filters' && findsNothing(filters, context)

/**
 * The real server accepts a list of empty lists under a group (cases quirks.malformed.nothing.or,
 * quirks.malformed.nothing.not).
 */
export const ignoresEmptyLists = (items: readonly FilterSyntax[], { has }: CheckContext): boolean =>
  has('group-not-array-500') && items.every(isEmptyList)

/** The limit on nested brackets bounds the depth. */
const isEmptyList = (item: FilterSyntax): boolean => item.kind === 'list' && item.items.every(isEmptyList)

/** The real server keeps one `$and` and one `$or` per entry: the last one (case quirks.relation-group-collision). */
export const droppedGroups = (
  entries: readonly FilterEntry[],
  model: Model,
  { schema, has }: CheckContext,
): ReadonlySet<FilterEntry> =>
  has('relation-group-collision') ? overwrittenGroups(entries, model, schema) : new Set()

/** `$not` without a value is not a condition on the real server (recording qs-212). */
export const ignoresEmptyNegation = ({ has }: CheckContext): boolean => has('not-null-ignored')

/** Releases before 5.42.0 check no name below a scalar attribute (recordings filters-267, filters-268). */
export const checksNamesInScalars = ({ has }: CheckContext): boolean =>
  !has('unknown-filter-operator-refused')
