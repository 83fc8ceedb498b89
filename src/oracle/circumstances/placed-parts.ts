/**
 * Finds the level of a query to which each query part belongs: the root, a populated attribute, or a component or type
 * below `on`.
 */
import type { Attribute, Model, Schema } from '../../reference/schema/schema.ts'
import { targetOf } from '../../reference/schema/target.ts'
import { splitTarget } from '../../util/url/target.ts'
import { isListIndex, partsOf, readPart } from '../names/mentions.ts'

/** A part of a query with the level to which it belongs. */
export interface PlacedPart {
  /** The parameter or populate option at this level, such as `filters`. */
  readonly parameter: string
  /** The names in the key of the part below the parameter, with list indexes. */
  readonly path: readonly string[]
  readonly value: string
  /** Whether the part has an equals sign, as in `a=` in contrast to `a`. */
  readonly hasValue: boolean
  /** The model of the entries at this level; undefined if the query does not determine the model. */
  readonly model: Model | undefined
  /** The names in the key of the part that lead to the level; empty for the root of the query. */
  readonly level: readonly string[]
  /** The attributes that are populated on the way to this level. */
  readonly populated: readonly Attribute[]
}

/**
 * The maximum number of `populate` levels that the check follows in a key. A deeper part counts as a part of the last
 * followed level.
 */
const MAX_LEVELS = 12

/** Returns the parts of a request's query, each with the level to which it belongs. */
export const placedParts = (url: string, type: Model | undefined, schema: Schema): readonly PlacedPart[] =>
  partsOf(splitTarget(url).search)
    .filter((part) => part !== '')
    .map((part) => placePart(part, type, schema))

/** Returns one part of a query with the level to which it belongs. */
export function placePart(part: string, type: Model | undefined, schema: Schema): PlacedPart {
  const { segments, value } = readPart(part)
  const populated: Attribute[] = []
  let [parameter = '', ...path] = segments
  let model = type
  let level: readonly string[] = []
  for (let depth = 0; depth < MAX_LEVELS && parameter === 'populate'; depth++) {
    const [name = '', option, ...rest] = path
    if (option === undefined || isListIndex(name)) break
    const attribute = model?.attributes.get(name)
    if (attribute !== undefined) populated.push(attribute)
    const isOn = option === 'on'
    const [kind = '', inner = '', ...deeper] = isOn ? rest : [name, option, ...rest]
    model = isOn
      ? (schema.components.get(kind) ?? schema.contentTypes.get(kind))
      : attribute && targetOf(schema, attribute)
    level = [...level, parameter, name, ...(isOn ? [option, kind] : [])]
    parameter = inner
    path = deeper
  }
  return { parameter, path, value, hasValue: part.includes('='), model, level, populated }
}
