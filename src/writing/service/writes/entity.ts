/**
 * Implements the write methods of the entity service as calls of the document service. The methods of the entity
 * service name rows by id.
 */
import { type Json, type JsonObject, member } from '../../../util/json.ts'
import type { RowOrDraft } from '../../plan/transaction.ts'
import { type Call, rowOf } from './call.ts'
import * as documents from './documents.ts'
import { failure } from './fault.ts'
import { objectOf } from './params.ts'

/** A method of the entity service. `args` does not include the uid. @throws Refused, ServiceFault */
export type EntityMethod = (call: Call, args: readonly Json[]) => Json

/** Implements `create`, which also publishes, unless `data.publishedAt` is null. */
export const create: EntityMethod = (call, [argument]) => {
  const params = objectOf(argument)
  const data = member(params, 'data')
  if (!data) throw failure('cannot create')
  const isDraft = call.type.draftAndPublish && member(objectOf(data), 'publishedAt') === null
  return documents.create(call, { ...params, status: isDraft ? 'draft' : 'published' })
}

/** Implements `update`, which also publishes the document if the row with the id is a published row. */
export const update: EntityMethod = (call, [id, argument]) => {
  const row = rowAt(call, id)
  if (row === undefined) return null
  const { documentId, status } = row
  return documents.update(call, { ...objectOf(argument), status, documentId })
}

/**
 * Implements `delete`, which removes the document of the row with the id in the locales of the call, and returns this
 * row.
 */
export const remove: EntityMethod = (call, [id, argument]) => {
  const row = rowAt(call, id)
  if (row === undefined) return null
  const entry = rowOf(call, row.id, {})
  const params: JsonObject = { ...objectOf(argument), documentId: row.documentId }
  documents.remove(call, params)
  return entry
}

function rowAt({ uid, writing }: Call, id: Json | undefined): RowOrDraft | undefined {
  const isId = typeof id === 'number' || (typeof id === 'string' && id.trim() !== '')
  return isId ? writing.transaction.row(uid, Number(id)) : undefined
}
