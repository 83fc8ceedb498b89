/**
 * Implements the read methods of `strapi.db.query(uid)`, the query engine. The query engine has no default status and
 * no default locale.
 */

import type { ContentType } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../../util/json.ts'
import { plainFault, typeFault } from '../fault.ts'
import * as engine from './engine/engine.ts'
import type { ServicePlace } from './place.ts'

/** The type that a call of the query engine reads, and the context of the call. */
export interface EngineReads {
  readonly type: ContentType
  readonly place: ServicePlace
}

/** The requested page, and the query that reads its rows. */
export interface Page {
  readonly page: number
  readonly pageSize: number
  readonly query: JsonObject
}

/** Reads `page` and `pageSize`; the default is the first page with ten entries. */
export function pageOf(params: JsonObject): Page {
  const { page = 1, pageSize = 10, ...rest } = params
  const [number, size] = [Number(page), Number(pageSize)]
  const offset = Math.max(number - 1, 0) * size
  return { page: number, pageSize: size, query: { ...rest, limit: size, offset } }
}

/** Implements `findPage`. @throws ServiceFault */
export function findPage(reads: EngineReads, params: JsonObject): Json {
  const { page, pageSize, query } = pageOf(params)
  const results = engine.findMany({ ...reads, params: query })
  return paged(results, engine.count({ ...reads, params: query }), page, pageSize)
}

/**
 * Returns the results of a page with their pagination. Without a total, `pageCount` is null, because Strapi computes
 * NaN and JSON shows NaN as null.
 */
const paged = (results: Json, total: number | undefined, page: number, pageSize: number): JsonObject => ({
  results,
  pagination: {
    page,
    pageSize,
    pageCount: total === undefined ? null : Math.ceil(total / pageSize),
    ...(total === undefined ? {} : { total }),
  },
})

/** Implements `load`, which reads populated attributes of one entry. @throws ServiceFault */
export function load(
  reads: EngineReads,
  entity: Json,
  fields: Json,
  options: Json | undefined,
): Json | undefined {
  const names = isList(fields) ? fields : [fields]
  for (const name of names) {
    const kind = typeof name === 'string' ? reads.type.attributes.get(name)?.kind : undefined
    if (kind === undefined || kind === 'scalar')
      throw plainFault(`Invalid load. Expected ${String(name)} to be a relational attribute`)
  }
  const below = isFalsy(options) ? true : (options ?? true)
  const populate = Object.fromEntries(names.map((name) => [String(name), below]))
  const entry = engine.findOne({
    ...reads,
    params: { select: ['id'], where: { id: idOf(entity) }, populate },
  })
  if (entry === null) return null
  if (!isList(fields)) return entry[String(fields)]
  return Object.fromEntries(
    names.map(String).flatMap((name) => (entry[name] === undefined ? [] : [[name, entry[name]]])),
  )
}

/** Implements `populate`, which adds populated attributes to an entry that code passes. @throws ServiceFault */
export function populate(reads: EngineReads, entity: Json, options: Json | undefined): Json {
  const entry = engine.findOne({
    ...reads,
    params: {
      select: ['id'],
      where: { id: idOf(entity) },
      ...(options === undefined ? {} : { populate: options }),
    },
  })
  return { ...(isObject(entity) ? entity : {}), ...entry }
}

/** Implements `loadPages`, which reads a page of a to-many relation. @throws ServiceFault */
export function loadPages(reads: EngineReads, entity: Json, field: Json, params: JsonObject): Json {
  if (typeof field !== 'string') throw plainFault(`Invalid load. Expected ${String(field)} to be a string`)
  if (!isToMany(reads.type, field))
    throw plainFault(`Invalid load. Expected ${field} to be an anyToMany relational attribute`)
  const { page, pageSize, query } = pageOf(params)
  const results = load(reads, entity, field, query) ?? null
  const counted: Json | undefined = load(reads, entity, field, { ...query, count: true })
  if (counted === null) throw typeFault("Cannot read properties of null (reading 'count')")
  const total = isObject(counted) && counted['count'] !== undefined ? Number(counted['count']) : undefined
  return paged(results, total, page, pageSize)
}

/**
 * Returns whether an attribute is a to-many relation or a list of components. The query engine treats a list of
 * components as a to-many relation.
 */
function isToMany({ attributes }: ContentType, name: string): boolean {
  const attribute = attributes.get(name)
  return (attribute?.kind === 'relation' || attribute?.kind === 'component') && attribute.many
}

/** Returns the id of an entry that code passes; null if the entry has no id. */
function idOf(entity: Json): Json {
  if (entity === null) throw typeFault("Cannot read properties of null (reading 'id')")
  return (isObject(entity) ? entity['id'] : undefined) ?? null
}

const isFalsy = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === false || value === 0 || value === ''
