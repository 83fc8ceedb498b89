/**
 * Rows → entries of the answer. Level by level, without recursion: each place of the plan shows each row once, however
 * many entries link to it, and every entry that does shares what is shown. So depth costs no stack, and an answer costs
 * at most the places of the plan times the rows of the graph, however large it is when written out.
 */
import type { Json } from '../../ground/json.ts'
import type { ComponentNode, Graph, Node, Row } from '../graph/graph.ts'
import {
  type Branch,
  EVERY_ROW,
  type Populated,
  type RowFilter,
  type Selection,
  type Step,
} from '../plan/plan.ts'
import type { Refusal } from '../refusal.ts'
import { choiceCounter, matcher } from './conditions.ts'
import { type Follow, firstOf, followStep, rowTest } from './follow.ts'
import { sorter } from './sort.ts'

/** An entry, file or component as answered. It is only ever read: several places of an answer may share one. */
export interface Entry {
  readonly [key: string]: Answer
}
export type Answer = Json | Entry | readonly Entry[]

/** What shows a set of rows under one selection. */
interface Place {
  readonly selection: Selection
  readonly shown: Map<Node, MutableEntry>
  readonly fill: (node: Node, entry: MutableEntry) => void
  readonly level: LevelOf[]
  /** Names the type of each entry, after everything else in it. */
  readonly tag: Populated['tag']
  waiting: Node[]
}
type MutableEntry = Record<string, Answer>
type LevelOf = (nodes: readonly Node[]) => Refusal | null

export interface Shown {
  readonly entries: readonly Entry[]
  /** What the real server would only now notice to be wrong with the query. */
  readonly refusal: Refusal | null
}

/** Shows the rows of a page. */
export function showRows(rows: readonly Row[], selection: Selection, graph: Graph): Shown {
  const work: Place[] = []
  const root = place(selection, null, graph, work)
  const entries = rows.map((row) => show(root, row, work))
  for (let next = work.pop(); next !== undefined; next = work.pop()) {
    const nodes = next.waiting
    next.waiting = []
    for (const node of nodes) next.fill(node, next.shown.get(node) ?? {})
    for (const populate of next.level) {
      const refusal = populate(nodes)
      if (refusal !== null) return { entries: [], refusal }
    }
    tagEntries(next, nodes)
  }
  return { entries, refusal: null }
}

function tagEntries({ tag, shown }: Place, nodes: readonly Node[]): void {
  if (tag === null) return
  for (const node of nodes) {
    const entry = shown.get(node)
    if (entry !== undefined) entry[tag] = node.uid
  }
}

/** The entry of a node at a place: there at once, filled when the place's turn comes. */
function show(at: Place, node: Node, work: Place[]): MutableEntry {
  const known = at.shown.get(node)
  if (known !== undefined) return known
  const entry: MutableEntry = {}
  at.shown.set(node, entry)
  if (at.waiting.length === 0) work.push(at)
  at.waiting.push(node)
  return entry
}

function place(selection: Selection, tag: Populated['tag'], graph: Graph, work: Place[]): Place {
  const { scalars, rewrites, populate } = selection
  const fill = (node: Node, entry: MutableEntry): void => {
    entry.id = node.id
    if ('documentId' in node && typeof node.documentId === 'string') entry.documentId = node.documentId
    for (const name of scalars) entry[name] = node.values[name] ?? null
    for (const { name, rewrite } of rewrites) entry[name] = rewrite(node.values[name] ?? null)
  }
  const level: LevelOf[] = []
  const here: Place = { selection, shown: new Map(), fill, level, tag, waiting: [] }
  for (const item of populate) level.push(populated(item, here, graph, work))
  return here
}

/** One populated attribute of every node at a place. */
function populated(plan: Populated, owner: Place, graph: Graph, work: Place[]): LevelOf {
  let branches: BranchesOf | undefined
  const follow = followStep(stepOf(plan, EVERY_ROW), graph)
  const isHidden = hiddenTest(plan, graph)
  return (nodes) => {
    branches ??= resolveBranches(plan, graph, work)
    const page = new Set(nodes)
    if (isAlwaysRead(plan))
      for (const { plan: branch } of branches.values()) if (branch.refused !== null) return branch.refused
    for (const node of nodes) {
      const entry = owner.shown.get(node)
      if (entry === undefined) continue
      if (!plan.alwaysEmpty && isHidden(node, branches)) continue
      const found = linkedBy(node, plan, branches, follow, page)
      if ('refusal' in found) return found.refusal
      entry[plan.attribute.name] = plan.count
        ? { count: found.count }
        : shape(found.linked, plan, branches, work)
    }
    return null
  }
}

