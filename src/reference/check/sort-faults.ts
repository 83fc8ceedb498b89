/** What can be wrong with a key of `sort` or its order, told with its place. */
import { mayFollow } from '../access.ts'
import type { SortKey } from '../parse/syntax.ts'
import { crash, invalidKey } from '../refusal.ts'
import type { Model, PopulatableAttribute, ScalarAttribute } from '../schema/schema.ts'
import * as before from '../strapi/releases/check.ts'
import { type CheckContext, report } from './context.ts'

/** A context of one key. */
export interface KeyContext {
  /** Notices a name when the walk comes to it. */
  readonly walking: CheckContext
  /** Notices everything else, which takes no walk. */
  readonly reading: CheckContext
  /** Some key of the sort carries an order or a name. */
  readonly meaningful: boolean
  /** What the sort is of. */
  readonly root: Model
  /** What the key starts from. */
  readonly start: Model
  /** The path of the relation whose order the key stands in; null where it stands in none. */
  readonly listedAt: string | null
}

/** An attribute on the way: of several kinds, private, or closed to the role. */
export function refuseStep(attribute: PopulatableAttribute, path: string, { walking }: KeyContext): void {
  const { param, has, role } = walking
  const refusal = (rule: 'sort.zone' | 'sort.private' | 'sort.permission') =>
    invalidKey(attribute.name, { rule, path, param })
  if (attribute.kind === 'zone') report('sort.zone', refusal('sort.zone'), walking)
  if (attribute.kind === 'morphTo') report('sort.morph', refusal('sort.zone'), walking)
  if (attribute.private) report('sort.private', refusal('sort.private'), walking)
  const needsNone = param === 'populate' && has('nested-filter-no-perm')
  if (!needsNone && !mayFollow(role, attribute))
    report('sort.permission', refusal('sort.permission'), walking)
}

/** A scalar that nobody sorts by. Beyond a morph relation the real server keeps only passwords back, when it sorts. */
export function refuseHidden(
  { name, type, private: isPrivate }: ScalarAttribute,
  path: string,
  beyondMorph: boolean,
  { walking }: KeyContext,
): void {
  const refusal = invalidKey(name, { rule: 'sort.private', path, param: walking.param })
  if (type === 'password') report(beyondMorph ? 'query.sort' : 'sort.password', refusal, walking)
  if (isPrivate && !beyondMorph) report('sort.private', refusal, walking)
}

export function refuseUnknown(
  name: string,
  path: string | null,
  rule: 'sort.unknown' | 'sort.incomplete',
  { walking }: KeyContext,
): null {
  const where = { rule, path, param: walking.param }
  report('sort.unknown', invalidKey(name, where), walking)
  return null
}

/** A relation alone, with nothing said of what to sort by. */
export function refuseIncomplete(path: string, { walking }: KeyContext): null {
  report('sort.incomplete', incomplete(path, walking), walking)
  return null
}

const incomplete = (path: string, { param }: CheckContext) =>
  invalidKey(path.slice(path.lastIndexOf('.') + 1), { rule: 'sort.incomplete', path, param })

/** Beyond a morph relation the real server only finds out when it sorts that there is no column to sort by. */
export function refuseColumn(key: SortKey, path: string, context: KeyContext): null {
  const { walking } = context
  const refusal = { ...incomplete(path, walking), crash: 'morph-filter-unchecked' } as const
  if (isOrdered(key, context)) report('query.sort', refusal, walking)
  return null
}

/** The far side of a morph relation alone: the real server takes an order for a name only when it sorts. */
export function refuseMorph({ order }: SortKey, path: string, context: KeyContext): null {
  const { walking } = context
  if (order.kind !== 'text' || order.text === '') return refuseIncomplete(path, context)
  if (!isOrder(order.text, walking)) return refuseUnreadable(order.text, context)
  report('query.sort', { ...incomplete(path, walking), crash: 'morph-filter-unchecked' }, walking)
  return null
}

export const isOrder = (text: string, { has }: CheckContext): boolean =>
  /^(asc|desc)$/i.test(has('empty-sort-segment-ignored') ? text : text.trim())

/** An order that is none. */
export function refuseUnreadable(text: string, { reading }: KeyContext): null {
  const message = 'Invalid order. order can only be one of asc|desc|ASC|DESC'
  if (!isOrder(text, reading))
    report('convert.sort', crash('order-direction-400', 'sort.order', message), reading)
  return null
}

/** `sort[a][]=…`: the real server lets it pass as no sort at all, unless something else is sorted by. */
export function refuseOrder(amongOthers: boolean, { reading }: KeyContext): null {
  const message = 'Invalid sort type expected object or string got object'
  if (before.refuseEmptyOrder(reading)) return null
  if (amongOthers || !reading.has('sort-array-value-ignored'))
    report('convert.sort', crash('bad-populate-type-400', 'sort.order', message), reading)
  return null
}

/** Whether there is an order to follow: the one written, or ascending where none is. */
export function isOrdered({ order, form }: SortKey, context: KeyContext): boolean {
  switch (order.kind) {
    case 'none':
      return true
    case 'text':
      if (form === 'object' && order.text.trim() === '') {
        if (!before.refuseEmptyOrder(context.reading)) refuseOrder(false, context)
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
