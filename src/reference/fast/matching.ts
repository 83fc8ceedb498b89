/**
 * Conditions → positions, without looking at every node. A test on a column is a span of its permutation, a condition
 * behind a link is the sources of the targets it is true of. What no index tells is the residual condition: it is asked
 * of what the rest leaves.
 */
import { holdsOfNothing, matcher } from '../evaluate/conditions.ts'
import type { Meter } from '../evaluate/meter.ts'
import type { Graph, Node } from '../graph/graph.ts'
import type { Condition, Span, Test } from '../plan/plan.ts'
import type { Column } from '../schema/schema.ts'
import type { Domain, Images, Indexes } from './indexes.ts'
import { union } from './positions.ts'

/** What the conditions of one query are asked with. */
export interface Lookup {
  readonly indexes: Indexes
  readonly graph: Graph
  readonly meter: Meter
  /** How many more indexes the query may have. */
  left: number
}

/** How many indexes one query is answered with: what has more conditions is a scan for the rest of them. */
export const MOST_INDEXES = 12

/** The positions that a condition is true of, ascending; undefined where no index tells. */
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

function ofTest({ column, spans, look }: Test, domain: Domain, lookup: Lookup): Uint32Array | undefined {
  if ((spans ?? look) === undefined || lookup.left-- <= 0) return undefined
  if (look !== undefined) {
    lookup.meter.spend(domain.nodes.length, 'filters')
    return looked(lookup.indexes.images(domain, look.image), look.holds)
  }
  if (spans === undefined) return undefined
  return ofTexts(column, spans, domain, lookup) ?? ofSpans(column, spans, domain, lookup)
}

/** Where only texts themselves are asked for, and not what lies between two. */
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

type Spans = Exclude<Test['spans'], undefined>

/** The positions of nodes of whose image something holds. */
export function looked(images: Images, holds: (image: string) => boolean): Uint32Array {
  const found = new Uint32Array(images.length)
  let count = 0
  for (let at = 0; at < images.length; at++) {
    const image = images[at] ?? null
    if (image !== null && holds(image)) found[count++] = at
  }
  return found.slice(0, count)
}

/** The member that is true of the fewest, and of those what all the others are true of. */
function ofAll(members: readonly Condition[], domain: Domain, lookup: Lookup): Uint32Array | undefined {
  const range = rangeIn(members)
  if (range !== undefined && lookup.left-- > 0) {
    const index = lookup.indexes.column(domain, range.column)
    const positions = index && union([index.within(range.spans)], domain.nodes.length)
    if (positions !== undefined) return narrowedBy(members, range.tests, positions, domain, lookup)
  }
  let fewest: { readonly member: Condition; readonly positions: Uint32Array } | undefined
  // Looking into every text is left for where nothing else has narrowed it down.
  for (const member of [...members].sort((a, b) => Number(looksAtAll(a)) - Number(looksAtAll(b)))) {
    if (fewest !== undefined && looksAtAll(member)) break
    const positions = positionsOf(member, domain, lookup)
    if (positions !== undefined && (fewest === undefined || positions.length < fewest.positions.length))
      fewest = { member, positions }
  }
  if (fewest === undefined) return undefined
  const { member: chosen, positions } = fewest
  return narrowedBy(members, new Set([chosen]), positions, domain, lookup)
}

/** Those of some positions that all members are true of; of `told` they are known to be. */
function narrowedBy(
  members: readonly Condition[],
  told: ReadonlySet<Condition>,
  positions: Uint32Array,
  domain: Domain,
  lookup: Lookup,
): Uint32Array {
  const of = members.filter((member) => !told.has(member))
  return of.length === 0 ? positions : narrowed(positions, { kind: 'all', of }, domain, lookup)
}

/** Several tests of one column, each with one span: together they are a narrower one. */
interface Range {
  readonly column: Test['column']
  readonly spans: readonly Span[]
  readonly tests: ReadonlySet<Condition>
}

/** The range of a column that two tests or more are about. */
function rangeIn(members: readonly Condition[]): Range | undefined {
  const tests = members.flatMap(only).filter((test) => isOneSpan(test.spans))
  for (const { column } of tests) {
    const own = tests.filter((test) => test.column === column)
    if (own.length < 2) continue
    const inRange = new Set(own)
    const isOf = (member: Condition): boolean => only(member).some((test) => inRange.has(test))
    const spans = own.flatMap((test) => (Array.isArray(test.spans) ? test.spans : []))
    return { column, spans, tests: new Set(members.filter(isOf)) }
  }
  return undefined
}

const isOneSpan = (spans: Test['spans']): boolean => Array.isArray(spans) && spans.length === 1

/** The test that a condition is, alone or as the one member of another. */
function only(condition: Condition): readonly Test[] {
  if (condition.kind === 'test') return [condition]
  const [first, ...more] = condition.kind === 'all' ? condition.of : []
  return first?.kind === 'test' && more.length === 0 ? [first] : []
}

function looksAtAll(condition: Condition): boolean {
  if (condition.kind === 'test') return condition.look !== undefined
  return (condition.kind === 'all' || condition.kind === 'any') && condition.of.some(looksAtAll)
}

/** Those of some positions that a residual condition is true of. */
export const narrowed = (
  positions: Uint32Array,
  residual: Condition,
  { nodes }: Domain,
  { graph, meter }: Lookup,
): Uint32Array => holding(positions, nodes, matcher(residual, graph, meter))

/** The positions of the nodes that something holds of. */
export const holding = <N extends Node>(
  positions: Uint32Array,
  nodes: readonly N[],
  holds: (node: N) => boolean,
): Uint32Array =>
  positions.filter((at) => {
    const node = nodes[at]
    return node !== undefined && holds(node)
  })

/** Without a member it is no condition. */
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
  // It would be true of nodes that link to nothing, whom no link leads to.
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
