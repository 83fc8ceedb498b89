/** Departures that `filters` and `sort` share: which relations they may follow. */
import type { CheckContext } from '../../check/context.ts'
import type { Attribute } from '../../schema/schema.ts'

/**
 * Inside a populate the real server follows a relation that the role may not find (recordings nested-115,
 * nested-117).
 */
export const needsNoPermission = ({ param, has }: CheckContext): boolean =>
  param === 'populate' && has('nested-filter-no-perm')

/**
 * Behind the far side of a morph relation the real server checks no names (recordings filter-relations-163,
 * permissions-372).
 */
export const skipsNamesBehind = ({ kind }: Attribute, { has }: CheckContext): boolean =>
  kind === 'morphBy' && has('morph-filter-unchecked')
