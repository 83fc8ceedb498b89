/** Inserts connected rows into a list of links: at the end, at the start, or next to other rows. */
import { isObject, type Json } from '../../util/json.ts'
import { crashing, invalid, Refused } from '../refusal.ts'

/** A row that a write connects, with a unique key for the row. */
export interface Connected {
  readonly key: string
  /** The id of the row, in the form that error messages print. */
  readonly id: Json
  readonly position: Json | undefined
  /** The row before or after which the connected row must be placed. */
  readonly anchor: { readonly key: string; readonly id: Json; readonly side: 'before' | 'after' } | undefined
  /**
   * The key of the row that Strapi searches in the existing list of links. The key `looksFor` differs from the key of
   * the anchor if `position` has both `before` and `after`.
   */
  readonly looksFor: string | undefined
}

interface OrderedLink {
  readonly key: string
  order: number
  /** Whether the row was in the list before the write. */
  readonly isOld: boolean
}

/**
 * Inserts rows into a list of links. A connected row that is already in the list moves to its new position. If
 * `isStrict` is true, the function refuses an unknown anchor.
 * @throws Refused for an impossible position.
 */
export function connectInto(
  list: readonly string[],
  connected: readonly Connected[],
  isStrict: boolean,
): readonly string[] {
  const placed: OrderedLink[] = list.map((key, at) => ({ key, order: at + 1, isOld: true }))
  const highest = list.length
  for (const one of sorted(connected, list, isStrict)) {
    const at = placed.findIndex(({ key }) => key === one.key)
    if (at >= 0) placed.splice(at, 1)
    insert(placed, one, highest)
  }
  return inOrder(placed)
}

function insert(placed: OrderedLink[], one: Connected, highest: number): void {
  const { anchor, position } = one
  if (anchor !== undefined) {
    const at = placed.findIndex(({ key }) => key === anchor.key)
    const neighbour = placed[at]
    if (neighbour === undefined) throw new Refused(notFound(one))
    const step = anchor.side === 'before' ? -0.5 : 0.5
    const order = neighbour.isOld ? neighbour.order + step : neighbour.order
    placed.splice(anchor.side === 'before' ? at : at + 1, 0, { key: one.key, order, isOld: false })
    return
  }
  const [first] = placed
  if (isObject(position) && position['start']) {
    const order = first === undefined ? 0.5 : first.isOld ? first.order - 0.5 : first.order
    placed.unshift({ key: one.key, order, isOld: false })
    return
  }
  placed.push({ key: one.key, order: highest + 0.5, isOld: false })
}

const notFound = ({ id, position }: Connected) =>
  crashing(
    'position-lost-crash',
    'write.relation.position',
    `There was a problem connecting relation with id ${String(id)} at position ${JSON.stringify(position)}. ` +
      'The list of connect relations is not valid',
  )

/**
 * Sorts links by `order`. New links with equal `order` come after an old link with the same `order`, in the sequence
 * of their insertion.
 */
function inOrder(placed: readonly OrderedLink[]): readonly string[] {
  const groups = new Map<number, number>()
  const sizes = new Map<number, number>()
  for (const { order } of placed) sizes.set(order, (sizes.get(order) ?? 0) + 1)
  const ranked = placed.map(({ key, order, isOld }) => {
    if (isOld) return { key, rank: order }
    const before = (groups.get(order) ?? 0) + 1
    groups.set(order, before)
    return { key, rank: order + (before / ((sizes.get(order) ?? 0) + 1)) * 0.49 }
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ key }) => key)
}

/** Sorts the rows to connect, so that each anchor comes before the rows that refer to it. */
function sorted(
  connected: readonly Connected[],
  list: readonly string[],
  isStrict: boolean,
): readonly Connected[] {
  // As on a real server, only some rows of the list are known: the rows that anchors name, and the first and last row.
  const known = new Set([list[0], list.at(-1), ...connected.map(({ looksFor }) => looksFor)])
  const there = new Set(list.filter((key) => known.has(key)))
  const byKey = new Map<string, Connected>()
  let isOutOfOrder = false
  for (const one of connected) {
    const { anchor } = one
    if (anchor === undefined || (!there.has(anchor.key) && !byKey.has(anchor.key))) isOutOfOrder = true
    if (byKey.has(one.key)) throw new Refused(twice(one))
    byKey.set(one.key, one)
  }
  if (!isOutOfOrder) return connected
  const done = new Set<string>()
  const result: Connected[] = []
  for (const one of connected) {
    for (const next of chainOf(one, byKey, there, done)) {
      done.add(next.key)
      result.push(settled(next, byKey, there, isStrict))
    }
  }
  return result
}

/** Returns a row to connect, together with the anchors that must be inserted before the row. */
function chainOf(
  one: Connected,
  byKey: ReadonlyMap<string, Connected>,
  there: ReadonlySet<string>,
  done: ReadonlySet<string>,
): readonly Connected[] {
  const chain: Connected[] = []
  const seen = new Set<string>()
  for (let next: Connected | undefined = one; next !== undefined; ) {
    const { anchor }: Connected = next
    if (anchor !== undefined && seen.has(anchor.key)) throw new Refused(circular())
    if (done.has(next.key)) break
    chain.push(next)
    seen.add(next.key)
    if (anchor === undefined || there.has(anchor.key)) break
    next = byKey.get(anchor.key)
  }
  return chain.reverse()
}

function settled(
  one: Connected,
  byKey: ReadonlyMap<string, Connected>,
  there: ReadonlySet<string>,
  isStrict: boolean,
): Connected {
  const { anchor } = one
  if (anchor === undefined || there.has(anchor.key) || byKey.has(anchor.key)) return one
  if (!isStrict) return { ...one, position: { end: true }, anchor: undefined }
  throw new Refused(missing(one, anchor.id))
}

const missing = ({ id, position }: Connected, anchor: Json) =>
  invalid(
    'write.relation.position',
    `There was a problem connecting relation with id ${String(id)} at position ${JSON.stringify(position)}. ` +
      `The relation with id ${String(anchor)} needs to be connected first.`,
  )

const twice = ({ id }: Connected) =>
  invalid(
    'write.relation.position',
    `The relation with id ${String(id)} is already connected. You cannot connect the same relation twice.`,
  )

const circular = () =>
  invalid(
    'write.relation.position',
    'A circular reference was found in the connect array. ' +
      'One relation is trying to connect before/after another one that is trying to connect before/after it',
  )
