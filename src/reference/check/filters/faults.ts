/** What can be wrong with a key or an operand of `filters`, told with its place. */
import { mayFollow } from '../../access.ts'
import type { FilterEntry, FilterSyntax } from '../../parse/syntax.ts'
import { crash, invalidKey, validation } from '../../refusal.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import * as before from '../../strapi/releases/check.ts'
import { type Judge, notice } from '../judge.ts'
import type { Subject } from './operands.ts'

/** Whose attributes may be named here, and the attribute names that lead here, dotted. */
export interface Owner {
  readonly model: Model
  readonly path: string | null
}

export const at = ({ path }: Owner): string => (path === null ? '' : ` at ${path}`)

export function refuseUnknown(key: string, { path }: Owner, judge: Judge): void {
  notice('filters.unknown', invalidKey(key, { rule: 'filters.unknown', path, param: judge.param }), judge)
}

/** An object of which nothing is known is never looked at by the real server, as if it had not been written. */
export function refuseOpaque({ key, value }: FilterEntry, owner: Owner, judge: Judge): void {
  if (judge.has('opaque-operand')) return
  const unknown = before.unknownKeys(value, judge)
  for (const name of unknown) refuseUnknown(name, owner, judge)
  if (unknown.length > 0) return
  const message = `Invalid ${key}${at(owner)}: expected a value or a list of at most 100 values, not an object`
  notice('filters.unknown', validation('filters.opaque', message), judge)
}

/** A list where a condition belongs: the real server reads its names as column names, and nothing in it as nothing. */
export function refuseConditions(
  key: string,
  items: readonly FilterSyntax[],
  owner: Owner,
  judge: Judge,
): void {
  if (judge.has('group-not-array-500') && items.every(holdsNothing)) return
  const message = `Invalid ${key}${at(owner)}: expected an object of conditions, not a list`
  notice('query.run', crash('group-not-array-500', 'filters.shape', message), judge)
}

/** Depth is that of brackets. */
const holdsNothing = (item: FilterSyntax): boolean => item.kind === 'list' && item.items.every(holdsNothing)

export function refuseGroup(
  key: string,
  stage: 'query.filters' | 'query.run',
  owner: Owner,
  judge: Judge,
): void {
  const message = `Invalid ${key}${at(owner)}: expected ${key === '$not' ? 'an object' : 'a list'} of conditions`
  notice(stage, crash('group-not-array-500', 'filters.shape', message), judge)
}

/** A list or an object where one value belongs. */
export function refuseOperand(
  key: string,
  { path }: Subject,
  found: 'list' | 'object',
  stage: 'query.run' | 'query.filters' | 'filters.unknown',
  judge: Judge,
): void {
  const message = `Invalid value at ${path} ${key}: expected a value, not ${found === 'list' ? 'a list' : 'an object'}`
  notice(stage, crash('sibling-key-500', 'filters.shape', message), judge)
}

/** Private, a password, of several kinds, or closed to the role: no attribute to filter by. */
export function refuseForbidden(attribute: Attribute, path: string, judge: Judge): void {
  const refusal = (rule: 'filters.zone' | 'filters.private' | 'filters.permission') =>
    invalidKey(attribute.name, { rule, path, param: judge.param })
  if (attribute.kind === 'zone') notice('filters.zone', refusal('filters.zone'), judge)
  if (attribute.kind === 'morphTo') notice('filters.morph', refusal('filters.zone'), judge)
  if (attribute.kind === 'scalar' && attribute.type === 'password')
    notice('filters.password', refusal('filters.private'), judge)
  if (attribute.private) notice('filters.private', refusal('filters.private'), judge)
  const needsNone = judge.param === 'populate' && judge.has('nested-filter-no-perm')
  if (!needsNone && !mayFollow(judge.role, attribute))
    notice('filters.permission', refusal('filters.permission'), judge)
}
