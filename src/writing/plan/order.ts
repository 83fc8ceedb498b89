/** Where connected rows come to stand in a list: at its end, at its start, or beside others. */
import { isObject, type Json } from '../../util/json.ts'
import { crashing, invalid, Refused } from '../refusal.ts'

/** A row that is connected, by a key that tells it from all others. */
export interface Connected {
  readonly key: string
  /** As messages name it. */
  readonly id: Json
  readonly position: Json | undefined
  /** The key of the one that the position names. */
  readonly beside: { readonly key: string; readonly id: Json; readonly side: 'before' | 'after' } | undefined
  /** The key of the one that is looked for in the list: it need not be the same. */
  readonly looksFor: string | undefined
}

interface OrderedLink {
  readonly key: string
  order: number
  /** Whether it was in the list before. */
  readonly isOld: boolean
}

/**
 * The list with others connected: who is there already moves. `isStrict` refuses a place beside one that is not there.
 * @throws Refused for places that cannot be had.
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
  const { beside, position } = one
  if (beside !== undefined) {
    const at = placed.findIndex(({ key }) => key === beside.key)
    const neighbour = placed[at]
    if (neighbour === undefined) throw new Refused(lost(one))
    const step = beside.side === 'before' ? -0.5 : 0.5
    const order = neighbour.isOld ? neighbour.order + step : neighbour.order
    placed.splice(beside.side === 'before' ? at : at + 1, 0, { key: one.key, order, isOld: false })
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

const lost = ({ id, position }: Connected) =>
  crashing(
    'position-lost-crash',
    'write.relation.position',
    `There was a problem connecting relation with id ${String(id)} at position ${JSON.stringify(position)}. ` +
      'The list of connect relations is not valid',
  )

/** Those at the same place stand as they were put there, behind one that was there before. */
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

/** In an order in which each finds the one that it stands beside. */
function sorted(
  connected: readonly Connected[],
  list: readonly string[],
  isStrict: boolean,
): readonly Connected[] {
  // Only those that are looked for are known to be there, and those at the ends.
  const known = new Set([list[0], list.at(-1), ...connected.map(({ looksFor }) => looksFor)])
  const there = new Set(list.filter((key) => known.has(key)))
  const byKey = new Map<string, Connected>()
  let isOutOfOrder = false
  for (const one of connected) {
    const { beside } = one
    if (beside === undefined || (!there.has(beside.key) && !byKey.has(beside.key))) isOutOfOrder = true
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

/** The one, behind those that it waits for. */
function chainOf(
  one: Connected,
  byKey: ReadonlyMap<string, Connected>,
  there: ReadonlySet<string>,
  done: ReadonlySet<string>,
): readonly Connected[] {
  const chain: Connected[] = []
  const seen = new Set<string>()
  for (let next: Connected | undefined = one; next !== undefined; ) {
    const { beside }: Connected = next
    if (beside !== undefined && seen.has(beside.key)) throw new Refused(circular())
    if (done.has(next.key)) break
    chain.push(next)
    seen.add(next.key)
    if (beside === undefined || there.has(beside.key)) break
    next = byKey.get(beside.key)
  }
  return chain.reverse()
}

function settled(
  one: Connected,
  byKey: ReadonlyMap<string, Connected>,
  there: ReadonlySet<string>,
  isStrict: boolean,
): Connected {
  const { beside } = one
  if (beside === undefined || there.has(beside.key) || byKey.has(beside.key)) return one
  if (!isStrict) return { ...one, position: { end: true }, beside: undefined }
  throw new Refused(missing(one, beside.id))
}

const missing = ({ id, position }: Connected, beside: Json) =>
  invalid(
    'write.relation.position',
    `There was a problem connecting relation with id ${String(id)} at position ${JSON.stringify(position)}. ` +
      `The relation with id ${String(beside)} needs to be connected first.`,
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
