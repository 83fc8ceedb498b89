/** What can be wrong with a key or an operand of `filters`, told with its place. */
import { mayFollow } from '../../access.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import { crash, invalidKey, validation } from '../../refusal.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import * as before from '../../strapi/releases/check.ts'
import { type CheckContext, report } from '../context.ts'
import type { Subject } from './operands.ts'

/** Whose attributes may be named here, and the attribute names that lead here, dotted. */
export interface Owner {
  readonly model: Model
  readonly path: string | null
}

export const at = ({ path }: Owner): string => (path === null ? '' : ` at ${path}`)

export function refuseUnknown(key: string, { path }: Owner, context: CheckContext): void {
  report('filters.unknown', invalidKey(key, { rule: 'filters.unknown', path, param: context.param }), context)
}

/** An object of which nothing is known is never looked at by the real server, as if it had not been written. */
export function refuseOpaque({ key, value }: FilterEntry, owner: Owner, context: CheckContext): void {
  if (context.has('opaque-operand')) return
  const unknown = before.unknownKeys(value, context)
  for (const name of unknown) refuseUnknown(name, owner, context)
  if (unknown.length > 0) return
  const message = `Invalid ${key}${at(owner)}: expected a value or a list of at most 100 values, not an object`
  report('filters.unknown', validation('filters.opaque', message), context)
}

/** A list where a condition belongs: the real server reads its names as column names, and nothing in it as nothing. */
export function refuseConditions(
  key: string,
  items: readonly FilterSyntax[],
  owner: Owner,
  context: CheckContext,
): void {
  if (context.has('group-not-array-500') && items.every(holdsNothing)) return
  const message = `Invalid ${key}${at(owner)}: expected an object of conditions, not a list`
  report('query.run', crash('group-not-array-500', 'filters.shape', message), context)
}

/** Depth is that of brackets. */
const holdsNothing = (item: FilterSyntax): boolean => item.kind === 'list' && item.items.every(holdsNothing)

export function refuseGroup(
  key: string,
  stage: 'query.filters' | 'query.run',
  owner: Owner,
  context: CheckContext,
): void {
  const message = `Invalid ${key}${at(owner)}: expected ${key === '$not' ? 'an object' : 'a list'} of conditions`
  report(stage, crash('group-not-array-500', 'filters.shape', message), context)
}

/** A list or an object where one value belongs. */
export function refuseOperand(
  key: string,
  { path }: Subject,
  found: 'list' | 'object',
  stage: 'query.run' | 'query.filters' | 'filters.unknown',
  context: CheckContext,
): void {
  const message = `Invalid value at ${path} ${key}: expected a value, not ${found === 'list' ? 'a list' : 'an object'}`
  report(stage, crash('sibling-key-500', 'filters.shape', message), context)
}

/** Private, a password, of several kinds, or closed to the role: no attribute to filter by. */
export function refuseForbidden(attribute: Attribute, path: string, context: CheckContext): void {
  const refusal = (rule: 'filters.zone' | 'filters.private' | 'filters.permission') =>
    invalidKey(attribute.name, { rule, path, param: context.param })
  if (attribute.kind === 'zone') report('filters.zone', refusal('filters.zone'), context)
  if (attribute.kind === 'morphTo') report('filters.morph', refusal('filters.zone'), context)
  if (attribute.kind === 'scalar' && attribute.type === 'password')
    report('filters.password', refusal('filters.private'), context)
  if (attribute.private) report('filters.private', refusal('filters.private'), context)
  const needsNone = context.param === 'populate' && context.has('nested-filter-no-perm')
  if (!needsNone && !mayFollow(context.role, attribute))
    report('filters.permission', refusal('filters.permission'), context)
}
