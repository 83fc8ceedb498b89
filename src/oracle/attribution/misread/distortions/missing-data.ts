/**
 * Defines distortions: the target has all of the dataset except one document or one link. The answers of such a target
 * are those of the reference over the dataset without it.
 */
import type { Graph, Row } from '../../../../reference/graph/graph.ts'
import type { Attribute, Model, Uid } from '../../../../reference/schema/schema.ts'
import { targetOf } from '../../../../reference/schema/target.ts'
import { type CachePartition, cachedIn, LruBudget } from '../../../../util/cache/lru.ts'
import { isList, type Json, memberOf } from '../../../../util/json.ts'
import { pointerSteps } from '../../../../util/pointer.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import { changeRows, firstState } from '../../../../writing/index.ts'
import type { Difference } from '../../../compare/difference.ts'
import type { Reference } from '../../../exchange/reference.ts'
import { attributeNames, partsOf, readPart } from '../../../names/mentions.ts'
import type { Answer, WireRequest } from '../../../target/target.ts'
import { type Distortion, isOf } from '../parts.ts'

/** The beginning of the `kind` of each distortion about missing data. */
export const MISSING_DATA = 'missing data: '

/** A document, or a link from one document to another, that a target may lack. */
interface Missing {
  readonly uid: Uid
  readonly documentId: string
  /** The name of the attribute with the link, and the target of the link; absent for a whole document. */
  readonly link?: { readonly name: string; readonly uid: Uid; readonly documentId: string }
}

const kindOf = ({ uid, documentId, link }: Missing): string =>
  MISSING_DATA +
  [uid, documentId, ...(link === undefined ? [] : [link.name, link.uid, link.documentId])].join(' ')

/** Returns the distortion with the given `kind`; undefined if `kind` names another distortion. */
export function missingOfKind(kind: string): Distortion | undefined {
  if (!kind.startsWith(MISSING_DATA)) return undefined
  const [uid = '', documentId = '', name, other = '', otherId = ''] = kind
    .slice(MISSING_DATA.length)
    .split(' ')
  return distortionFor({
    ...{ uid, documentId },
    ...(name === undefined ? {} : { link: { name, uid: other, documentId: otherId } }),
  })
}

const saysOf = ({ uid, documentId, link }: Missing): string =>
  link === undefined
    ? `The server lacks the document \`${documentId}\` of \`${uid}\`.`
    : `The server lacks the link \`${link.name}\` from \`${documentId}\` of \`${uid}\` to \`${link.documentId}\`.`

const distortionFor = (missing: Missing): Distortion => ({
  rule: null,
  kind: kindOf(missing),
  says: `The data of the server differs from the dataset. ${saysOf(missing)}`,
  isExact: true,
  distort: (request, reference) => answererFor(missing, reference)?.(request),
})

type Answerer = (request: WireRequest) => Answer

/** The maximum size of the changed datasets that the check caches, and the approximate size of one, in bytes. */
const CACHED_BYTES = 20_000_000
const BYTES_OF_DATASET = 200_000
const budget = new LruBudget(CACHED_BYTES)
const answerers = new WeakMap<Reference, CachePartition<{ readonly answer: Answerer | undefined }>>()

function answererFor(missing: Missing, reference: Reference): Answerer | undefined {
  const cached = answerers.get(reference) ?? budget.partition<{ readonly answer: Answerer | undefined }>()
  answerers.set(reference, cached)
  return cachedIn(cached, kindOf(missing), () => {
    const graph = withoutMissing(missing, reference.graph)
    return { value: { answer: graph && reference.over(graph) }, bytes: BYTES_OF_DATASET }
  }).answer
}

/** The maximum number of rows of a dataset from which the check leaves out documents and links. */
const MAX_ROWS = 5_000

/** Returns a dataset without a document or a link; undefined if the dataset lacks it too, or is too large. */
function withoutMissing({ uid, documentId, link }: Missing, graph: Graph): Graph | undefined {
  const rowsOf = (type: Uid, document: string): readonly Row[] =>
    graph.tables.get(type)?.byDocument.get(document) ?? []
  const rows = rowsOf(uid, documentId)
  const size = [...graph.tables.values()].reduce((sum, table) => sum + table.rows.length, 0)
  if (rows.length === 0 || size > MAX_ROWS) return undefined
  const { state } = changeRows(firstState(graph), ({ remove, update }) => {
    for (const { id, links } of rows) {
      if (link === undefined) remove(uid, id)
      else {
        const gone = new Set(rowsOf(link.uid, link.documentId).map((row) => row.id))
        const left = (links[link.name] ?? []).flatMap((ref) => (gone.has(ref.id) ? [] : [ref.id]))
        update(uid, id, { [link.name]: left })
      }
    }
  })
  return state.graph
}

/** The maximum number of documents and links that the check tries for one wrong answer. */
const MAX_TRIED = 4

