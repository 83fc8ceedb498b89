/**
 * Finds the positions of the nodes that match a condition, without a test of every node. The nodes that match a test
 * form one or several spans in the sorted positions of the tested column. The nodes that match a condition on linked
 * nodes are those with a link to a matching node. A condition that no index supports is tested only on the nodes that
 * other indexes find.
 */
import { holdsOfNothing, matcher } from '../../evaluate/conditions.ts'
import type { Meter } from '../../evaluate/meter.ts'
import type { Graph, Node } from '../../graph/graph.ts'
import type { Condition, Test } from '../../plan/plan.ts'
import type { Column } from '../../schema/schema.ts'
import { type Access, accessOf, type Spans } from './access.ts'
import type { Domain, Images, Indexes } from './indexes.ts'
import { union } from './positions.ts'
import type { Span } from './spans.ts'

/** The state of one search for rows that uses indexes. */
export interface Lookup {
  readonly indexes: Indexes
  readonly graph: Graph
  readonly meter: Meter
  /** Returns how an index finds the nodes that pass a test. */
  readonly access: (test: Test) => Access | undefined
  /** The number of indexes that the query may still use. */
  left: number
}

/**
 * The maximum number of indexes that one query uses. Conditions beyond the maximum number of indexes are tested on
 * the nodes that the indexes find.
 */
const MAX_INDEXES = 12

export function newLookup(indexes: Indexes, graph: Graph, meter: Meter): Lookup {
  const known = new Map<Test, Access | undefined>()
  const access = (test: Test): Access | undefined => {
    if (known.has(test)) return known.get(test)
    const found = accessOf(test, indexes.context)
    known.set(test, found)
    return found
  }
  return { indexes, graph, meter, access, left: MAX_INDEXES }
}

/** Returns the positions of the nodes that match a condition, ascending; undefined if no index can find them. */
export function positionsOf(condition: Condition, domain: Domain, lookup: Lookup): Uint32Array | undefined {
  switch (condition.kind) {
    case 'test':
      return ofTest(condition, domain, lookup)
    case 'all':
      return ofAll(condition.of, domain, lookup)
    case 'any':
      return ofAny(condition.of, domain, lookup)
    case 'some':
      return ofLinked(condition, domain, lookup)
    case 'not':
      return undefined
  }
}

function ofTest(test: Test, domain: Domain, lookup: Lookup): Uint32Array | undefined {
  const access = lookup.access(test)
  if (access === undefined || lookup.left-- <= 0) return undefined
  if (access.by === 'image') {
    lookup.meter.spend(domain.nodes.length, 'filters')
    return holdingImages(lookup.indexes.images(domain, access.image), access.holds)
  }
  const { column } = test
  const { spans } = access
  if (spans.length === 0) return new Uint32Array(0)
  return ofTexts(column, spans, domain, lookup) ?? ofSpans(column, spans, domain, lookup)
}

/**
 * Finds nodes by the text index if every span contains exactly one value, a text; otherwise returns undefined. A search
 * for single texts does not need the order of the column.
 */
function ofTexts(column: Column, spans: Spans, domain: Domain, { indexes }: Lookup): Uint32Array | undefined {
  if (spans === 'missing') return undefined
  const texts = new Set<string>()
  for (const span of spans) {
    const text = onlyText(span)
    if (text === undefined) return undefined
    texts.add(text)
  }
  const index = indexes.texts(domain, column)
  return index === null ? undefined : union(Array.from(texts, index.positionsOf), domain.nodes.length)
}

const onlyText = ({ from, to }: Span): string | undefined =>
  from?.isWithin && to?.isWithin && from.value === to.value && typeof from.value === 'string'
    ? from.value
    : undefined

function ofSpans(column: Column, spans: Spans, domain: Domain, { indexes }: Lookup): Uint32Array | undefined {
  const index = indexes.column(domain, column)
  if (index === undefined) return undefined
  return spans === 'missing'
    ? index.missing
    : union(
        spans.map((span) => index.within([span])),
        domain.nodes.length,
      )
}

/** Returns the positions of the images that pass the test `holds`, ascending. */
export function holdingImages(images: Images, holds: (image: string) => boolean): Uint32Array {
  const found = new Uint32Array(images.length)
  let count = 0
  for (let at = 0; at < images.length; at++) {
    const image = images[at] ?? null
    if (image !== null && holds(image)) found[count++] = at
  }
  return found.slice(0, count)
}

/**
 * Finds nodes that match several conditions. The search uses the index of the condition that matches the fewest
 * nodes, and tests the other conditions on these nodes.
 */
function ofAll(members: readonly Condition[], domain: Domain, lookup: Lookup): Uint32Array | undefined {
  const range = rangeIn(members, lookup)
  if (range !== undefined && lookup.left-- > 0) {
    const index = lookup.indexes.column(domain, range.column)
    const positions = index && union([index.within(range.spans)], domain.nodes.length)
    if (positions !== undefined) return narrowedBy(members, range.tests, positions, domain, lookup)
  }
  let fewest: { readonly member: Condition; readonly positions: Uint32Array } | undefined
  const needsImages = (member: Condition): boolean => testsImages(member, lookup)
  // Conditions on images come last, because the search for them passes over all images. The search uses an index of
  // images only if no other index has found nodes.
  for (const member of [...members].sort((a, b) => Number(needsImages(a)) - Number(needsImages(b)))) {
    if (fewest !== undefined && needsImages(member)) break
    const positions = positionsOf(member, domain, lookup)
    if (positions !== undefined && (fewest === undefined || positions.length < fewest.positions.length))
      fewest = { member, positions }
  }
  if (fewest === undefined) return undefined
  const { member: chosen, positions } = fewest
  return narrowedBy(members, new Set([chosen]), positions, domain, lookup)
}

