/** The context of a service call that writes: its type, its transaction, and functions that read entries. */
import type { ContentType } from '../../../reference/schema/schema.ts'
import type { Departs } from '../../../reference/strapi/write-quirks.ts'
import { invariant } from '../../../util/invariant.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { IdSource } from '../../ids.ts'
import { modelsOf } from '../../model.ts'
import type { EntryContext } from '../../plan/entries.ts'
import type { RowOrDraft } from '../../plan/transaction.ts'
import { Transaction } from '../../plan/transaction.ts'
import { lookupOf } from '../../put.ts'
import { applied, type WritingState } from '../../writer.ts'
import type { RowChange, ServiceRequest } from '../request.ts'
import { withBuiltinLimits } from './builtin-limits.ts'

/** A function that reads entries from a state like a service call of project code. */
export type ReadService = (state: WritingState, request: ServiceRequest) => Json | undefined

/** The context of a service call that writes. */
export interface Call {
  readonly uid: string
  readonly type: ContentType
  readonly writing: EntryContext
  readonly departs: Departs
  /** The values that lifecycle hooks changed in created and updated rows. */
  readonly changes: readonly RowChange[]
  /** Executes a read in the current state of the world, which includes the changes of this call. */
  readonly read: (request: ServiceRequest) => Json | undefined
  /** Returns the state after the call. */
  readonly after: () => WritingState
}

export interface CallOptions {
  readonly departs: Departs
  readonly read: ReadService
  readonly changes: readonly RowChange[]
}

/**
 * The number of milliseconds by which each write of a service advances the clock. By default, a write request over
 * HTTP advances the clock by the same time.
 */
const PACE = 1000

/** Makes the context of a service call that writes entries of a type; undefined for an unknown type. */
export function openCall(state: WritingState, uid: string, options: CallOptions): Call | undefined {
  const { departs, read, changes } = options
  const type = state.graph.schema.contentTypes.get(uid)
  const models = modelsOf(state.graph)
  const found = models.get(uid)
  if (type === undefined || found === undefined) return undefined
  const transaction = new Transaction(state.graph, new IdSource(state.ids), () => undefined)
  const now = new Date(state.time).toISOString()
  const model = withBuiltinLimits(found)
  const writing: EntryContext = {
    ...{ transaction, type, model, models, departs, now },
    lookup: lookupOf(transaction),
  }
  const current = stateAt(state, transaction)
  const after = (): WritingState =>
    transaction.changes === 0 ? state : { ...current(), ids: transaction.ids.left, time: state.time + PACE }
  return { uid, type, writing, departs, changes, read: (request) => read(current(), request), after }
}

/**
 * Makes a function that returns the state of the world with the changes of the transaction. The transaction is applied
 * again only after new changes.
 */
function stateAt(state: WritingState, transaction: Transaction): () => WritingState {
  let seen = 0
  let current = state
  return () => {
    if (seen === transaction.changes) return current
    current = { ...state, graph: applied(state.graph, transaction) }
    seen = transaction.changes
    return current
  }
}

/** The parameters of a call that select the content of the returned entries. */
export type Selection = JsonObject

/** Returns the parameters of a call that select the content of the returned entries. */
export function selectionOf(params: JsonObject, status: string | undefined): Selection {
  const picked: { [key: string]: Json } = {}
  for (const name of ['fields', 'populate']) {
    const value = member(params, name)
    if (value !== undefined && value !== null) picked[name] = value
  }
  return status === undefined ? picked : { ...picked, status }
}

/**
 * Returns a written row as the document service returns entries. If the selection has no status, relations contain
 * both drafts and published entries.
 */
export function entryOf({ uid, read }: Call, { id }: Pick<RowOrDraft, 'id'>, selection: Selection): Json {
  const filters: JsonObject = { id: { $eq: id } }
  if (Object.hasOwn(selection, 'status')) {
    const params: JsonObject = { ...selection, filters, locale: '*' }
    return firstOf(read({ service: 'documents', uid, method: 'findMany', args: [params] }))
  }
  const params: JsonObject = { ...withDocumentId(selection), filters }
  const page = read({ service: 'entity', uid, method: 'findPage', args: [params] })
  return firstOf(isObject(page) ? page['results'] : undefined)
}

/** Adds `documentId` to the selected fields, because the document service always returns the documentId. */
function withDocumentId(selection: Selection): Selection {
  const { fields } = selection
  if (isList(fields) && fields.length > 0 && !fields.includes('documentId'))
    return { ...selection, fields: [...fields, 'documentId'] }
  if (typeof fields === 'string' && fields !== '*' && !fields.split(',').includes('documentId'))
    return { ...selection, fields: fields === '' ? 'documentId' : `${fields},documentId` }
  return selection
}

const firstOf = (list: Json | undefined): Json => (isList(list) ? (list[0] ?? null) : null)

/** Returns a row as the query engine returns entries. */
export function rowOf({ uid, read }: Call, id: number, params: JsonObject): Json {
  const picked: { [key: string]: Json } = { where: { id } }
  for (const name of ['select', 'populate']) {
    const value = member(params, name)
    if (value !== undefined) picked[name] = value
  }
  return read({ service: 'query', uid, method: 'findOne', args: [picked] }) ?? null
}

/** Returns the rows that match the `where` of a call, in the order of the query engine. */
export function rowsWhere(call: Call, params: JsonObject): readonly RowOrDraft[] {
  const found = call.read({ service: 'query', uid: call.uid, method: 'findMany', args: [params] })
  return (isList(found) ? found : []).map((entry) => rowRead(call, entry))
}

/** Returns the first row that the query engine finds for a `where`; undefined if no row matches. */
export function firstWhere(call: Call, where: Json): RowOrDraft | undefined {
  const entry = call.read({ service: 'query', uid: call.uid, method: 'findOne', args: [{ where }] }) ?? null
  return entry === null ? undefined : rowRead(call, entry)
}

function rowRead({ uid, writing }: Call, entry: Json): RowOrDraft {
  const row = writing.transaction.row(uid, Number(isObject(entry) ? entry['id'] : undefined))
  invariant(row !== undefined, 'a row that was read exists')
  return row
}
