/** DELETE: finds the rows of a document and removes them. */
import { renderValues } from '../reference/evaluate/render.ts'
import type { Role } from '../reference/graph/graph.ts'
import { planFor } from '../reference/plan/query.ts'
import { CRASH, refuse } from '../reference/respond/respond.ts'
import { deletedQuery } from './asked.ts'
import { IdSource } from './ids.ts'
import { Transaction } from './plan/desk.ts'
import { documentOf } from './put.ts'
import { applied, Stopped, type WriteOutcome, type Writer } from './writer.ts'

/** Removes a document. @throws Refused, Stopped */
export function remove(writer: Writer, role: Role): WriteOutcome {
  const { state, route, departs, cite } = writer
  const { type } = route
  cite('write.delete')
  const desk = new Transaction(state.graph, new IdSource(state.ids), cite)
  const documentId = documentOf(desk, route)
  const asking = { type, search: route.search, locales: state.graph.locales, departs, cite }
  const rows = documentId === undefined ? [] : deletedRows(writer, role, documentId, asking)
  for (const id of rows) desk.remove(type.uid, id)
  const graph = rows.length === 0 ? state.graph : applied(state.graph, desk)
  return { graph, ids: desk.ids.left, answered: undefined }
}

/** The ids of the rows that a DELETE removes. @throws Refused, Stopped */
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
  // The rows of one document are found without a scan of the table.
  const plan = planFor(prepared.plan, { kind: 'document', documentId }, prepared.context)
  const found = reader.perform({ ...prepared, plan }, renderValues)
  if (!found.ok) throw new Stopped(found.refusal === null ? CRASH : refuse(found.refusal, reader.has))
  return found.result.entries.map(({ id }) => Number(id)).sort((a, b) => a - b)
}
