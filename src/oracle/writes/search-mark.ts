/** Makes created documents searchable: a unique text identifies the document of a write whose answer was lost. */

import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { modelsOf, type WritableAttribute } from '../../writing/index.ts'
import type { SessionStep } from '../suite/session.ts'

/** The unique text by which to search for a document. */
export interface SearchMark {
  readonly type: ContentType
  /** The text attribute that contains the unique text. */
  readonly attribute: string
  readonly text: string
}

/**
 * Texts of at least this length get no mark, in characters. With the mark, they might exceed the limit of the
 * attribute.
 */
const MAX_LENGTH = 150

export interface MarkContext {
  readonly type: ContentType
  readonly graph: Graph
  /** A text that no other write contains. */
  readonly mark: string
}

/** A write for both sides, with the mark appended to a text in its data; null if no text in the data may vary. */
export function withMark(
  ours: SessionStep,
  theirs: SessionStep,
  { type, graph, mark }: MarkContext,
): { readonly ours: SessionStep; readonly theirs: SessionStep; readonly searchMark: SearchMark } | null {
  const attributes = modelsOf(graph).get(type.uid)?.attributes
  const data = dataOf(theirs)
  const found = Object.entries(data ?? {}).find(([name, value]) => {
    const attribute = attributes?.get(name)
    return attribute !== undefined && isPlainText(attribute) && isShort(value)
  })
  if (found === undefined) return null
  const [attribute, value] = found
  const text = `${String(value)} ${mark}`
  return {
    ours: withText(ours, attribute, text),
    theirs: withText(theirs, attribute, text),
    searchMark: { type, attribute, text },
  }
}

function dataOf({ json = null }: SessionStep): JsonObject | undefined {
  const data = isObject(json) ? member(json, 'data') : undefined
  return data !== undefined && isObject(data) ? data : undefined
}

function withText(step: SessionStep, attribute: string, text: string): SessionStep {
  const { json = null } = step
  const data = { ...dataOf(step), [attribute]: text }
  return { ...step, json: { ...(isObject(json) ? json : {}), data } }
}

/** Whether an attribute is a text without constraints that filters may use. */
function isPlainText({
  attribute,
  unique,
  minLength,
  maxLength,
  pattern,
  writable,
}: WritableAttribute): boolean {
  if (attribute.kind !== 'scalar' || attribute.private || !writable || unique) return false
  const isFree = minLength === undefined && maxLength === undefined && pattern === undefined
  return isFree && (attribute.type === 'string' || attribute.type === 'text')
}

const isShort = (value: Json): boolean =>
  typeof value === 'string' && value !== '' && value.length < MAX_LENGTH

/** The query that finds the document among drafts, in every locale. */
export function searchQuery({ type, attribute, text }: SearchMark): string {
  const status = type.draftAndPublish ? ['status=draft'] : []
  const locale = type.localized ? ['locale=*'] : []
  const filter = `filters[${attribute}][$eq]=${encodeURIComponent(text)}`
  return [filter, ...status, ...locale, `fields[0]=${attribute}`].join('&')
}

/** The documentIds of the entries with the text in an answer; undefined for an answer without a list. */
export function documentsIn(body: Json, { attribute, text }: SearchMark): readonly string[] | undefined {
  const data = isObject(body) ? member(body, 'data') : undefined
  if (data === undefined || !isList(data)) return undefined
  const ids = data.flatMap((row) => {
    // Filters the entries again, because a server may ignore the filter.
    const id = isObject(row) && member(row, attribute) === text ? member(row, 'documentId') : undefined
    return typeof id === 'string' ? [id] : []
  })
  return [...new Set(ids)]
}
