/** Replaces the ids of the reference in requests by the ids of the target. */

import type { Graph } from '../../reference/graph/graph.ts'
import { comparisonOf, isFlagOperator } from '../../reference/operators/operators.ts'
import { MAX_TARGET_BYTES } from '../../reference/request.ts'
import type { Routed } from '../../reference/route.ts'
import type { ContentType, Schema } from '../../reference/schema/schema.ts'
import type { Equality } from '../compare/equality.ts'
import { DOCUMENT_ID_SPACE, INSTANT_SPACE, idSpace } from '../compare/meaning.ts'
import { keepsOrder, type Name, type Space } from '../compare/renaming.ts'
import type { WireRequest } from '../target/target.ts'
import { type Mentioned, mentionsIn, partsOf, valueStart } from './mentions.ts'

/** A request to send to the target, or the reason why its answer could not be compared. */
export type Translated =
  | { readonly kind: 'send'; readonly request: WireRequest }
  | { readonly kind: 'skip'; readonly why: string }

const skip = (why: string): Translated => ({ kind: 'skip', why })

/**
 * The distance from the length limit, in bytes, within which the check skips requests, because HTTP servers limit
 * request line and headers together.
 */
const MARGIN_BYTES = 1024

/** Replaces the ids of the reference in a request by the ids of the target. */
export function translateRequest(
  request: WireRequest,
  route: Routed,
  graph: Graph,
  equality: Equality,
): Translated {
  const { length } = request.url
  if (length > MAX_TARGET_BYTES - MARGIN_BYTES && length <= MAX_TARGET_BYTES)
    return skip('the request is nearly as long as the longest request that servers accept')
  if (route.kind !== 'read') return { kind: 'send', request }
  const { type, search, target } = route
  const changes = new Map<number, Name>()
  for (const { part, what } of mentionsIn(search, type, graph.schema)) {
    const change = changeOf(what, type, graph, equality)
    if (change.kind === 'skip') return skip(change.why)
    if (change.kind === 'rename') changes.set(part, change.to)
  }
  const path = request.url.slice(0, request.url.length - search.length).replace(/\?$/, '')
  const documentPath =
    target.kind === 'document' ? renamedPath(path, target.documentId, graph, equality) : path
  if (documentPath === undefined) return skip('the requested entries have unknown ids in the target')
  const query = partsOf(search).map((text, part) => renamedPart(text, changes.get(part)))
  const mark = request.url.length > path.length ? '?' : ''
  const untouched = changes.size === 0 && documentPath === path
  if (untouched) return { kind: 'send', request }
  const url = `${documentPath}${mark}${query.join('&')}`
  if (url.length > MAX_TARGET_BYTES - MARGIN_BYTES)
    return skip('the request is too long with the ids of the target')
  return { kind: 'send', request: { ...request, url } }
}

/**
 * Returns whether the answer to a read depends on ids. The answer to a read of one document depends on ids, and so does
 * an answer to a query with ids.
 */
export const mentionsNames = (route: Routed, schema: Schema): boolean =>
  route.kind === 'read' &&
  (route.target.kind === 'document' || mentionsIn(route.search, route.type, schema).length > 0)

const renamedPart = (text: string, name: Name | undefined): string =>
  name === undefined ? text : `${text.slice(0, valueStart(text))}${written(name)}`

/**
 * Percent-encodes an id or other name for a URL. An unpaired surrogate has no encoding, so the replacement character
 * stands for it.
 */
const written = (name: Name): string => encodeURIComponent(Buffer.from(String(name)).toString())

function renamedPath(
  path: string,
  documentId: string,
  graph: Graph,
  { ids, renaming }: Equality,
): string | undefined {
  if (ids === 'exact') return path
  const name = renaming.toTarget(DOCUMENT_ID_SPACE, documentId)
  if (name === undefined) return isNameOf(DOCUMENT_ID_SPACE, documentId, graph) ? undefined : path
  if (name === documentId) return path
  const end = path.endsWith('/') ? '/' : ''
  const at = path.lastIndexOf('/', path.length - 1 - end.length)
  const isEncoded = path.slice(at + 1, path.length - end.length) !== written(documentId)
  return `${path.slice(0, at + 1)}${isEncoded ? encodedLast(String(name)) : written(name)}${end}`
}

