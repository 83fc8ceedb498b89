/**
 * Generates bodies of writes that a server must accept: values within the limits of the schema, with all required
 * attributes.
 */
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Attribute, ContentType, Model, ScalarType } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'
import { modelsOf, type WritableAttribute } from '../../src/writing/index.ts'
import { calledOf } from '../arbitraries/dataset.ts'
import type { Roll } from '../arbitraries/dice.ts'
import { numbered, usualValues } from '../arbitraries/usual.ts'
import type { WrittenValues } from './documents.ts'

/** The attribute types whose values the server stores and answers exactly as they were written. */
const AS_SENT: readonly ScalarType[] = [
  'string',
  'text',
  'richtext',
  'email',
  'enumeration',
  'integer',
  'boolean',
]
const DEEPEST = 3

/** Returns the attributes of a type whose written values can be compared with the values in answers. */
export const comparedOf = (graph: Graph, type: ContentType): readonly WritableAttribute[] =>
  writables(graph, type).filter(({ attribute }) => isCompared(attribute))

const isCompared = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar' && !attribute.private && AS_SENT.includes(attribute.type)

const ADDED: readonly string[] = ['createdAt', 'updatedAt', 'publishedAt', 'locale', 'localizations']

const writables = (graph: Graph, model: Model): readonly WritableAttribute[] =>
  [...(modelsOf(graph).get(model.uid)?.attributes.values() ?? [])].filter(
    ({ writable, attribute }) => writable && !ADDED.includes(attribute.name),
  )

/**
 * Returns whether the generator can make bodies for a type. A writable type is a collection type whose uid begins with
 * `api::`, and whose required attributes the generator can fill.
 */
export const isWritable = (graph: Graph, type: ContentType): boolean =>
  type.uid.startsWith('api::') &&
  type.kind === 'collectionType' &&
  comparedOf(graph, type).length > 0 &&
  needsOnlyValues(graph, type, DEEPEST)

function needsOnlyValues(graph: Graph, model: Model, depth: number): boolean {
  return writables(graph, model)
    .filter(({ required }) => required)
    .every(({ attribute }) => {
      if (attribute.kind === 'scalar' || attribute.kind === 'zone') return true
      const part =
        attribute.kind === 'component' ? graph.schema.components.get(attribute.component) : undefined
      return part !== undefined && depth > 0 && needsOnlyValues(graph, part, depth - 1)
    })
}

const isUnique = ({ attribute, unique }: WritableAttribute): boolean =>
  unique || (attribute.kind === 'scalar' && attribute.type === 'uid')

/**
 * Makes the body of a write: a body for a new document or, if `isPart` is true, a body that changes some attributes.
 * The parameter `next` returns a new number for each unique value. A body for a new document contains each unique
 * attribute that has a default, because only one document can have the default value.
 */
export function bodyFor(
  graph: Graph,
  model: Model,
  roll: Roll,
  { isPart, next }: { readonly isPart: boolean; readonly next: () => number },
  depth = DEEPEST,
): WrittenValues {
  const data: Record<string, Json> = {}
  for (const written of writables(graph, model)) {
    const { attribute, required } = written
    const isNeeded = required || (isUnique(written) && (written.default ?? null) !== null)
    const isWanted = (isNeeded && !isPart) || (isCompared(attribute) && roll.chance(50))
    if (!isWanted) continue
    const value = valueFor(graph, model, written, roll, next, depth)
    if (value !== undefined) data[attribute.name] = value
  }
  return data
}

/** The percentage of nulls among the values of attributes that are not required. */
const NULLS = 10

function valueFor(
  graph: Graph,
  model: Model,
  written: WritableAttribute,
  roll: Roll,
  next: () => number,
  depth: number,
): Json | undefined {
  const { attribute, min = 0 } = written
  switch (attribute.kind) {
    case 'scalar': {
      // A null detects a server that ignores null in an update, because a later read then still shows the old value.
      if (!written.required && roll.chance(NULLS)) return null
      const values = usualValues(attribute, { limits: written, model: calledOf(model) })
      const value = values.length === 0 ? undefined : roll.pick(values)
      return value === undefined || !isUnique(written) ? value : numbered(value, next(), written)
    }
    case 'component': {
      const part = graph.schema.components.get(attribute.component)
      if (part === undefined || depth === 0) return undefined
      const one = (): Json => bodyFor(graph, part, roll, { isPart: false, next }, depth - 1)
      return attribute.many ? Array.from({ length: Math.max(min, 1) }, one) : one()
    }
    case 'zone': {
      const part = graph.schema.components.get(attribute.components[0] ?? '')
      if (part === undefined || depth === 0) return []
      return Array.from({ length: min }, () => ({
        __component: part.uid,
        ...bodyFor(graph, part, roll, { isPart: false, next }, depth - 1),
      }))
    }
    default:
      return undefined
  }
}