/**
 * Returns the positions of the nodes that match all members of an `all` condition. The nodes at the positions in the
 * argument must already match the members in `settled`.
 */
function narrowedBy(
  members: readonly Condition[],
  settled: ReadonlySet<Condition>,
  positions: Uint32Array,
  domain: Domain,
  lookup: Lookup,
): Uint32Array {
  const of = members.filter((member) => !settled.has(member))
  return of.length === 0 ? positions : narrowed(positions, { kind: 'all', of }, domain, lookup)
}

/**
 * Several tests of one column, each of which has a single span. All tests of the column together form a narrower
 * span.
 */
interface Range {
  readonly column: Test['column']
  readonly spans: readonly Span[]
  readonly tests: ReadonlySet<Condition>
}

/**
 * Returns the range of values of a column that at least two members of a condition test; undefined if no column has
 * two such tests.
 */
function rangeIn(members: readonly Condition[], lookup: Lookup): Range | undefined {
  if (members.length < 2) return undefined
  const tests = members.flatMap(onlyTest).filter((test) => spanOf(test, lookup).length === 1)
  for (const { column } of tests) {
    const own = tests.filter((test) => test.column === column)
    if (own.length < 2) continue
    const inRange = new Set(own)
    const isOf = (member: Condition): boolean => onlyTest(member).some((test) => inRange.has(test))
    return {
      column,
      spans: own.flatMap((test) => spanOf(test, lookup)),
      tests: new Set(members.filter(isOf)),
    }
  }
  return undefined
}

/** Returns the only span of a test as a list; an empty list if the test has several spans or none. */
function spanOf(test: Test, { access }: Lookup): readonly Span[] {
  const found = access(test)
  return found?.by === 'order' && found.spans !== 'missing' && found.spans.length === 1 ? found.spans : []
}

/**
 * Returns the only test of a condition as a list; an empty list if the condition is not a single test or an `all` with
 * one test.
 */
function onlyTest(condition: Condition): readonly Test[] {
  if (condition.kind === 'test') return [condition]
  const [first, ...more] = condition.kind === 'all' ? condition.of : []
  return first?.kind === 'test' && more.length === 0 ? [first] : []
}

function testsImages(condition: Condition, lookup: Lookup): boolean {
  if (condition.kind === 'test') return lookup.access(condition)?.by === 'image'
  return (
    (condition.kind === 'all' || condition.kind === 'any') &&
    condition.of.some((member) => testsImages(member, lookup))
  )
}

/** Tests the node at each position, and returns the positions whose nodes match the condition. */
export const narrowed = (
  positions: Uint32Array,
  residual: Condition,
  { nodes }: Domain,
  { graph, meter }: Lookup,
): Uint32Array => holding(positions, nodes, matcher(residual, graph, meter))

/** Returns the positions of the nodes that pass the test `holds`. */
export const holding = <N extends Node>(
  positions: Uint32Array,
  nodes: readonly N[],
  holds: (node: N) => boolean,
): Uint32Array =>
  positions.filter((at) => {
    const node = nodes[at]
    return node !== undefined && holds(node)
  })

/**
 * Returns the positions of the nodes that match at least one member of an `any` condition. An `any` condition without
 * members excludes no node, so the result is undefined.
 */
function ofAny(members: readonly Condition[], domain: Domain, lookup: Lookup): Uint32Array | undefined {
  if (members.length === 0) return undefined
  const lists: Uint32Array[] = []
  for (const member of members) {
    const positions = positionsOf(member, domain, lookup)
    if (positions === undefined) return undefined
    lists.push(positions)
  }
  return union(lists, domain.nodes.length)
}

function ofLinked(
  { link, of }: Extract<Condition, { kind: 'some' }>,
  domain: Domain,
  lookup: Lookup,
): Uint32Array | undefined {
  // A condition that is true without a linked row also matches nodes without a link. The index of a link cannot find
  // nodes without a link.
  if (lookup.left-- <= 0 || holdsOfNothing(of, lookup.graph, lookup.meter)) return undefined
  const { sourcesOf, ...targets } = lookup.indexes.link(domain, link)
  const matching = positionsOf(of, targets, lookup) ?? scanned(of, targets, lookup)
  lookup.meter.spend(matching.length, 'filters')
  return union(Array.from(matching, sourcesOf), domain.nodes.length)
}

function scanned(condition: Condition, { nodes }: Domain, { graph, meter }: Lookup): Uint32Array {
  const matches = matcher(condition, graph, meter)
  const found: number[] = []
  for (const [at, node] of nodes.entries()) if (matches(node)) found.push(at)
  return Uint32Array.from(found)
}
