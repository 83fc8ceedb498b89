/** Reports faults in the keys and operands of `filters`, each fault with its path. */
import { mayFollow } from '../../access.ts'
import type { FilterEntry } from '../../parse/syntax.ts'
import { invalidKey, validation } from '../../refusal.ts'
import type { Attribute, Model } from '../../schema/schema.ts'
import * as failure from '../../strapi/check/failures.ts'
import * as real from '../../strapi/check/filters.ts'
import { needsNoPermission } from '../../strapi/check/relations.ts'
import { removesUnknownNames } from '../../strapi/names.ts'
import { type CheckContext, report } from '../context.ts'
import type { Subject } from './operands.ts'

/** The model to whose attributes a filter key refers, and the path from the root of `filters` to it. */
export interface Owner {
  readonly model: Model
  readonly path: string | null
}

export const at = ({ path }: Owner): string => (path === null ? '' : ` at ${path}`)

export function refuseUnknown(key: string, { path }: Owner, context: CheckContext): void {
  report('filters.unknown', invalidKey(key, { rule: 'filters.unknown', path, param: context.param }), context)
}

/** Refuses an operator whose operand is an object of unknown names. */
export function refuseOpaque({ key, value }: FilterEntry, owner: Owner, context: CheckContext): void {
  if (removesUnknownNames(context)) return
  const unknown = real.unknownKeys(value, context)
  for (const name of unknown) refuseUnknown(name, owner, context)
  if (unknown.length > 0) return
  const message = `Invalid ${key}${at(owner)}: expected a value or a list of at most 100 values, not an object`
  report('filters.unknown', validation('filters.opaque', message), context)
}

/** Refuses a list where `filters` expects an object of conditions. */
export function refuseConditions(key: string, owner: Owner, context: CheckContext): void {
  const message = `Invalid ${key}${at(owner)}: expected an object of conditions, not a list`
  report('query.run', failure.ofConditions('filters.shape', message), context)
}

export function refuseGroup(
  key: string,
  stage: 'query.filters' | 'query.run',
  owner: Owner,
  context: CheckContext,
): void {
  const message = `Invalid ${key}${at(owner)}: expected ${key === '$not' ? 'an object' : 'a list'} of conditions`
  report(stage, failure.ofGroup('filters.shape', message), context)
}

/** Refuses a list or an object where `filters` expects a single value. */
export function refuseOperand(
  key: string,
  { path }: Subject,
  found: 'list' | 'object',
  stage: 'query.run' | 'query.filters' | 'filters.unknown',
  context: CheckContext,
): void {
  const message = `Invalid value at ${path} ${key}: expected a value, not ${found === 'list' ? 'a list' : 'an object'}`
  report(stage, failure.ofSibling('filters.shape', message), context)
}

/**
 * Refuses an attribute that no filter may use. A filter must not use an attribute that is private or a password, or
 * whose entries have several types or are hidden from the role.
 */
export function refuseForbidden(attribute: Attribute, path: string, context: CheckContext): void {
  const refusal = (rule: 'filters.zone' | 'filters.private' | 'filters.permission') =>
    invalidKey(attribute.name, { rule, path, param: context.param })
  if (attribute.kind === 'zone') report('filters.zone', refusal('filters.zone'), context)
  if (attribute.kind === 'morphTo') report('filters.morph', refusal('filters.zone'), context)
  if (attribute.kind === 'scalar' && attribute.type === 'password')
    report('filters.password', refusal('filters.private'), context)
  if (attribute.private) report('filters.private', refusal('filters.private'), context)
  if (!needsNoPermission(context) && !mayFollow(context.role, attribute))
    report('filters.permission', refusal('filters.permission'), context)
}
