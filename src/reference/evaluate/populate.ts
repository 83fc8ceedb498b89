/**
 * Turns rows into entries of the answer, level by level and without recursion. Each level of the plan renders each
 * row once, and all entries that link to the row share the rendered entry. The number of rendered rows is at most the
 * number of levels times the number of rows, regardless of the length of the written answer.
 */
import type { Json } from '../../util/json.ts'
import type { ComponentNode, Graph, Node, Row } from '../graph/graph.ts'
import { type Branch, EVERY_ROW, type LateFault, type Populated, type Selection } from '../plan/plan.ts'
import { isWithheld } from '../schema/target.ts'
import * as real from '../strapi/evaluate.ts'
import { choiceCounter, matcher } from './conditions.ts'
import { followStep, hiddenTest, isMany, rowTest } from './follow.ts'
import { type LinkBranch, levelOf, linkedBy } from './linked.ts'
import type { Meter } from './meter.ts'
import { openBranches } from './open.ts'
import { sorter } from './sort.ts'

/**
 * An entry, file or component of an answer. Several positions in the answer may share an entry. Therefore, code must
 * never change a rendered entry.
 */
export interface Entry {
  readonly [key: string]: EntryValue
}
export type EntryValue = Json | Entry | readonly Entry[]

/**
 * A layer: the rows that the answer shows with the same selection. A layer contains all rows of a populate level, or
 * the rows of one type.
 */
interface Layer {
  readonly selection: Selection
  readonly shown: Map<Node, ShownNode>
  readonly fill: (node: Node, entry: MutableEntry) => void
  readonly level: LevelOf[]
  /**
   * Linked rows that the database reads but the answer does not show: all rows of a to-one attribute except the shown
   * row.
   */
  readonly passed: Set<Node>
  /**
   * The name of the member that names the type of an entry, `__component` or `__type`; null for no such member. The
   * member with this name is the last member of each entry.
   */
  readonly tag: Populated['tag']
  waiting: Node[]
}
type MutableEntry = Record<string, EntryValue>
interface ShownNode {
  readonly entry: MutableEntry
  /** A lower bound for the number of times that the answer contains the entry. */
  times: number
}
/**
 * Adds the populated entries of one attribute to the entry of every node. Returns the part of the query at which the
 * real server fails; null if the real server does not fail.
 */
type LevelOf = (nodes: readonly Node[]) => LateFault | null

export type Shown = { readonly kind: 'shown'; readonly entries: readonly Entry[] } | Stopped

/** The reason why rendering stopped before the answer was complete. */
export type Stopped =
  /** The part of the query at which the real server fails while it reads rows. */
  | { readonly kind: 'failed'; readonly at: LateFault }
  /** The written answer would have more members than the limit allows. */
  | { readonly kind: 'too-large' }

/** The limits for rendering rows. */
export interface Allowance {
  readonly meter: Meter
  readonly maxMembers: number
}

/** The state of rendering one answer. */
interface RenderTask {
  readonly graph: Graph
  readonly meter: Meter
  /** The layers whose entries are still empty, because their members are not filled in yet. */
  readonly waiting: Layer[]
  /** The layers of each selection. Several paths of the query may lead to the same selection. */
  readonly layers: Map<Selection, Layer[]>
}

/** Renders the rows of a page as entries. */
export function showRows(
  rows: readonly Row[],
  selection: Selection,
  graph: Graph,
  { meter, maxMembers }: Allowance,
): Shown {
  const work: RenderTask = { graph, meter, waiting: [], layers: new Map() }
  const root = layerOf(selection, null, work)
  const entries = rows.map((row) => show(root, row, 1, work))
  let members = 0
  // The queue of layers is first in, first out. Therefore, all nodes that the layers of one level add to a layer are
  // filled together.
  for (let next = work.waiting.shift(); next !== undefined; next = work.waiting.shift()) {
    const nodes = next.waiting
    next.waiting = []
    for (const node of nodes) {
      const shown = next.shown.get(node)
      if (shown === undefined) continue
      next.fill(node, shown.entry)
      members += shown.times * (next.selection.scalars.length + 1)
    }
    // Checks the number of members at each level, so that rendering stops early if the answer doubles with every
    // level.
    if (members > maxMembers) return { kind: 'too-large' }
    meter.spend(nodes.length * (next.selection.scalars.length + 1), 'populate')
    for (const populate of next.level) {
      const at = populate(nodes)
      if (at !== null) return { kind: 'failed', at }
    }
    tagEntries(next, nodes)
  }
  return { kind: 'shown', entries }
}

function tagEntries({ tag, shown }: Layer, nodes: readonly Node[]): void {
  if (tag === null) return
  for (const node of nodes) {
    const entry = shown.get(node)?.entry
    if (entry !== undefined) entry[tag] = node.uid
  }
}

/** Returns the rendered entry of a node in a layer. The entry of a node is empty until its layer is filled. */
function show(at: Layer, node: Node, times: number, work: RenderTask): MutableEntry {
  const known = at.shown.get(node)
  if (known !== undefined) {
    known.times += times
    return known.entry
  }
  const entry: MutableEntry = {}
  at.shown.set(node, { entry, times })
  if (at.waiting.length === 0) work.waiting.push(at)
  at.waiting.push(node)
  return entry
}

function layerOf(selection: Selection, tag: Populated['tag'], work: RenderTask): Layer {
  const known = work.layers.get(selection) ?? []
  const before = known.find((layer) => layer.tag === tag)
  if (before !== undefined) return before
  const made = newLayer(selection, tag, work)
  work.layers.set(selection, [...known, made])
  return made
}

