/**
 * Checks `sort` through the inverse side of a morph relation. The real server checks no names after the morph relation
 * (see `skipsNamesBehind`), but fails to sort by a missing column (recordings permissions-372, permissions-376).
 */
import { report } from '../../check/context.ts'
import type { KeyContext } from '../../check/sort-context.ts'
import {
  incomplete,
  isOrder,
  isOrdered,
  refuseIncomplete,
  refuseUnreadable,
} from '../../check/sort-faults.ts'
import { isPosition } from '../../parse/sort.ts'
import type { SortKey } from '../../parse/syntax.ts'
import { join, type Refusal } from '../../refusal.ts'
import { ignoresStatus } from './sort.ts'

const failing = (refusal: Refusal): Refusal => ({ ...refusal, crash: 'morph-filter-unchecked' })

/** Reports a relation or an unknown name after a morph relation in a sort path, because no such column exists. */
export function refuseColumn(key: SortKey, path: string, context: KeyContext): null {
  const { walking } = context
  if (isOrdered(key, context)) report('query.sort', failing(incomplete(path, walking)), walking)
  return null
}

/**
 * Reports a sort key that ends at the inverse side of a morph relation. When the real server runs a sort with such a
 * key, it reads the sort order as a name.
 */
export function refuseFarSide({ order }: SortKey, path: string, context: KeyContext): null {
  const { walking } = context
  if (order.kind !== 'text' || order.text === '') return refuseIncomplete(path, context)
  if (!isOrder(order.text, walking)) return refuseUnreadable(order.text, context)
  report('query.sort', failing(incomplete(path, walking)), walking)
  return null
}

/** Checks a name in a sort path that follows a morph relation and is not an attribute. */
export function checkNameBehind(
  key: SortKey,
  name: string,
  rest: readonly string[],
  above: string | null,
  context: KeyContext,
): null {
  const isIgnored = name === 'status' && rest.length === 0 && ignoresStatus(context.reading)
  if (!isPosition(key, [name, ...rest]) && !isIgnored) return refuseColumn(key, join(above, name), context)
  isOrdered(key, context)
  return null
}
