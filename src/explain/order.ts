/** Which of two entries of a list comes first, and by which rules. */
import { sorter } from '../reference/evaluate/sort.ts'
import type { Row } from '../reference/graph/graph.ts'
import type { SortStep } from '../reference/plan/plan.ts'
import type { RuleId } from '../reference/rules.ts'
import type { Before } from './explanation.ts'
import type { Told } from './told.ts'

/** Of two rows of the type that is asked for, by id; null where one of them is no row of it. */
export function beforeOf(one: number, other: number, told: Told): Before | null {
  const { plan, graph } = told
  const rows = graph.tables.get(plan.type.uid)?.byId
  const [a, b] = [rows?.get(one), rows?.get(other)]
  if (a === undefined || b === undefined) return null
  for (const key of plan.sort) {
    const first = firstBy(key, a, b, told)
    if (first !== null) return { first: first.id, rules: rulesOf(key, a, b) }
  }
  return { first: Math.min(one, other), rules: ['sort.ties'] }
}

/** The row that a key puts first; null where it does not tell them apart. */
function firstBy(key: SortStep, a: Row, b: Row, { graph, meter }: Told): Row | null {
  const sort = sorter<Row>([key], 'stored', graph, meter)
  const [kept, turned] = [sort([a, b])[0], sort([b, a])[0]]
  // Rows that a key does not tell apart stay as they are.
  return kept === turned ? (kept ?? null) : null
}

function rulesOf({ through, read }: SortStep, a: Row, b: Row): readonly RuleId[] {
  if (through.length > 0) return ['sort.through', 'sort.nulls', 'sort.order']
  return read(a) === null || read(b) === null ? ['sort.nulls', 'sort.order'] : ['sort.order']
}
