/** The circumstances of a wrong answer: those of its request, of the wrong value, and of the wrong entries. */
import { isObject, type Json, member } from '../../util/json.ts'
import { splitTarget } from '../../util/url/target.ts'
import { entriesOf } from '../bodies/answer.ts'
import type { Difference } from '../compare/difference.ts'
import type { Exchange, Session } from '../exchange/session.ts'
import { isListIndex } from '../names/mentions.ts'
import type { Circumstances } from './contrast.ts'
import { placedParts } from './placed-parts.ts'
import { circumstancesOf } from './request.ts'
import { respectOf } from './texts.ts'
import { circumstancesAt } from './values.ts'

export function circumstancesOfWrong(
  session: Session,
  exchange: Exchange,
  difference: Difference,
): Circumstances {
  const { type, referenced } = exchange
  if (referenced.isOfWriting) return NONE
  const { schema } = session.reference.graph
  const isInData = type !== undefined && difference.path.startsWith('/data')
  const at = isInData ? circumstancesAt(referenced.answer.body, difference.path, type, schema) : []
  return {
    ofRequest: new Set([...circumstancesOf(exchange, schema), ...ofEntries(session, exchange)]),
    ofValue: new Set(at),
  }
}

const NONE: Circumstances = { ofRequest: new Set(), ofValue: new Set() }

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
  return parts.flatMap(({ parameter, path, value }) => {
    const names = path.filter((one) => !isListIndex(one) && !one.startsWith('$'))
    const [name = ''] = names
    if (parameter !== 'filters' || names.length !== 1 || type.attributes.get(name)?.kind !== 'scalar')
      return []
    const values = valuesOf(name)
    if (values.every((one) => one === null)) return ['entries without a value of the filtered attribute']
    const texts = values.filter((one) => typeof one === 'string')
    const respect = texts.length === values.length ? respectOf(texts, value) : undefined
    return respect === undefined ? [] : [`entries whose value differs from the operand only in ${respect}`]
  })
}

const idsIn = (body: Json): readonly string[] | undefined =>
  entriesOf(body)?.flatMap((entry) => {
    const id = isObject(entry) ? member(entry, 'id') : undefined
    return typeof id === 'number' ? [String(id)] : []
  })
