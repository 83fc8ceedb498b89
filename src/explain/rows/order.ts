/** Which entries of a list stand the wrong way round, and by which rules. */
import { sorter } from '../../reference/evaluate/sort.ts'
import type { Row } from '../../reference/graph/graph.ts'
import type { SortStep } from '../../reference/plan/plan.ts'
import type { RuleId } from '../../reference/rules.ts'
import type { ExplainContext } from '../told.ts'

/**
 * For a list of ids of the type that is asked for: the rules by which neighbours in it should stand the other way round,
 * each once, those of values before those of what has none. None where the list is in order.
 */
export function disorderOf(ids: readonly number[], told: ExplainContext): readonly RuleId[] {
  const rows = told.graph.tables.get(told.plan.type.uid)?.byId
  const broken = new Set<RuleId>()
  for (const [at, id] of ids.entries()) {
    const [one, next] = [rows?.get(id), rows?.get(ids[at + 1] ?? -1)]
    if (one === undefined || next === undefined) continue
    for (const rule of rulesOfTurned(one, next, told)) broken.add(rule)
  }
  return ORDER.filter((rule) => broken.has(rule))
}

/** What says most about a list first. */
const ORDER = ['sort.order', 'sort.text', 'sort.through', 'sort.nulls', 'sort.ties'] as const

/** The rules by which the second row comes before the first; none where it does not. */
function rulesOfTurned(one: Row, next: Row, told: ExplainContext): readonly RuleId[] {
  for (const [at, key] of told.plan.sort.entries()) {
    const first = firstBy(key, one, next, told)
    if (first === one) return []
    if (first === next) return at === 0 ? rulesOfKey(key, one, next) : ['sort.text']
  }
  return next.id < one.id ? ['sort.ties'] : []
}

/** The row that a key puts first; null where it does not tell them apart. */
function firstBy(key: SortStep, a: Row, b: Row, { graph, meter }: ExplainContext): Row | null {
  const sort = sorter<Row>([key], 'stored', graph, meter)
  const [kept, turned] = [sort([a, b])[0], sort([b, a])[0]]
  // Rows that a key does not tell apart stay as they are.
  return kept === turned ? (kept ?? null) : null
}

function rulesOfKey({ through, read }: SortStep, a: Row, b: Row): readonly RuleId[] {
  if (through.length > 0) return ['sort.through']
  return read(a) === null || read(b) === null ? ['sort.nulls'] : ['sort.order']
}
