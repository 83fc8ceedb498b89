/**
 * Finds the nodes that the entries of a populate level link to through one attribute, and returns the visible and
 * matching ones in order.
 */
import type { Json } from '../../util/json.ts'
import type { ComponentNode, Node, Row } from '../graph/graph.ts'
import { documentIdOf } from '../plan/column.ts'
import type { Branch, BranchWindow, DistinctRows, LateFault, Populated } from '../plan/plan.ts'
import * as real from '../strapi/evaluate.ts'
import { type Follow, firstShown, isMany } from './follow.ts'
import type { Meter } from './meter.ts'

export type LinkedNode = Row | ComponentNode

/** The plan for the linked entries of one type (a branch), prepared for evaluation. */
export interface LinkBranch {
  readonly plan: Branch
  readonly isVisible: (node: LinkedNode) => boolean
  readonly matches: (node: Node) => boolean
  /** The fault at which the real server fails as soon as the branch has an entry; null if there is no such fault. */
  readonly failure: LateFault | null
  readonly isExcluded: (node: Node, page: ReadonlySet<Node>) => boolean
  readonly choices: (node: Node) => number
  readonly order: (nodes: readonly LinkedNode[], siblings: number) => readonly LinkedNode[]
}

/** One populated attribute of all entries at a populate level, while its linked entries are found. */
export interface LinkLevel {
  readonly plan: Populated
  /** The prepared branches of the attribute, by the uid of the linked type. */
  readonly branches: { readonly get: (uid: string) => LinkBranch | undefined }
  readonly follow: Follow
  /** The nodes whose links through this attribute the database reads in a single query. */
  readonly page: ReadonlySet<Node>
  /** The number of entries in `page` that the answer shows. */
  readonly siblings: number
  readonly meter: Meter
  /**
   * The linked rows of each node that remain after the limits of the branches; undefined means that no branch has a
   * limit.
   */
  readonly cut?: ReadonlyMap<Node, ReadonlySet<LinkedNode>>
}

type Linked =
  | {
      readonly linked: readonly LinkedNode[]
      /**
       * Linked rows that the database reads but the answer does not show: all rows of a to-one attribute except the
       * shown one.
       */
      readonly passed: readonly LinkedNode[]
      readonly count: number
    }
  | { readonly failed: LateFault }

type Candidates =
  | {
      readonly ordered: readonly LinkedNode[]
      readonly joined: number
      /** The branch for the type of the last linked node; undefined if no node is linked. */
      readonly last: LinkBranch | undefined
    }
  | { readonly failed: LateFault }

const NONE: readonly LinkedNode[] = []
const NONE_LINKED: Linked = { linked: NONE, passed: NONE, count: 0 }

/** Returns a level with the linked rows that remain after the limits of the branches. */
export function levelOf(level: LinkLevel, nodes: readonly Node[]): LinkLevel {
  const isCut = [...level.plan.branches.values()].some(({ window }) => window !== undefined)
  return isCut ? { ...level, cut: cutTogether(level, nodes) } : level
}

/** Returns the linked nodes that one node shows under a populated attribute. */
export function linkedBy(node: Node, level: LinkLevel): Linked {
  const { plan, cut } = level
  if (real.losesLinks(plan)) return NONE_LINKED
  const found = candidatesOf(node, level)
  if ('failed' in found) return found
  const { joined, last } = found
  const kept = cut?.get(node)
  const ordered = cut === undefined ? found.ordered : found.ordered.filter((one) => kept?.has(one))
  const linked = isMany(plan) ? ordered : firstShown(ordered, isSorted(plan, last))
  const passed = ordered.length > linked.length ? ordered.filter((one) => one !== linked[0]) : NONE
  return { linked, passed, count: last === undefined ? 0 : real.countOf(last.plan, joined, linked.length) }
}

function candidatesOf(node: Node, { plan, branches, follow, page, siblings, meter }: LinkLevel): Candidates {
  const visible: LinkedNode[] = []
  let joined = 0
  let last: LinkBranch | undefined
  const all = follow(node)
  meter.spend(1 + all.length, 'populate')
  for (const linked of all) {
    const branch = branches.get(linked.uid)
    if (branch === undefined || !branch.isVisible(linked)) continue
    if (branch.failure !== null) return { failed: branch.failure }
    if (!branch.matches(linked) || branch.isExcluded(linked, page)) continue
    visible.push(linked)
    joined += branch.choices(linked)
    last = branch
  }
  // Only linked entries of a single type are sorted. Entries of dynamic zones and morph relations keep their stored
  // order.
  const ordered = plan.tag === null && last !== undefined ? last.order(visible, siblings) : visible
  const merged = last?.plan.distinct
  return { ordered: merged === undefined ? ordered : distinct(ordered, merged), joined, last }
}