function newLayer(selection: Selection, tag: Populated['tag'], work: RenderTask): Layer {
  const { scalars, populate, asRead, fails, columns, planning = 0 } = selection
  work.meter.spend(planning * populate.length, 'populate')
  const rewrites = real.rewritesOf(selection)
  const fillNamed = columns === undefined ? undefined : columnFiller(columns)
  const fill = (node: Node, entry: MutableEntry): void => {
    if (fillNamed === undefined) {
      entry.id = node.id
      if (asRead !== 'bare' && 'documentId' in node && typeof node.documentId === 'string')
        entry.documentId = node.documentId
      for (const name of scalars) entry[name] = node.values[name] ?? null
    } else fillNamed(node, entry)
    for (const { name, rewrite } of rewrites) entry[name] = rewrite(node.values[name] ?? null)
  }
  const level: LevelOf[] = fails === undefined ? [] : [() => fails]
  const here: Layer = { selection, shown: new Map(), fill, level, passed: new Set(), tag, waiting: [] }
  for (const item of populate)
    if (columns !== undefined || !isWithheld(selection.model, item.attribute))
      level.push(populated(item, here, work))
  return here
}

/** Fills an entry with the columns that project code selects, in the order in which the code names them. */
const columnFiller =
  (columns: readonly string[]) =>
  (node: Node, entry: MutableEntry): void => {
    for (const name of columns) {
      if (name === 'id') entry.id = node.id
      else if (name !== 'documentId') entry[name] = node.values[name] ?? null
      else if ('documentId' in node && typeof node.documentId === 'string') entry.documentId = node.documentId
    }
  }

/** Makes the function that fills one populated attribute of every node in a layer. */
function populated(plan: Populated, owner: Layer, work: RenderTask): LevelOf {
  const { graph } = work
  let branches: BranchesOf | undefined
  const follow = followStep(real.stepToLinks(plan, EVERY_ROW), graph)
  const isHidden = hiddenTest(plan, graph)
  return (nodes) => {
    branches ??= resolveBranches(plan, work)
    const page = new Set([...nodes, ...owner.passed])
    const level = levelOf({ plan, branches, follow, page, siblings: nodes.length, meter: work.meter }, nodes)
    if (isAlwaysRead(plan)) for (const { failure } of branches.values()) if (failure !== null) return failure
    for (const node of nodes) {
      const shown = owner.shown.get(node)
      if (shown === undefined) continue
      const { entry, times } = shown
      if (isHidden(node, branches)) continue
      const found = linkedBy(node, level)
      if ('failed' in found) return found.failed
      for (const one of found.passed) branches.get(one.uid)?.layer.passed.add(one)
      const fault = real.faultOfUnset(node, plan, found.linked.length, follow)
      if (fault !== null) return fault
      if (real.isAbsent(plan, found.linked.length)) continue
      entry[plan.attribute.name] = plan.count
        ? { count: found.count }
        : shape(found.linked, plan, branches, times, work)
    }
    return null
  }
}

/**
 * Returns whether the database reads an attribute even for an entry without links. For an entry without links, the
 * database does not read zones, morph relations and creators.
 */
const isAlwaysRead = ({ tag, attribute }: Populated): boolean =>
  tag === null && !(attribute.kind === 'relation' && attribute.via === 'creator')

interface ResolvedBranch extends LinkBranch {
  readonly layer: Layer
  /** The name of the member that shows the position of an entry; null if the answer does not show the position. */
  readonly position: string | null
}
type BranchesOf = ReadonlyMap<string, ResolvedBranch>

/**
 * Prepares the branches of a populated attribute. The caller waits with the call until the first node appears.
 * Therefore, the time for a plan with a thousand levels depends only on the levels that the data reaches.
 */
function resolveBranches(plan: Populated, work: RenderTask): BranchesOf {
  const { graph } = work
  const tag = real.tagOf(plan)
  const resolve = ([uid, branch]: [string, Branch]): [string, ResolvedBranch] => {
    const table = graph.tables.get(uid)
    const test = table === undefined ? undefined : rowTest(branch.rows, table)
    const resolved: ResolvedBranch = {
      plan: branch,
      isVisible: (node) => test === undefined || !('status' in node) || test(node as Row),
      matches: matcher(branch.where, graph, work.meter),
      failure: real.failureOf(branch),
      isExcluded: real.exclusionOf(branch),
      choices: real.choicesOf(plan, branch, () => choiceCounter(branch.where, graph, work.meter)),
      order: sorter(branch.sort, branch.ties, graph, work.meter),
      layer: layerOf(branch.select, tag, work),
      position: real.positionIn(branch.select),
    }
    return [uid, resolved]
  }
  return openBranches(plan, resolve)
}

function shape(
  nodes: readonly (Row | ComponentNode)[],
  plan: Populated,
  branches: BranchesOf,
  times: number,
  work: RenderTask,
): EntryValue {
  const elements = nodes.map((node, at) => element(node, at, branches, times, work))
  if (!isMany(plan)) return elements[0] ?? null
  return real.isNull(plan, elements.length) ? null : elements
}

function element(
  node: Row | ComponentNode,
  at: number,
  branches: BranchesOf,
  times: number,
  work: RenderTask,
): Entry {
  const branch = branches.get(node.uid)
  if (branch === undefined) return {}
  const entry = show(branch.layer, node, times, work)
  if (branch.position !== null) entry[branch.position] = at + 1
  return entry
}
