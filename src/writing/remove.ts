/** Handles DELETE: finds the rows of a document and removes them. */
import { renderValues } from '../reference/evaluate/render.ts'
import type { Role } from '../reference/graph/graph.ts'
import { planFor } from '../reference/plan/query.ts'
import { CRASH, refuse } from '../reference/respond/respond.ts'
import { IdSource } from './ids.ts'
import { Transaction } from './plan/transaction.ts'
import { documentOf } from './put.ts'
import { deletedQuery } from './query.ts'
import { applied, Stopped, type WriteOutcome, type Writer } from './writer.ts'

/** Removes the rows of a document that a DELETE selects. @throws Refused, Stopped */
export function remove(writer: Writer, role: Role): WriteOutcome {
  const { state, route, departs, cite } = writer
  const { type } = route
  cite('write.delete')
  const transaction = new Transaction(state.graph, new IdSource(state.ids), cite)
  const documentId = documentOf(transaction, route)
  const asking = { type, search: route.search, locales: state.graph.locales, departs, cite }
  const rows = documentId === undefined ? [] : deletedRows(writer, role, documentId, asking)
  for (const id of rows) transaction.remove(type.uid, id)
  const graph = rows.length === 0 ? state.graph : applied(state.graph, transaction)
  return { graph, ids: transaction.ids.left, answered: undefined }
}

/** Returns the ids of the rows that a DELETE removes. @throws Refused, Stopped */
function deletedRows(
  { route, reader }: Writer,
  role: Role,
  documentId: string,
  asking: Parameters<typeof deletedQuery>[0],
): readonly number[] {
  const meant = deletedQuery(asking, documentId)
  const { type, search } = route
  const prepared = reader.prepare({ type, target: { kind: 'list' }, search, role, meant, isAll: true })
  if (!prepared.ok)
    throw new Stopped(prepared.refusal === null ? CRASH : refuse(prepared.refusal, reader.has))
  // Limits the plan to one document, so that the evaluation does not scan the whole table.
  const plan = planFor(prepared.plan, { kind: 'document', documentId }, prepared.context)
  const found = reader.perform({ ...prepared, plan }, renderValues)
  if (!found.ok) throw new Stopped(found.refusal === null ? CRASH : refuse(found.refusal, reader.has))
  return found.result.entries.map(({ id }) => Number(id)).sort((a, b) => a - b)
}
