/** Implements departures that `filters` and `sort` share, about the relations that their paths may follow. */
import type { CheckContext } from '../../check/context.ts'
import type { Attribute } from '../../schema/schema.ts'

/**
 * Returns whether filters and sorts inside a populate need no permission for a relation, as on the real server
 * (recordings nested-115, nested-117).
 */
export const needsNoPermission = ({ param, has }: CheckContext): boolean =>
  param === 'populate' && has('nested-filter-no-perm')

/**
 * Returns whether names after the inverse side of a morph relation remain unchecked, as on the real server
 * (recordings filter-relations-163, permissions-372).
 */
export const skipsNamesBehind = ({ kind }: Attribute, { has }: CheckContext): boolean =>
  kind === 'morphBy' && has('morph-filter-unchecked')