/**
 * Returns the distortions about missing data that may explain a difference. The place of the difference names the
 * document or the link. In a list, the links of the entry that are in `filters` and `sort` may be missing too.
 */
export function missingFor(
  { path, found }: Difference,
  request: WireRequest,
  reference: Reference,
): readonly Distortion[] {
  const routed = reference.routeOf(request)
  const isNotFound = path === 'status' && found === 404
  const [root, ...steps] = isNotFound ? ['data'] : pointerSteps(path)
  if (!('type' in routed) || root !== 'data') return []
  const data = memberOf(reference.ask(request).answer.body, 'data')
  if (data === undefined) return []
  const place = placeOf(steps, { model: routed.type, value: data }, reference.graph)
  const { model, value, owner } = place
  const documentId = documentIdOf(value)
  const ofRequest = owner === undefined ? linksInRequest(place, found, request, reference.graph) : []
  const ofPlace =
    documentId === undefined || model?.modelType !== 'contentType' ? [] : [{ uid: model.uid, documentId }]
  const ofOwner =
    documentId === undefined || model === undefined || owner === undefined
      ? []
      : linkBetween(owner, { uid: model.uid, documentId })
  return [...ofOwner, ...ofPlace, ...ofRequest].slice(0, MAX_TRIED).map(distortionFor)
}

interface DataPlace {
  readonly model: Model | undefined
  readonly value: Json | undefined
  /** The entry with the attribute that has the value; absent for the entries in `data`. */
  readonly owner?: { readonly uid: Uid; readonly documentId: string; readonly attribute: Attribute }
}

/** Returns the innermost entry of the right answer at the place of a difference. */
function placeOf(steps: readonly string[], start: DataPlace, { schema }: Graph): DataPlace {
  let place = start
  for (const step of steps) {
    const { model, value } = place
    const attribute = model?.attributes.get(step)
    if (attribute === undefined) {
      const inner = isList(value) ? value[Number(step)] : memberOf(value, step)
      // A member that is not an object, such as `id`, belongs to the entry itself.
      if (typeof inner !== 'object') return place
      place = { ...place, value: inner }
      continue
    }
    if (attribute.kind === 'scalar') return place
    const documentId = documentIdOf(value)
    const inner = memberOf(value, step)
    if (model === undefined || documentId === undefined || inner === undefined) return place
    place = {
      model: targetOf(schema, attribute),
      value: inner,
      owner: { uid: model.uid, documentId, attribute },
    }
  }
  return place
}

const documentIdOf = (json: Json | undefined): string | undefined => {
  const id = memberOf(json, 'documentId')
  return typeof id === 'string' ? id : undefined
}

/** Returns the link from an entry to a document. A relation with two sides has one name for both sides. */
function linkBetween(
  { uid, documentId, attribute }: NonNullable<DataPlace['owner']>,
  target: { readonly uid: Uid; readonly documentId: string },
): readonly Missing[] {
  if (attribute.kind !== 'media' && attribute.kind !== 'relation') return []
  const { name } = attribute
  const isFlipped = attribute.kind === 'relation' && attribute.isMapped === true && attribute.inverse !== null
  return isFlipped
    ? [{ ...target, link: { name: attribute.inverse, uid, documentId } }]
    : [{ uid, documentId, link: { name, ...target } }]
}

/** Returns the links of a listed entry, and of the entry found in its place, whose attributes the request names. */
function linksInRequest(
  { model, value }: DataPlace,
  found: Json | undefined,
  { url }: WireRequest,
  { tables, schema }: Graph,
): readonly Missing[] {
  const table = model && tables.get(model.uid)
  if (table === undefined) return []
  const ids = [memberOf(value, 'id'), memberOf(found, 'id') ?? found]
  const rows = ids.flatMap((id) => (typeof id === 'number' ? (table.byId.get(id) ?? []) : []))
  const names = new Set(partsOf(splitTarget(url).search).flatMap(firstNames))
  return rows.flatMap((row) =>
    [...names].flatMap((name) => {
      const attribute = table.type.attributes.get(name)
      if (attribute === undefined) return []
      return (row.links[name] ?? []).flatMap(({ type, id }) => {
        const target = tables.get(type)?.byId.get(id)
        const isKnown = target !== undefined && schema.contentTypes.has(type)
        const { uid, documentId } = row
        return isKnown
          ? linkBetween({ uid, documentId, attribute }, { uid: type, documentId: target.documentId })
          : []
      })
    }),
  )
}

/** Returns the names of the attributes of the listed entries that a part of `filters` or `sort` names. */
function firstNames(part: string): readonly string[] {
  const { segments, value } = readPart(part)
  const names = attributeNames(segments.slice(1))
  if (isOf('filters', part)) return names
  if (!isOf('sort', part)) return []
  return names.length > 0 ? names : value.split(',').map((key) => key.trim().split('.', 1)[0] ?? '')
}
