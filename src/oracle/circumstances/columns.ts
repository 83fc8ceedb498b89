/**
 * Finds the circumstances of the stored values that a filter or a sort reads. For example, an entry has no value, has
 * an empty text, or differs from the operand in one respect.
 */
import type { Graph } from '../../reference/graph/graph.ts'
import { attributesOf } from '../../reference/names/paths.ts'
import { isOperator } from '../../reference/operators/operators.ts'
import type { Json } from '../../util/json.ts'
import type { Exchange } from '../exchange/session.ts'
import { attributeNames } from '../names/mentions.ts'
import { namesOf } from './fields.ts'
import { typesOf } from './filters.ts'
import { idsIn } from './ids.ts'
import { type PlacedPart, placedParts } from './placed-parts.ts'
import { orderingRespects, respectOf } from './texts.ts'

/**
 * The maximum number of rows of a content type in which the check looks for values of a filtered or sorted attribute.
 */
const MAX_ROWS = 500

const known = new WeakMap<Graph, Map<string, readonly Json[]>>()

/** Returns the different values of an attribute in the rows of a content type. */
function valuesIn(graph: Graph, uid: string, name: string): readonly Json[] {
  const columns = known.get(graph) ?? new Map<string, readonly Json[]>()
  known.set(graph, columns)
  const key = `${uid} ${name}`
  const rows = graph.tables.get(uid)?.rows.slice(0, MAX_ROWS) ?? []
  const values = columns.get(key) ?? [...new Set(rows.map((row) => row.values[name] ?? null))]
  columns.set(key, values)
  return values
}

/** Returns the circumstances of the values that the conditions of a request compare. */
export function ofFilteredValues(
  { request, type }: Pick<Exchange, 'request' | 'type'>,
  graph: Graph,
): readonly string[] {
  if (type === undefined) return []
  return placedParts(request.url, type, graph.schema).flatMap((part) => {
    const name = comparedName(part)
    const values = name === undefined ? [] : valuesIn(graph, type.uid, name)
    return values.flatMap((one) => ofComparedValues([one], part))
  })
}

/**
 * Returns the name of the scalar attribute of the requested type that a condition at the root of `filters` compares;
 * undefined for any other query part.
 */
export function comparedName({ level, parameter, path, model }: PlacedPart): string | undefined {
  if (parameter !== 'filters' || level.length > 0) return undefined
  const names = attributeNames(path)
  const [name = ''] = names
  return names.length === 1 && model?.attributes.get(name)?.kind === 'scalar' ? name : undefined
}

/**
 * Returns the circumstances that several values of a filtered attribute have in common, such as the same difference
 * from the operand.
 */
export function ofComparedValues(
  values: readonly Json[],
  { path, value: operand, model }: PlacedPart,
): readonly string[] {
  if (values.every((one) => one === null)) return ['entries without a value of the filtered attribute']
  if (values.every((one) => one === ''))
    return ['entries whose value of the filtered attribute is an empty text']
  const texts = values.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' ? [String(one)] : [],
  )
  const operator = path.findLast(isOperator)
  const respect = texts.length === values.length ? respectOf(texts, operand, operator) : undefined
  if (respect === undefined) return []
  const says = `entries whose value differs from the operand only in ${respect}`
  const attribute = model?.attributes.get(attributeNames(path)[0] ?? '')
  const types = attribute?.kind === 'scalar' ? typesOf(attribute.type).slice(0, 1) : []
  return [says, ...types.map((type) => `${says} for ${type}`)]
}

/** Returns the circumstances of the values by which a request sorts. */
export function ofSortedValues(
  { request, type, referenced }: Pick<Exchange, 'request' | 'type' | 'referenced'>,
  graph: Graph,
): readonly string[] {
  if (type === undefined) return []
  const { schema } = graph
  const ids = idsIn(referenced.answer.body)
  const rows = ids?.flatMap((id) => graph.tables.get(type.uid)?.byId.get(id) ?? [])
  return placedParts(request.url, type, schema).flatMap((part) => {
    const { parameter, model } = part
    if (parameter !== 'sort' || model === undefined) return []
    return namesOf(part).flatMap((name) => {
      const [attribute] = attributesOf([name], model, schema)
      if (attribute?.kind !== 'scalar') return []
      // Reads only the sort of the listed entries, because a list inside an entry may have any rows.
      const values =
        model.uid === type.uid && rows !== undefined
          ? [...new Set(rows.map((row) => row.values[name] ?? null))]
          : valuesIn(graph, model.uid, name)
      const texts = values.filter((one) => typeof one === 'string')
      return [
        ...(values.includes(null) ? ['a sort by an attribute that some entries lack'] : []),
        ...orderingRespects(texts).map((respect) => `a sort by texts whose order depends on ${respect}`),
      ]
    })
  })
}
