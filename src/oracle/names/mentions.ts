/**
 * Finds the parts of a query that contain ids of entries, or values that depend on ids. A part of a query with an id
 * has a different effect on a server with different ids.
 */

import { IMPLICIT, isLogicalOperator, isOperator } from '../../reference/operators/operators.ts'
import { PARAMETER_LIMIT } from '../../reference/parse/url.ts'
import type { ContentType, Model, Schema } from '../../reference/schema/schema.ts'
import { targetOf } from '../../reference/schema/target.ts'
import { cachedIn, LruBudget } from '../../util/cache/lru.ts'
import { asDecoded } from '../../util/url/percent.ts'
import { DOCUMENT_ID_SPACE, idSpace, valueSpace } from '../compare/meaning.ts'
import type { Space } from '../compare/renaming.ts'

/** A mention of an id, or of a value that depends on ids, in one part (`key=value`) of a query. */
export interface Mention {
  /** The index of the part in the query, counted from 0. */
  readonly part: number
  readonly what: Mentioned
}

export type Mentioned =
  /** An operand that a filter compares with the ids or documentIds of entries. */
  | { readonly kind: 'name'; readonly space: Space; readonly operator: string; readonly value: string }
  /** A filter by instants, or by values that identify uploads. */
  | { readonly kind: 'value'; readonly space: Space; readonly operator: string }
  /** A sort by documentIds, by instants, or by values that identify uploads. */
  | { readonly kind: 'order'; readonly by: Space }
  /** A search text (`_q`), which the server compares with ids too. */
  | { readonly kind: 'search'; readonly text: string }

/**
 * Finds all ids and all values that depend on ids in a query, part by part. The parameter `type` is the requested
 * content type.
 */
export function mentionsIn(search: string, type: ContentType, schema: Schema): readonly Mention[] {
  return partsOf(search).flatMap((text, part) => {
    const { segments, value } = readPart(text)
    return mentionsInPart(segments, value, type, schema).map((what) => ({ part, what }))
  })
}

/** Returns the parts of a query, still percent-encoded, up to the maximum number of parts that a server reads. */
export const partsOf = (search: string): readonly string[] => search.split('&').slice(0, PARAMETER_LIMIT)

/** Returns the names of attributes among the segments of a key, without list indexes and operators. */
export const attributeNames = (segments: readonly string[]): readonly string[] =>
  segments.filter((segment) => !isListIndex(segment) && !segment.startsWith('$'))

/**
 * Returns the index at which the value begins within a part of a query; the length of the part if the part has no
 * value.
 */
export function valueStart(part: string): number {
  const bracket = part.indexOf(']=')
  const at = bracket < 0 ? part.indexOf('=') : bracket + 1
  return at < 0 ? part.length : at + 1
}

/**
 * Returns whether a name in the key of a query part is at the place of a parameter, such as `sort`, or of an option in
 * `populate`.
 */
export const isOptionPlace = ([root]: readonly string[], at: number): boolean =>
  at === 0 || (at > 1 && root === 'populate')

interface QueryPart {
  readonly segments: readonly string[]
  readonly value: string
}

/** The maximum size of the cached parts, in bytes. All misreadings of a request read the same parts. */
const CACHED_BYTES = 1_000_000
/** The approximate number of bytes of a read part for each character of the part. */
const BYTES_OF_CHARACTER = 4
const cached = new LruBudget(CACHED_BYTES).partition<QueryPart>()

/** Returns the decoded names in the key of a query's part, and the decoded value of the part. */
export const readPart = (part: string): QueryPart =>
  cachedIn(cached, part, () => ({ value: uncachedPart(part), bytes: part.length * BYTES_OF_CHARACTER }))

