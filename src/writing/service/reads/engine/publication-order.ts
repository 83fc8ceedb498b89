/**
 * Plans the sort key `status`, which sorts entries by publication: first drafts, then changed entries, then published
 * entries.
 */
import type { Node, Row, Table } from '../../../../reference/graph/graph.ts'
import type { SortStep } from '../../../../reference/plan/plan.ts'
import type { Model } from '../../../../reference/schema/schema.ts'
import { compare } from '../../../../reference/values.ts'
import { plainFault } from '../../fault.ts'
import type { ServicePlace } from '../place.ts'

const [NEVER_PUBLISHED, CHANGED, PUBLISHED] = [0, 1, 2]

/** Returns the sort key by publication. @throws ServiceFault for a component, which has no status. */
export function publicationOrder(descending: boolean, model: Model, { reader }: ServicePlace): SortStep {
  if (model.modelType !== 'contentType')
    throw plainFault(`Cannot order by status on model ${model.uid}: missing publishedAt or documentId`)
  const table = reader.graph.tables.get(model.uid)
  const publicationRank = (node: Node): number =>
    table === undefined || !('documentId' in node) ? NEVER_PUBLISHED : rankOf(node, table)
  return {
    through: [],
    column: 'documentId',
    read: publicationRank,
    descending,
    nullsFirst: !descending,
    compare,
  }
}

function rankOf(node: Node, table: Table): number {
  const row = table.byId.get(node.id)
  if (row === undefined) return NEVER_PUBLISHED
  const published = (table.byDocument.get(row.documentId) ?? []).filter(
    (other) => isPublished(other) && other.locale !== null && other.locale === row.locale,
  )
  if (published.length === 0) return NEVER_PUBLISHED
  const latest = Math.max(...published.map(updatedAt))
  return updatedAt(row) > latest ? CHANGED : PUBLISHED
}

const isPublished = ({ values }: Row): boolean => (values['publishedAt'] ?? null) !== null
const updatedAt = ({ values }: Row): number => Date.parse(String(values['updatedAt']))
