/** Finds the level of the query to which each part belongs: the root, a populated attribute, or a type below `on`. */
import type { Attribute, Model, Schema } from '../../reference/schema/schema.ts'
import { targetOf } from '../../reference/schema/target.ts'
import { splitTarget } from '../../util/url/target.ts'
import { isListIndex, partsOf, readPart } from '../names/mentions.ts'

/** A part of a query with the level to which it belongs. */
export interface PlacedPart {
  /** The parameter or option at this level, such as `filters`. */
  readonly parameter: string
  /** The names below the parameter, with list indexes. */
  readonly path: readonly string[]
  readonly value: string
  /** Whether the part has a value at all: `a=` has an equals sign, and `a` has none. */
  readonly hasValue: boolean
  /** The type of the entries at this level; undefined means that the query does not determine the type. */
  readonly model: Model | undefined
  /** The names of the level; empty for the root. */
  readonly level: readonly string[]
  /** The attributes that are populated on the way to this level. */
  readonly populated: readonly Attribute[]
}

/** The deepest level of `populate` that is read. */
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
