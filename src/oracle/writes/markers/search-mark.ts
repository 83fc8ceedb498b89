/**
 * Adds a unique text to each write that creates a document. If the answer to the write is lost, the check finds the
 * document by this text.
 */

import type { Graph } from '../../../reference/graph/graph.ts'
import type { ContentType } from '../../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { modelsOf, type WritableAttribute } from '../../../writing/index.ts'
import { entriesOf } from '../../bodies/answer.ts'
import type { SessionStep } from '../../suite/session.ts'

/** A unique text, with the content type and attribute in which to search for it. */
export interface SearchMark {
  readonly type: ContentType
  /** The name of the text attribute that contains the unique text. */
  readonly attribute: string
  readonly text: string
}

/**
 * The length, in characters, from which a value gets no unique text appended, because the longer value might exceed
 * the limit of its attribute.
 */
const MAX_LENGTH = 150

export interface MarkContext {
  readonly type: ContentType
  readonly graph: Graph
  /** The unique text, which no other session contains. */
  readonly mark: string
}

/**
 * Returns the write for the reference and for the target, with the unique text appended to a text value in the `data`
 * of each. The result is null if the `data` has no text value that may change.
 */
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

/**
 * Returns whether an attribute is a text without constraints, so that a filter may search it and any text may be
 * appended to its value.
 */
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

/** Returns the query string that finds the document with the unique text among drafts, in every locale. */
export function searchQuery({ type, attribute, text }: SearchMark): string {
  const status = type.draftAndPublish ? ['status=draft'] : []
  const locale = type.localized ? ['locale=*'] : []
  const filter = `filters[${attribute}][$eq]=${encodeURIComponent(text)}`
  return [filter, ...status, ...locale, `fields[0]=${attribute}`].join('&')
}

/**
 * Returns the documentIds of the entries in an answer that contain the unique text; undefined for an answer without a
 * list.
 */
export function documentsIn(body: Json, { attribute, text }: SearchMark): readonly string[] | undefined {
  const entries = entriesOf(body)
  if (entries === undefined) return undefined
  const ids = entries.flatMap((row) => {
    // Compares the text of each entry again, because a server may ignore the filter of the search.
    const id = isObject(row) && member(row, attribute) === text ? member(row, 'documentId') : undefined
    return typeof id === 'string' ? [id] : []
  })
  return [...new Set(ids)]
}
