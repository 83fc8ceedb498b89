/** The circumstances of a wrong answer: those of its request, of the wrong value, and of the wrong entries. */
import { isObject, type Json, member } from '../../util/json.ts'
import { splitTarget } from '../../util/url/target.ts'
import { entriesOf } from '../bodies/answer.ts'
import type { Difference } from '../compare/difference.ts'
import type { Exchange, Session } from '../exchange/session.ts'
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
      ...circumstancesOf(exchange, schema),
      ...ofEntries(session, exchange),
      ...ofSortedValues(exchange, graph),
    ]),
    ofValue: new Set(at),
    effective: new Set(TESTED.filter((one) => effectOf(one, exchange, session.reference) === 'effective')),
  }
}

const NONE: Circumstances = { ofRequest: new Set(), ofValue: new Set(), effective: new Set() }

/** The maximum number of wrong entries whose values are read. */
const MAX_ENTRIES = 5

/** Describes the superfluous and missing entries of a list by comparing them with the operands of the filters. */
function ofEntries(
  { reference }: Session,
  { request, type, referenced, outcome }: Exchange,
): readonly string[] {
  if (type === undefined || outcome.kind === 'failed') return []
  const [ours, theirs] = [idsIn(referenced.answer.body), idsIn(outcome.answer.body)]
  if (ours === undefined || theirs === undefined) return []
  const wrong = [...theirs.filter((id) => !ours.includes(id)), ...ours.filter((id) => !theirs.includes(id))]
  if (wrong.length === 0 || wrong.length > MAX_ENTRIES) return []
  const parts = placedParts(request.url, type, reference.graph.schema).filter(
    ({ level }) => level.length === 0,
  )
  const kept = parts.flatMap(({ parameter, value }) =>
    parameter === 'status' || parameter === 'locale' ? [`${parameter}=${encodeURIComponent(value)}`] : [],
  )
  const valuesOf = (name: string): readonly Json[] =>
    wrong.map((id) => {
      const query = [...kept, `filters[id][$eq]=${id}`, `fields[0]=${name}`].join('&')
      const { body } = reference.ask({ ...request, url: `${splitTarget(request.url).path}?${query}` }).answer
      return entriesOf(body)?.map((entry) => (isObject(entry) ? member(entry, name) : undefined))[0] ?? null
    })
  return parts.flatMap((part) => {
    const name = comparedName(part)
    return name === undefined ? [] : ofComparedValues(valuesOf(name), part.value)
  })
}

const idsIn = (body: Json): readonly string[] | undefined =>
  entriesOf(body)?.flatMap((entry) => {
    const id = isObject(entry) ? member(entry, 'id') : undefined
    return typeof id === 'number' ? [String(id)] : []
  })
