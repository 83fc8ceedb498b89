/**
 * Implements the read methods of `strapi.entityService`. The methods of the entity service name documents by the id of
 * a row.
 */
import type { ContentType } from '../../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject } from '../../../util/json.ts'
import { plainFault } from '../fault.ts'
import { convertParams } from './convert/convert.ts'
import * as documents from './documents.ts'
import { translated } from './documents.ts'
import * as engine from './engine/engine.ts'
import type { EngineReads } from './query.ts'
import * as query from './query.ts'

/** Implements `findMany`. For a single type, `findMany` returns the first entry. @throws ServiceFault */
export const findMany = (reads: EngineReads, params: JsonObject): Json =>
  reads.type.kind === 'singleType' ? documents.findFirst(reads, params) : documents.findMany(reads, params)

/**
 * Implements `findPage`, which reads rows of all locales. Without a status in the parameters, `findPage` reads both
 * drafts and published rows. @throws ServiceFault
 */
export const findPage = (reads: EngineReads, params: JsonObject): Json =>
  translated(() => {
    const { status } = params
    const converted = convertParams(params, reads.type, reads.place)
    const rows =
      status === undefined || status === null
        ? reads.place.rows
        : ({ status: status === 'draft' ? 'draft' : 'published', publication: null } as const)
    return query.findPage({ ...reads, place: { ...reads.place, rows } }, converted)
  })

/**
 * Implements `findOne`, which finds a document by the id of a row, and returns the version of the document that the
 * parameters name.
 * @throws ServiceFault
 */
export function findOne(reads: EngineReads, id: Json, params: JsonObject): Json {
  const row = translated(() => engine.findOne({ ...reads, params: { where: { id } } }))
  return row === null ? null : documents.findOne(reads, { ...params, documentId: String(row['documentId']) })
}

/** Implements `load`, which reads one attribute of an entry. @throws ServiceFault */
export const load = (
  reads: EngineReads,
  entity: Json,
  field: Json,
  params: Json | undefined,
): Json | undefined =>
  translated(() => {
    const name = textOf(field)
    return query.load(reads, entity, name, optionsOf(reads, name, params ?? {}))
  })

/** Implements `loadPages`, which reads a page of a to-many relation. @throws ServiceFault */
export const loadPages = (
  reads: EngineReads,
  entity: Json,
  field: Json,
  params: Json | undefined,
  pagination: JsonObject,
): Json =>
  translated(() => {
    const name = textOf(field)
    const attribute = reads.type.attributes.get(name)
    if (attribute?.kind !== 'relation' || !attribute.many)
      throw plainFault(`Invalid load. Expected "${name}" to be an anyToMany relational attribute`)
    return query.loadPages(reads, entity, name, { ...optionsOf(reads, name, params ?? {}), ...pagination })
  })

function textOf(field: Json): string {
  if (typeof field !== 'string') throw plainFault(`Invalid load. Expected "${String(field)}" to be a string`)
  return field
}

/** Converts the options of one populated attribute to options of the query engine. */
function optionsOf(
  { type, place }: { type: ContentType; place: EngineReads['place'] },
  name: string,
  params: Json,
): JsonObject {
  const { populate } = convertParams({ populate: { [name]: params } }, type, place)
  const options = isObject(populate) ? populate[name] : undefined
  return isObject(options) ? options : {}
}
