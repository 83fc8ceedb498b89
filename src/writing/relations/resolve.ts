/**
 * Replaces documentIds in a body by row ids. The locale and status of the written entry decide which row of a document
 * is linked.
 */

import type { Row } from '../../reference/graph/graph.ts'
import { FILE_UID, type Uid } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { WritableAttribute, WriteModel, WriteModels } from '../model.ts'
import { invalid, Refused, unknownType } from '../refusal.ts'
import type { CiteWrite } from '../rules.ts'
import { mapLinks } from '../tree.ts'
import { mapRelation } from './forms.ts'

type RowStatus = Row['status']

/** The properties of a written entry that determine which rows of a document its relations link. */
export interface RelationSource {
  readonly isLocalized: boolean
  readonly locale: string | null
  /**
   * The status of the written row. The status is null for an entry without draft & publish, which links to both drafts
   * and published rows.
   */
  readonly status: RowStatus | null
}

/** Functions that look up types and rows of the graph. */
export interface Lookup {
  readonly typeOf: (
    uid: Uid,
  ) => { readonly localized: boolean; readonly draftAndPublish: boolean } | undefined
  readonly rowsOf: (uid: Uid, documentId: string) => readonly Pick<Row, 'id' | 'locale' | 'status'>[]
  readonly defaultLocale: string
  readonly cite: CiteWrite
}

/**
 * Normalizes every relation in a body, and replaces every documentId.
 * @throws Refused for an unknown document.
 */
export function resolveRelations(
  data: JsonObject,
  model: WriteModel,
  models: WriteModels,
  source: RelationSource,
  lookup: Lookup,
): JsonObject {
  return mapLinks(data, model, models, (value, written) => {
    const { attribute } = written
    if (attribute.kind === 'morphTo' && !attribute.many) return value
    if (attribute.kind === 'relation' && attribute.via === 'creator') return value
    return mapRelation(lastOfOne(value, written), (reference) => resolved(reference, written, source, lookup))
  })
}

/** Returns the value of a relation; if a to-one relation has several items, only the last item remains. */
function lastOfOne(value: Json, { attribute }: WritableAttribute): Json {
  if (attribute.kind !== 'relation' || attribute.many) return value
  const last = (list: readonly Json[]): readonly Json[] => (list.length > 1 ? list.slice(-1) : list)
  if (isList(value)) return last(value)
  if (isObject(value) && isList(value['set'])) return { ...value, set: last(value['set']) }
  return value
}

function resolved(reference: Json, written: WritableAttribute, source: RelationSource, lookup: Lookup): Json {
  if (!isObject(reference) || !reference['documentId']) return reference
  const { attribute } = written
  const localized = withLocale(reference, written, source, lookup)
  const uid = targetOf(written, reference)
  const ids = idsOf(uid, localized, localized['documentId'] ?? null, source, lookup)
  const position = positionOf(localized, uid, source, lookup)
  const type = attribute.kind === 'morphTo' ? { __type: uid } : {}
  return ids.map((id): JsonObject => ({ id, ...(position === undefined ? {} : { position }), ...type }))
}

/** Adds the default locale to references and positions that have no locale, if the written entry has no locale. */
function withLocale(
  reference: JsonObject,
  { attribute }: WritableAttribute,
  source: RelationSource,
  { defaultLocale }: Lookup,
): JsonObject {
  if (source.isLocalized || attribute.kind === 'media' || reference['locale']) return reference
  const { position } = reference
  const placed =
    isObject(position) && !position['locale'] ? { position: { ...position, locale: defaultLocale } } : {}
  return { ...reference, locale: defaultLocale, ...placed }
}

function targetOf({ attribute }: WritableAttribute, reference: JsonObject): Uid {
  if (attribute.kind === 'relation') return attribute.target
  if (attribute.kind === 'media') return FILE_UID
  return String(reference['__type'])
}

function idsOf(
  uid: Uid,
  reference: JsonObject,
  documentId: Json,
  source: RelationSource,
  lookup: Lookup,
): readonly number[] {
  const type = lookup.typeOf(uid)
  if (type === undefined) throw new Refused(unknownType(uid))
  const requested = reference['locale'] || source.locale
  const locale = !type.localized ? null : source.isLocalized ? source.locale : requested
  const rows = typeof documentId === 'string' ? lookup.rowsOf(uid, documentId) : []
  lookup.cite('write.relation.status')
  const found = statusesOf(reference, type.draftAndPublish, source).flatMap((status) =>
    rows.filter((row) => row.locale === locale && row.status === status).map(({ id }) => id),
  )
  if (found.length > 0) return found
  const message = `Document with id "${String(documentId)}", locale "${String(locale)}" not found`
  throw new Refused(invalid('write.relation.document', message))
}

function statusesOf(
  { status }: JsonObject,
  hasDrafts: boolean,
  source: RelationSource,
): readonly RowStatus[] {
  if (!hasDrafts) return ['published']
  if (source.status !== null) return [source.status]
  if (status) return [status === 'published' ? 'published' : 'draft']
  return ['draft', 'published']
}

/** Returns the `position` of a reference, with the documentIds in it replaced by row ids. */
function positionOf(
  reference: JsonObject,
  uid: Uid,
  source: RelationSource,
  lookup: Lookup,
): JsonObject | undefined {
  const { position } = reference
  if (!position) return undefined
  const given: JsonObject = isObject(position) ? position : {}
  const type = given['__type']
  const neighbour = (key: 'before' | 'after'): JsonObject => {
    const documentId = given[key]
    if (!documentId) return {}
    const [id] = idsOf(
      typeof type === 'string' ? type : uid,
      { ...reference, ...given },
      documentId,
      source,
      lookup,
    )
    return id === undefined ? {} : { [key]: id }
  }
  return { ...given, ...neighbour('before'), ...neighbour('after') }
}
