/** Finds the sort rules that the order of a list of entries breaks. */
import { sorter } from '../../reference/evaluate/sort.ts'
import type { Row } from '../../reference/graph/graph.ts'
import type { SortStep } from '../../reference/plan/plan.ts'
import type { RuleId } from '../../reference/rules.ts'
import type { ExplainContext } from '../explain-context.ts'

/**
 * Returns the sort rules that two neighbouring entries of a list break, each rule once, most specific first. Returns
 * an empty list if the entries are sorted.
 */
export function disorderOf(ids: readonly number[], explained: ExplainContext): readonly RuleId[] {
  const rows = explained.graph.tables.get(explained.plan.type.uid)?.byId
  const broken = new Set<RuleId>()
  let right = 0
  for (const [at, id] of ids.entries()) {
    const [one, next] = [rows?.get(id), rows?.get(ids[at + 1] ?? -1)]
    if (one === undefined || next === undefined) continue
    const rules = rulesOfTurned(one, next, explained)
    for (const rule of rules) broken.add(rule)
    const [key] = explained.plan.sort
    if (key !== undefined && firstBy(key, one, next, explained) === one) right++
  }
  // If no two neighbouring entries are in order, the sort direction is wrong. If some neighbouring entries are in
  // order, the comparison of values is wrong.
  if (broken.has('sort.order') && ids.length > 2) broken.delete(right === 0 ? 'sort.values' : 'sort.order')
  return ORDER.filter((rule) => broken.has(rule))
}

/** The ids of the sort rules, the most specific rule first. */
const ORDER = ['sort.values', 'sort.order', 'sort.text', 'sort.through', 'sort.nulls', 'sort.ties'] as const

/** Returns the sort rules that put the row `next` before the row `one`; empty if the two rows are in order. */
function rulesOfTurned(one: Row, next: Row, explained: ExplainContext): readonly RuleId[] {
  for (const [at, key] of explained.plan.sort.entries()) {
    const first = firstBy(key, one, next, explained)
    if (first === one) return []
    if (first === next) return at === 0 ? rulesOfKey(key, one, next) : ['sort.text']
  }
  return next.id < one.id ? ['sort.ties'] : []
}

/** Returns the row that a sort key puts first; null if both rows have equal keys. */
function firstBy(key: SortStep, a: Row, b: Row, { graph, meter }: ExplainContext): Row | null {
  const sort = sorter<Row>([key], 'stored', graph, meter)
  const [inOrder, reversed] = [sort([a, b])[0], sort([b, a])[0]]
  // A stable sort keeps the order of rows with equal sort keys, so the two results differ if the keys are equal.
  return inOrder === reversed ? (inOrder ?? null) : null
}

function rulesOfKey({ through, read }: SortStep, a: Row, b: Row): readonly RuleId[] {
  if (through.length > 0) return ['sort.through']
  return read(a) === null || read(b) === null ? ['sort.nulls'] : ['sort.order', 'sort.values']
}
