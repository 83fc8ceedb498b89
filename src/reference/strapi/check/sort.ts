/**
 * Implements departures in `sort`: sort orders and attribute names that the real server ignores, or that only older
 * releases refuse.
 */
import { type CheckContext, report } from '../../check/context.ts'
import type { KeyContext } from '../../check/sort-context.ts'
import { isPosition } from '../../parse/sort.ts'
import type { SortKey } from '../../parse/syntax.ts'
import { crash, invalidKey } from '../../refusal.ts'
import type { Model } from '../../schema/schema.ts'

/**
 * Returns the text that the server compares with `asc` and `desc`. Releases before 5.48.0 do not trim the text of the
 * sort order.
 */
export const orderText = (text: string, { has }: CheckContext): string =>
  has('empty-sort-segment-ignored') ? text : text.trim()

/**
 * Returns whether the real server ignores a sort order that is a list, a missing value or an empty text (recordings
 * sort-080, sort-082).
 */
export const ignoresOtherOrders = ({ has }: CheckContext): boolean => has('sort-array-value-ignored')

/**
 * Returns whether a number after a scalar attribute in a sort path has no effect, as under the departure
 * `sort-array-value-ignored` (case quirks.malformed.sort.position).
 */
export const ignoresPosition = (key: SortKey, rest: readonly string[], context: CheckContext): boolean =>
  isPosition(key, rest) && ignoresOtherOrders(context)

/**
 * Returns whether a name in `sort` that every JavaScript object inherits has no effect, as in releases before 5.53.0.
 */
export const ignoresInherited = ({ has }: CheckContext): boolean => has('sort-proto-refused')

/** Returns whether the sort name `status` has no effect, as on the real server (case quirks.sort-status-ignored). */
export const ignoresStatus = ({ has }: CheckContext): boolean => has('sort-status-ignored')

/**
 * Returns whether `status` at the root of `sort` has no effect. The real server ignores the sort key `status` only
 * for a content type with draft & publish.
 */
export const ignoresStatusOf = (root: Model, context: CheckContext): boolean =>
  root.modelType === 'contentType' && root.draftAndPublish && ignoresStatus(context)

/**
 * Returns whether a sort by an attribute named `status` has no effect, because the real server takes the name for the
 * publication status (cases quirks.sort-own-status). The real server fails at a sort by an attribute `status` of a
 * component, because a component has no publication status.
 */
export function ignoresOwnStatus(name: string, path: string, model: Model, context: CheckContext): boolean {
  if (name !== 'status' || !context.has('sort-own-status')) return false
  if (model.modelType === 'component') {
    const message = `Invalid key ${path}`
    report('query.sort', crash('sort-own-status', 'sort.unknown', message), context)
  }
  return true
}

/**
 * Checks the parts of an ignored sort key `status` that the real server still requires: a sort order, or a name after
 * `status`.
 */
export function checkIgnoredStatus(
  { order, form }: SortKey,
  rest: readonly string[],
  above: string | null,
  { walking, reading }: KeyContext,
): void {
  const isOrdered = order.kind === 'text' ? order.text !== '' : order.kind === 'other' && order.names !== null
  const isFollowed = isOrdered || rest.some((next) => next !== '')
  if (!isFollowed) {
    const where = { rule: 'sort.unknown', path: above, param: walking.param } as const
    report('sort.incomplete', invalidKey('status', where), walking)
  }
  // In the text form, the sort path without `status` ends at a relation, by which the server cannot sort.
  if (form === 'text' && above?.includes('.')) {
    const message = `Invalid key status at ${above}`
    report('query.sort', crash('sort-status-ignored', 'sort.unknown', message), reading)
  }
}

/**
 * Reports a sort without any sort order, which releases before 5.48.0 refuse (recording sort-009). Returns whether
 * the function reported a fault.
 */
export function refuseEmptyOrder(context: CheckContext): boolean {
  if (!context.has('empty-sort-segment-ignored')) return false
  const message = 'Invalid sort: an order is expected'
  report('convert.sort', crash('empty-sort-segment-ignored', 'sort.order', message), context)
  return true
}

/**
 * Returns whether the server checks the keys of a sort list without a sort order, as releases before 5.48.0 do
 * (measured on 5.23.6).
 */
export const readsIdleKeys = ({ has }: CheckContext): boolean => has('empty-sort-segment-ignored')

/** Reports a list inside a list of `sort`, which releases before 5.48.0 refuse (measured on 5.23.6). */
export function refuseNestedList(context: CheckContext): void {
  if (!context.has('empty-sort-segment-ignored')) return
  const message = 'Invalid sort: an item of a list is a list'
  report('convert.sort', crash('empty-sort-segment-ignored', 'sort.order', message), context)
}

/**
 * Reports a sort list that mixes texts and objects. Releases before 5.48.0 read the positions in a mixed list as
 * attribute names, even without a sort order.
 */
export function refuseMixedList(context: CheckContext): void {
  if (!context.has('empty-sort-segment-ignored')) return
  const where = { rule: 'sort.shape', path: null, param: context.param } as const
  report('sort.unknown', invalidKey('0', where), context)
}
