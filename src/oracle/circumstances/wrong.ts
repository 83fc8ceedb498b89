/** Finds the circumstances of a wrong answer: those of the request, of the wrong value, and of the wrong entries. */
import type { Graph } from '../../reference/graph/graph.ts'
import type { Difference } from '../compare/difference.ts'
import { type Exchange, type Session, translated } from '../exchange/session.ts'
import { comparedName, ofComparedValues, ofSortedValues } from './columns.ts'
import type { Circumstances } from './contrast.ts'
import { effectOf, TESTED } from './effects.ts'
import { entryFactsOf } from './entries.ts'
import { idsIn } from './ids.ts'
import { placedParts } from './placed-parts.ts'
import { circumstancesOf } from './request.ts'
import { circumstancesAt } from './values.ts'

export function circumstancesOfWrong(
  session: Session,
  exchange: Exchange,
  difference: Difference,
): Circumstances {
  const { type, referenced } = exchange
  if (referenced.isOfWriting) return NONE
  const { graph } = session.reference
  const { schema } = graph
  const isInData = type !== undefined && difference.path.startsWith('/data')
  const at = isInData ? circumstancesAt(referenced.answer.body, difference.path, type, schema) : []
  const wrong = wrongIdsOf(session, exchange)
  const entries = entryFactsOf(exchange, wrong, session.reference)
  return {
    ...(entries === undefined ? {} : { entries }),
    ofRequest: new Set([
      ...circumstancesOf(exchange, graph),
      ...ofEntries(exchange, graph, wrong),
      ...ofSortedValues(exchange, graph),
    ]),
    ofValue: new Set(at),
    isOfStatus: difference.path === 'status',
    effective: new Set(TESTED.filter((one) => effectOf(one, exchange, session.reference) === 'effective')),
  }
}

const NONE: Circumstances = {
  ...{ ofRequest: new Set(), ofValue: new Set(), effective: new Set() },
  isOfStatus: false,
}

/** Returns the ids of the superfluous and the missing entries of a list in a wrong answer. */
function wrongIdsOf(session: Session, exchange: Exchange): readonly number[] {
  const { referenced, outcome } = exchange
  const ours = idsIn(referenced.answer.body)
  if (outcome.kind === 'failed' || ours === undefined) return []
  const theirs = idsIn(translated(session, exchange, outcome.answer).body) ?? ours
  const [left, right] = [new Set(ours), new Set(theirs)]
  return [...theirs.filter((id) => !left.has(id)), ...ours.filter((id) => !right.has(id))]
}

/**
 * Returns the circumstances of the superfluous and missing entries of a list, compared with the operands of the
 * filters.
 */
function ofEntries({ request, type }: Exchange, graph: Graph, wrong: readonly number[]): readonly string[] {
  if (type === undefined) return []
  const rows = wrong.flatMap((id) => graph.tables.get(type.uid)?.byId.get(id) ?? [])
  if (rows.length === 0 || rows.length < wrong.length) return []
  return placedParts(request.url, type, graph.schema).flatMap((part) => {
    const name = comparedName(part)
    if (name === undefined) return []
    return ofComparedValues(
      rows.map(({ values }) => values[name] ?? null),
      part,
    )
  })
}
