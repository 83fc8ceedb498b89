/** Departures in `sort`: orders and names that the real server ignores, and what earlier releases refuse. */
import { type CheckContext, report } from '../../check/context.ts'
import type { KeyContext } from '../../check/sort-context.ts'
import { isPosition } from '../../parse/sort.ts'
import type { SortKey } from '../../parse/syntax.ts'
import { crash, invalidKey } from '../../refusal.ts'
import type { Model } from '../../schema/schema.ts'

/** The text of an order as the server compares it; releases before 5.48.0 do not trim it. */
export const orderText = (text: string, { has }: CheckContext): string =>
  has('empty-sort-segment-ignored') ? text : text.trim()

/**
 * The real server ignores a list, nothing or an empty text in the place of an order (recordings sort-080, sort-082).
 */
export const ignoresOtherOrders = ({ has }: CheckContext): boolean => has('sort-array-value-ignored')

/** By the same departure it ignores a number behind a scalar attribute (case quirks.malformed.sort.position). */
export const ignoresPosition = (key: SortKey, rest: readonly string[], context: CheckContext): boolean =>
  isPosition(key, rest) && ignoresOtherOrders(context)

/** Releases before 5.53.0 ignore a name that every JavaScript object inherits. */
export const ignoresInherited = ({ has }: CheckContext): boolean => has('sort-proto-refused')

/** The real server ignores `status` (case quirks.sort-status-ignored). */
export const ignoresStatus = ({ has }: CheckContext): boolean => has('sort-status-ignored')

/** The same for a key of the root, if the type has draft and publish. */
export const ignoresStatusOf = (root: Model, context: CheckContext): boolean =>
  root.modelType === 'contentType' && root.draftAndPublish && ignoresStatus(context)

/**
 * The real server takes an attribute that is called `status` for the state of publication, by which REST never sorts, and
 * which a component does not have (cases quirks.sort-own-status). Whether it ignores the key.
 */
export function ignoresOwnStatus(name: string, path: string, model: Model, context: CheckContext): boolean {
  if (name !== 'status' || !context.has('sort-own-status')) return false
  if (model.modelType === 'component') {
    const message = `Invalid key ${path}`
    report('query.sort', crash('sort-own-status', 'sort.unknown', message), context)
  }
  return true
}

/** Checks what the real server still needs of a `status` that it ignores: an order, or a name behind it. */
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
  // A longer text without its last name still names a relation, and the server cannot sort by a relation.
  if (form === 'text' && above?.includes('.')) {
    const message = `Invalid key status at ${above}`
    report('query.sort', crash('sort-status-ignored', 'sort.unknown', message), reading)
  }
}

/** Releases before 5.48.0 refuse a sort without an order anywhere (recording sort-009); whether they do. */
export function refuseEmptyOrder(context: CheckContext): boolean {
  if (!context.has('empty-sort-segment-ignored')) return false
  const message = 'Invalid sort: an order is expected'
  report('convert.sort', crash('empty-sort-segment-ignored', 'sort.order', message), context)
  return true
}

/** The same releases take no list as an item of a list (measured on 5.23.6). */
export function refuseNestedList(context: CheckContext): void {
  if (!context.has('empty-sort-segment-ignored')) return
  const message = 'Invalid sort: an item of a list is a list'
  report('convert.sort', crash('empty-sort-segment-ignored', 'sort.order', message), context)
}

/** The same releases read a mixed list by its positions, even if it has no order. */
export function refuseMixedList(context: CheckContext): void {
  if (!context.has('empty-sort-segment-ignored')) return
  const where = { rule: 'sort.shape', path: null, param: context.param } as const
  report('sort.unknown', invalidKey('0', where), context)
}
