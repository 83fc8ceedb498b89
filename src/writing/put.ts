/**
 * Handles POST and PUT: checks keys and values, plans and applies the change, and answers in the form of a GET of the
 * written document.
 */

import type { Graph, Role } from '../reference/graph/graph.ts'
import { createReader } from '../reference/read.ts'
import { notFound } from '../reference/refusal.ts'
import { format } from '../reference/respond/format.ts'
import { type Answered, CRASH, refuse } from '../reference/respond/respond.ts'
import { isObject, type Json } from '../util/json.ts'
import { faultOfKeys } from './check/keys.ts'
import { IdSource } from './ids.ts'
import { modelsOf } from './model.ts'
import { createDocument, type DocumentResult, updateDocument } from './plan/documents.ts'
import type { EntryContext } from './plan/entries.ts'
import { Transaction } from './plan/transaction.ts'
import { answeredQuery, localeOf, losesLinks, publishes, uniqueIn } from './query.ts'
import { invalid, Refused } from './refusal.ts'
import { applied, Stopped, type WriteOutcome, type WriteRoute, type Writer } from './writer.ts'

/** Creates or updates a document for a POST or PUT. @throws Refused, Stopped */
export function put(writer: Writer, role: Role, body: Json | undefined): WriteOutcome {
  const { state, route, departs, reader, cite } = writer
  const { type, target } = route
  const data = isObject(body) ? body['data'] : undefined
  if (typeof data !== 'object' || data === null)
    throw new Refused(invalid('write.body.data', 'Missing "data" payload in the request body'))
  const models = modelsOf(state.graph)
  const model = models.get(type.uid)
  if (model === undefined) throw new Refused(invalid('write.unknown', `There is no type ${type.uid}`))
  const fault = faultOfKeys(data, model, { schema: state.graph.schema, models, role, departs })
  if (fault !== undefined) throw new Refused(fault)
  const asking = { type, search: route.search, locales: state.graph.locales, departs, cite }
  const request = {
    data,
    locale: localeOf(asking),
    publishes: publishes(asking),
    losesLinks: losesLinks(asking),
    uniqueIn: uniqueIn(asking),
  }
  const transaction = new Transaction(state.graph, new IdSource(state.ids), cite)
  const writing: EntryContext = {
    transaction,
    type,
    model,
    models,
    departs,
    lookup: lookupOf(transaction),
    now: new Date(state.time).toISOString(),
  }
  const documentId = documentOf(transaction, route)
  const isNew = target.kind === 'list' || (target.kind === 'single' && documentId === undefined)
  const written = isNew
    ? createDocument(writing, request)
    : updateDocument(writing, documentId ?? '', request)
  if (target.kind === 'single') cite('write.single')
  if (written === undefined) cite('write.unknown')
  if (written === undefined) throw new Stopped(refuse(notFound('endpoint.not-found'), reader.has))
  return settled(writer, role, transaction, written)
}

/** Makes functions that look up rows in their current state in a transaction. */
export function lookupOf(transaction: Transaction): EntryContext['lookup'] {
  const { schema, locales } = transaction.graph
  return {
    typeOf: (uid) => schema.contentTypes.get(uid),
    rowsOf: (uid, documentId) => transaction.document(uid, documentId),
    defaultLocale: locales.default,
    cite: transaction.cite,
  }
}

/** Returns the documentId in the route; for a single type, the documentId of the existing document. */
export function documentOf({ graph }: Transaction, { type, target }: WriteRoute): string | undefined {
  if (target.kind === 'document') return target.documentId
  return target.kind === 'single' ? graph.tables.get(type.uid)?.rows[0]?.documentId : undefined
}

/**
 * Applies the changes of a write and renders the answer. With the departure `answer-before-links`, `settle` runs
 * only after the answer is read.
 */
function settled(
  writer: Writer,
  role: Role,
  transaction: Transaction,
  { row, settle }: DocumentResult,
): WriteOutcome {
  const { state, departs, route, cite } = writer
  cite('write.answer')
  const version = { documentId: row.documentId, locale: row.locale, status: row.status, id: row.id }
  if (!departs('answer-before-links')) settle()
  const seen = applied(state.graph, transaction)
  const answered = answer(writer, role, seen, version)
  const before = transaction.changes
  if (departs('answer-before-links')) settle()
  const graph = transaction.changes === before ? seen : applied(state.graph, transaction)
  const status = route.target.kind === 'list' ? 201 : 200
  return { graph, ids: transaction.ids.left, answered: { ...answered, status } }
}

/** Answers with the written row in the form of a GET for this row. @throws Stopped if this GET fails. */
function answer(
  { route, headers, reading }: Writer,
  role: Role,
  graph: Graph,
  row: {
    readonly documentId: string
    readonly locale: string | null
    readonly status: 'draft' | 'published'
  },
): Answered {
  const reader = createReader(graph, reading)
  const target = { kind: 'document', documentId: row.documentId } as const
  const meant = answeredQuery(route.type, row)
  const found = reader.read({ type: route.type, target, search: route.search, role, meant })
  if (!found.ok) throw new Stopped(found.refusal === null ? CRASH : refuse(found.refusal, reader.has))
  const [data = null] = found.result.entries
  const answered = { status: 200, body: { data, meta: {} } }
  const formatting = { graph: reader.graph, cite: () => undefined, has: reader.has }
  return format(answered, found.plan.type, headers, formatting)
}