/** Returns whether the request sorts the linked nodes. */
const isSorted = ({ tag }: Populated, last: LinkBranch | undefined): boolean =>
  tag === null && last !== undefined && last.plan.sort.length > 0

/** Returns the first row of each group of rows with equal values in some columns, and with equal positions. */
function distinct(rows: readonly LinkedNode[], { columns, byPosition }: DistinctRows): readonly LinkedNode[] {
  const known = new Map<string, LinkedNode>()
  let position = 0
  for (const [at, row] of rows.entries()) {
    if (byPosition && !isSameVersion(row, rows[at - 1])) position++
    const key = JSON.stringify([position, ...columns.map((name) => columnOf(row, name))])
    if (!known.has(key)) known.set(key, row)
  }
  return [...known.values()]
}

/** Returns whether two rows are the draft and the published row of one document, in the same locale. */
const isSameVersion = (row: LinkedNode, other: LinkedNode | undefined): boolean =>
  other !== undefined &&
  documentIdOf(row) === documentIdOf(other) &&
  row.values['locale'] === other.values['locale']

const columnOf = (row: LinkedNode, name: string): Json =>
  name === 'documentId' ? documentIdOf(row) : (row.values[name] ?? null)

/** A linked row, and its position in the list of the node that links to it. */
interface Placed {
  readonly node: Node
  readonly row: LinkedNode
  readonly at: number
}

/**
 * Applies the limit of a branch to the linked rows of all nodes together, because the database reads all rows of one
 * type in one query.
 */
function cutTogether(level: LinkLevel, nodes: readonly Node[]): ReadonlyMap<Node, ReadonlySet<LinkedNode>> {
  const byType = new Map<string, Placed[]>()
  for (const node of nodes) {
    const found = candidatesOf(node, level)
    if ('failed' in found) continue
    for (const [at, row] of found.ordered.entries()) {
      const ofType = byType.get(row.uid) ?? []
      ofType.push({ node, row, at })
      byType.set(row.uid, ofType)
    }
  }
  const cut = new Map<Node, Set<LinkedNode>>()
  for (const [uid, placed] of byType) {
    for (const { node, row } of windowed(placed, level, level.branches.get(uid))) {
      const kept = cut.get(node) ?? new Set<LinkedNode>()
      cut.set(node, kept.add(row))
    }
  }
  return cut
}

function windowed(
  placed: readonly Placed[],
  level: LinkLevel,
  branch: LinkBranch | undefined,
): readonly Placed[] {
  const window: BranchWindow | undefined = branch?.plan.window
  if (branch === undefined || window === undefined) return placed
  const { start, limit } = window
  return inQueryOrder(placed, level, branch).slice(start, limit === null ? undefined : start + limit)
}

/**
 * Orders the linked rows of all nodes by the requested sort. Without a sort, the order is by the position in each
 * list, if the links have a stored order. Rows with equal positions are in the order of their ids, then of the ids
 * of their owners.
 */
function inQueryOrder(
  placed: readonly Placed[],
  { plan, siblings }: LinkLevel,
  branch: LinkBranch,
): readonly Placed[] {
  if (branch.plan.sort.length > 0) {
    const rows = branch.order([...new Set(placed.map(({ row }) => row))], siblings)
    const ranks = new Map(rows.map((row, rank) => [row, rank]))
    return [...placed].sort((a, b) => (ranks.get(a.row) ?? 0) - (ranks.get(b.row) ?? 0))
  }
  const isPlaced = hasPlaces(plan)
  return [...placed].sort(
    (a, b) => (isPlaced ? a.at - b.at : 0) || a.row.id - b.row.id || a.node.id - b.node.id,
  )
}

/**
 * Returns whether the database stores an order of the links of an attribute. The database stores an order of links
 * for to-many attributes with a single type of entries, unless the relation itself is not stored.
 */
const hasPlaces = ({ attribute, tag }: Populated): boolean =>
  tag === null &&
  attribute.kind !== 'zone' &&
  attribute.many &&
  !(attribute.kind === 'relation' && attribute.via !== 'stored')