function uncachedPart(part: string): QueryPart {
  const start = valueStart(part)
  const key = decoded(part.slice(0, start).replace(/=$/, ''))
  const root = key.replace(/\[.*$/s, '')
  const inner = [...key.slice(root.length).matchAll(/\[([^[\]]*)\]/g)].map(([, segment = '']) => segment)
  return { segments: [root, ...inner], value: decoded(part.slice(start)) }
}

/** Decodes percent-encoding, and replaces each plus by a space. */
const decoded = (text: string): string => asDecoded(text.replaceAll('+', ' '))

function mentionsInPart(
  [parameter, ...path]: readonly string[],
  value: string,
  model: Model,
  schema: Schema,
): readonly Mentioned[] {
  switch (parameter) {
    case 'filters':
      return inFilter(path, value, model, schema)
    case 'sort':
      return inSort(path, value, model, schema)
    case 'populate':
      return inPopulate(path, value, model, schema)
    case '_q':
      return [{ kind: 'search', text: value }]
    default:
      return []
  }
}

export const isListIndex = (segment: string): boolean => /^\d*$/.test(segment)

function inFilter(
  path: readonly string[],
  value: string,
  model: Model,
  schema: Schema,
  isThrough = false,
): readonly Mentioned[] {
  const [segment, ...rest] = path
  // The server compares an operand directly below a relation with row ids.
  if (segment === undefined)
    return isThrough ? [{ kind: 'name', space: idSpace(model), operator: IMPLICIT.value, value }] : []
  if (isListIndex(segment) || isLogicalOperator(segment))
    return inFilter(rest, value, model, schema, isThrough)
  const operator = [segment, ...rest].findLast(isOperator) ?? IMPLICIT.value
  if (isOperator(segment)) {
    return isThrough ? [{ kind: 'name', space: idSpace(model), operator: segment, value }] : []
  }
  if (segment === 'id') return [{ kind: 'name', space: idSpace(model), operator, value }]
  if (segment === 'documentId') return [{ kind: 'name', space: DOCUMENT_ID_SPACE, operator, value }]
  const space = valueSpace(model, segment)
  if (space !== undefined) return [{ kind: 'value', space, operator }]
  const linking = model.attributes.get(segment)
  const next = linking && targetOf(schema, linking)
  return next === undefined ? [] : inFilter(rest, value, next, schema, true)
}

function inSort(path: readonly string[], value: string, model: Model, schema: Schema): readonly Mentioned[] {
  const names = path.filter((segment) => !isListIndex(segment))
  const keys = names.length > 0 ? [names] : value.split(',').map(pathOfKey)
  return keys.flatMap((key) => orderOf(key, model, schema))
}

const pathOfKey = (key: string): readonly string[] => (key.trim().split(':')[0] ?? '').split('.')

function orderOf([name, ...rest]: readonly string[], model: Model, schema: Schema): readonly Mentioned[] {
  if (name === undefined) return []
  const space = name === 'documentId' ? DOCUMENT_ID_SPACE : valueSpace(model, name)
  if (space !== undefined) return [{ kind: 'order', by: space }]
  const linking = model.attributes.get(name)
  const next = linking && targetOf(schema, linking)
  return next === undefined ? [] : orderOf(rest, next, schema)
}

/**
 * Finds the mentions of ids in a part of `populate`. The names directly in `populate` are attributes, and below such a
 * name, `filters` and `sort` may be nested.
 */
function inPopulate(
  path: readonly string[],
  value: string,
  model: Model,
  schema: Schema,
): readonly Mentioned[] {
  const [name, option, ...rest] = path
  if (name === undefined || option === undefined) return []
  const attribute = model.attributes.get(name)
  if (option === 'on') {
    const [kind = '', inner, ...deeper] = rest
    const next = schema.components.get(kind) ?? schema.contentTypes.get(kind)
    return next === undefined ? [] : mentionsInPart([inner ?? '', ...deeper], value, next, schema)
  }
  const next = attribute && targetOf(schema, attribute)
  return next === undefined || option === '_q' ? [] : mentionsInPart([option, ...rest], value, next, schema)
}