/** Whether all that a node links to is of types that are not shown. */
function hiddenTest(plan: Populated, graph: Graph): (node: Node, shown: BranchesOf) => boolean {
  if (plan.absentIfHidden === null) return () => false
  const follow = followStep(stepOf(plan, plan.absentIfHidden), graph)
  return (node, shown) => {
    const linked = follow(node)
    return linked.length > 0 && linked.every((row) => !shown.has(row.uid))
  }
}

/** To whatever is linked: the branches choose among it. */
const stepOf = ({ attribute, seesPrivate }: Populated, rows: RowFilter): Step => ({
  attribute,
  rows,
  includesSelf: false,
  onlyFirst: false,
  seesPrivate,
})

/** Zones, morph relations and creators are only read where something is linked. */
const isAlwaysRead = ({ tag, attribute }: Populated): boolean =>
  tag === null && !(attribute.kind === 'relation' && attribute.via === 'creator')

interface ResolvedBranch {
  readonly plan: Branch
  readonly isVisible: (node: Row | ComponentNode) => boolean
  readonly matches: (node: Node) => boolean
  readonly choices: (node: Node) => number
  readonly order: (
    nodes: readonly (Row | ComponentNode)[],
    fellows: number,
  ) => readonly (Row | ComponentNode)[]
  readonly place: Place
}
type BranchesOf = ReadonlyMap<string, ResolvedBranch>

/** Resolved when the first node comes by, so that a plan of a thousand levels costs only the levels that are reached. */
function resolveBranches(plan: Populated, graph: Graph, work: Place[]): BranchesOf {
  const resolve = ([uid, branch]: [string, Branch]): [string, ResolvedBranch] => {
    const table = graph.tables.get(uid)
    const test = table === undefined ? undefined : rowTest(branch.rows, table)
    const resolved: ResolvedBranch = {
      plan: branch,
      isVisible: (node) => test === undefined || !('status' in node) || test(node as Row),
      matches: matcher(branch.where, graph),
      choices: choiceCounter(branch.where, graph),
      order: sorter(branch.sort, branch.ties, graph),
      place: place(branch.select, plan.tag, graph, work),
    }
    return [uid, resolved]
  }
  return new Map([...plan.branches].map(resolve))
}

type Found =
  | { readonly linked: readonly (Row | ComponentNode)[]; readonly count: number }
  | { readonly refusal: Refusal }

/** What a node shows of an attribute: linked, visible, matching, in order. */
function linkedBy(
  node: Node,
  plan: Populated,
  branches: BranchesOf,
  follow: Follow,
  page: ReadonlySet<Node>,
): Found {
  if (plan.alwaysEmpty) return { linked: [], count: 0 }
  const visible: (Row | ComponentNode)[] = []
  let joined = 0
  let only: ResolvedBranch | undefined
  for (const linked of follow(node)) {
    const branch = branches.get(linked.uid)
    if (branch === undefined || !branch.isVisible(linked)) continue
    if (branch.plan.refused !== null) return { refusal: branch.plan.refused }
    if (!branch.matches(linked) || (branch.plan.excludesPage && page.has(linked))) continue
    visible.push(linked)
    if (plan.count && branch.plan.countsJoins) joined += branch.choices(linked)
    only = branch
  }
  // A sort only means something where all entries are of one type; zones and morph relations keep their own order.
  const ordered = plan.tag === null && only !== undefined ? only.order(visible, page.size) : visible
  const linked = isMany(plan) ? ordered : firstShown(ordered, only?.plan)
  return { linked, count: only?.plan.countsJoins === true ? joined : linked.length }
}

/** Of several rows of a to-one the first in the order asked for, else the oldest. */
function firstShown<N extends Node>(nodes: readonly N[], branch: Branch | undefined): readonly N[] {
  if (nodes.length < 2) return nodes
  const oldest = firstOf(nodes)
  return branch?.sort.length === 0 && oldest !== undefined ? [oldest] : nodes.slice(0, 1)
}

const isMany = ({ attribute }: Populated): boolean => attribute.kind === 'zone' || attribute.many

function shape(
  nodes: readonly (Row | ComponentNode)[],
  plan: Populated,
  branches: BranchesOf,
  work: Place[],
): Answer {
  const elements = nodes.map((node, at) => element(node, at, branches, work))
  return isMany(plan) ? elements : (elements[0] ?? null)
}

function element(node: Row | ComponentNode, at: number, branches: BranchesOf, work: Place[]): Entry {
  const branch = branches.get(node.uid)
  if (branch === undefined) return {}
  const entry = show(branch.place, node, work)
  if (branch.plan.select.positionAs !== null) entry[branch.plan.select.positionAs] = at + 1
  return entry
}
