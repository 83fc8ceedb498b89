/** Reports faults in a key of `sort` or in its order, each fault with its path. */
import { mayFollow } from '../access.ts'
import type { SortKey } from '../parse/syntax.ts'
import { invalidKey } from '../refusal.ts'
import type { PopulatableAttribute, ScalarAttribute } from '../schema/schema.ts'
import * as failure from '../strapi/check/failures.ts'
import { needsNoPermission } from '../strapi/check/relations.ts'
import * as real from '../strapi/check/sort.ts'
import { type CheckContext, report } from './context.ts'
import type { KeyContext } from './sort-context.ts'

/**
 * Refuses a forbidden attribute on the path of a sort key. A sort path must not lead through an attribute that is
 * private, or whose entries have several types or are hidden from the role. The real server refuses private
 * attributes and attributes with hidden entries only in a sort that has an effect.
 */
export function refuseStep(
  attribute: PopulatableAttribute,
  path: string,
  { walking, skipsBlank }: KeyContext,
): void {
  const { param, role } = walking
  const refusal = (rule: 'sort.zone' | 'sort.private' | 'sort.permission') =>
    invalidKey(attribute.name, { rule, path, param })
  if (attribute.kind === 'zone') report('sort.zone', refusal('sort.zone'), walking)
  if (attribute.kind === 'morphTo') report('sort.morph', refusal('sort.zone'), walking)
  if (skipsBlank) return
  if (attribute.private) report('sort.private', refusal('sort.private'), walking)
  if (!needsNoPermission(walking) && !mayFollow(role, attribute))
    report('sort.permission', refusal('sort.permission'), walking)
}

/**
 * Refuses a private scalar attribute or a password as a sort key. After a morph relation in the path, the real server
 * refuses only passwords, and only when it runs the sort.
 */
export function refuseHidden(
  { name, type, private: isPrivate }: ScalarAttribute,
  path: string,
  beyondMorph: boolean,
  { walking, skipsBlank }: KeyContext,
): void {
  const refusal = invalidKey(name, { rule: 'sort.private', path, param: walking.param })
  if (type === 'password') report(beyondMorph ? 'query.sort' : 'sort.password', refusal, walking)
  if (isPrivate && !beyondMorph && !skipsBlank) report('sort.private', refusal, walking)
}

export function refuseUnknown(
  name: string,
  path: string | null,
  rule: 'sort.unknown' | 'sort.shape' | 'sort.incomplete',
  { walking }: KeyContext,
): null {
  const where = { rule, path, param: walking.param }
  report('sort.unknown', invalidKey(name, where), walking)
  return null
}

/** Refuses a sort key that ends at a relation, because the key names no attribute to sort by. */
export function refuseIncomplete(path: string, { walking }: KeyContext): null {
  report('sort.incomplete', incomplete(path, walking), walking)
  return null
}

export const incomplete = (path: string, { param }: CheckContext) =>
  invalidKey(path.slice(path.lastIndexOf('.') + 1), { rule: 'sort.incomplete', path, param })

export const isOrder = (text: string, context: CheckContext): boolean =>
  /^(asc|desc)$/i.test(real.orderText(text, context))

/** Refuses a sort order that is neither ascending nor descending. */
export function refuseUnreadable(text: string, { reading }: KeyContext): null {
  const message = 'Invalid order. order can only be one of asc|desc|ASC|DESC'
  if (!isOrder(text, reading)) report('convert.sort', failure.ofDirection('sort.order', message), reading)
  return null
}

/**
 * Refuses a list in place of a sort order: `sort[a][]=…`. The real server ignores a list in place of a sort order,
 * unless another key gives the sort an effect.
 */
export function refuseOrder(amongOthers: boolean, { reading }: KeyContext): null {
  if (real.refuseEmptyOrder(reading)) return null
  const message = 'Invalid sort type expected object or string got object'
  if (amongOthers || !real.ignoresOtherOrders(reading))
    report('convert.sort', failure.ofValueType('sort.order', message), reading)
  return null
}

/**
 * Returns whether a sort key has a valid order, and refuses an invalid order. A sort key without an order is
 * ascending.
 */
export function isOrdered({ order, form }: SortKey, context: KeyContext): boolean {
  switch (order.kind) {
    case 'none':
      return true
    case 'text':
      if (form === 'object' && order.text.trim() === '') {
        if (!real.refuseEmptyOrder(context.reading)) refuseOrder(false, context)
        return false
      }
      refuseUnreadable(order.text, context)
      return isOrder(order.text, context.reading)
    case 'listed':
      refuseUnreadable('', context)
      return false
    case 'other':
      refuseOrder(context.meaningful, context)
      return false
  }
}
