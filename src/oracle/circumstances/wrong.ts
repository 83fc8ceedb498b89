/** Finds the circumstances of a wrong answer: those of its request, of the wrong value, and of the wrong entries. */
import { isObject, type Json, member } from '../../util/json.ts'
import { entriesOf } from '../bodies/answer.ts'
import type { Difference } from '../compare/difference.ts'
import { compareTo, type Exchange, type Session, translateAnswer } from '../exchange/session.ts'
import { comparedName, ofComparedValues, ofSortedValues } from './columns.ts'
import type { Circumstances } from './contrast.ts'
import { effectOf, TESTED } from './effects.ts'
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
  return {
    ofRequest: new Set([
      ...circumstancesOf(exchange, graph),
      ...ofEntries(session, exchange),
      ...ofSortedValues(exchange, graph),
    ]),
    ofValue: new Set(at),
    effective: new Set(TESTED.filter((one) => effectOf(one, exchange, session.reference) === 'effective')),
  }
}

const NONE: Circumstances = { ofRequest: new Set(), ofValue: new Set(), effective: new Set() }

/** Describes the superfluous and missing entries of a list by comparing them with the operands of the filters. */
function ofEntries(session: Session, exchange: Exchange): readonly string[] {
  const { request, type, referenced, outcome } = exchange
  const ours = idsIn(referenced.answer.body)
  if (type === undefined || outcome.kind === 'failed' || ours === undefined) return []
  const { graph } = session.reference
  const { pairs } = compareTo(session, exchange, outcome.answer, referenced.answer)
  const theirs = idsIn(translateAnswer(session, exchange, outcome.answer, pairs).body) ?? ours
  const [left, right] = [new Set(ours), new Set(theirs)]
  const wrong = [...theirs.filter((id) => !left.has(id)), ...ours.filter((id) => !right.has(id))]
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

/** Returns the ids of the entries of a list; undefined for another answer. */
const idsIn = (body: Json): readonly number[] | undefined =>
  entriesOf(body)?.flatMap((entry) => {
    const id = isObject(entry) ? member(entry, 'id') : undefined
    return typeof id === 'number' ? [id] : []
  })