/** Percent-encodes an id for a URL, and also its last character, which needs no encoding. */
function encodedLast(name: string): string {
  const last = name.charCodeAt(name.length - 1)
  return last > MAX_ASCII || name === ''
    ? written(name)
    : `${written(name.slice(0, -1))}%${last.toString(16)}`
}

const MAX_ASCII = 0x7e

type Rewrite =
  | { readonly kind: 'keep' }
  | { readonly kind: 'rename'; readonly to: Name }
  | { readonly kind: 'skip'; readonly why: string }

const KEEP: Rewrite = { kind: 'keep' }
const noChange = (why: string): Rewrite => ({ kind: 'skip', why })

function changeOf(what: Mentioned, type: ContentType, graph: Graph, equality: Equality): Rewrite {
  const { ids, times, renaming } = equality
  const isSame = (space: Space): boolean =>
    (space === INSTANT_SPACE ? times : ids) === 'exact' || renaming.isSame(space)
  switch (what.kind) {
    case 'name':
      return ids === 'exact' || isFlagOperator(what.operator) ? KEEP : renameOf(what, graph, equality)
    case 'value':
      if (isSame(what.space) || isFlagOperator(what.operator)) return KEEP
      return noChange(`the request filters by ${what.space === INSTANT_SPACE ? 'instants' : 'uploads'}`)
    case 'order':
      if (isSame(what.by)) return KEEP
      return noChange(
        `the request sorts by ${what.by === INSTANT_SPACE ? 'instants' : 'documentIds or uploads'}`,
      )
    case 'search': {
      const areSame = isSame(DOCUMENT_ID_SPACE) && isSame(idSpace(type))
      return areSame || !mayBeName(what.text, type, graph)
        ? KEEP
        : noChange('the search text of the request may match an id')
    }
  }
}

function renameOf(
  { space, operator, value }: Extract<Mentioned, { kind: 'name' }>,
  graph: Graph,
  { renaming, ids }: Equality,
): Rewrite {
  if (ids === 'ignore') return noChange('the request filters or sorts by ids')
  if (renaming.isSame(space)) return KEEP
  const isDocument = space === DOCUMENT_ID_SPACE
  const isNumber = /^\d+$/.test(value)
  const compares = comparisonOf(operator)
  if (!isDocument && !isNumber && compares === 'identity') {
    // An operand such as `2.0` is an unusual notation of an id. An operand that is not a number matches no id, so the
    // answer then does not depend on ids.
    const isWritten = value.trim() !== '' && Number.isFinite(Number(value))
    return isWritten ? noChange('the request contains an id in an unusual notation') : KEEP
  }
  const known = renaming.toTarget(space, isDocument ? value : Number(value))
  if (compares === 'identity') {
    if (known !== undefined) return { kind: 'rename', to: known }
    const isTaken = renaming.toReference(space, isDocument ? value : Number(value)) !== undefined
    return isTaken || isNameOf(space, value, graph)
      ? noChange('the requested entries have unknown ids in the target')
      : KEEP
  }
  const isOrdered = compares === 'order' && !isDocument && known !== undefined && keepsOrder(renaming, space)
  return isOrdered ? { kind: 'rename', to: known } : noChange('the request compares ids by size or as texts')
}

/**
 * Returns whether the reference has an entry with this id or documentId. The result is always true for the id of a
 * component.
 */
export function isNameOf(space: Space, value: string, { tables, schema }: Graph): boolean {
  if (space === DOCUMENT_ID_SPACE) return [...tables.values()].some(({ byDocument }) => byDocument.has(value))
  const uid = space.slice('id:'.length)
  return schema.components.has(uid) || tables.get(uid)?.byId.has(Number(value)) === true
}

/**
 * Returns whether a search text may match an id or documentId on the reference or on the target. Such a text is empty,
 * a number, up to three letters, digits or underscores, or a part of an id or documentId of the reference. The result
 * is false if the type has no entries.
 */
function mayBeName(text: string, type: ContentType, { tables }: Graph): boolean {
  // Folds the letter case of the search text as the server's search does: `ß` becomes `ss`.
  const folded = text.toUpperCase().toLowerCase()
  const rows = tables.get(type.uid)?.rows ?? []
  // If the type has no entries, no search finds anything.
  if (rows.length === 0) return false
  if (/^\d*$/.test(folded) || (folded.length < 4 && /^[a-z0-9_]*$/.test(folded))) return true
  return rows.some(({ id, documentId }) => String(id).includes(folded) || documentId.includes(folded))
}
