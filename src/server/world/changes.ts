/** Compares two worlds and returns their diff as plain data. */
import type { Graph, Row, Table } from '../../reference/graph/graph.ts'
import { isSame } from '../../reference/graph/share.ts'
import type { Uid } from '../../reference/schema/schema.ts'

/** One row that was created, changed or deleted. */
export interface WorldChange {
  readonly kind: 'created' | 'updated' | 'deleted'
  readonly type: Uid
  readonly id: number
  readonly documentId: string
  readonly locale: string | null
  readonly status: Row['status']
  /** The names of the changed attributes; empty for a created or deleted row. */
  readonly attributes: readonly string[]
}

/**
 * Returns every row that differs between two graphs, sorted by type in the order of the schema, and then by id. Ignores
 * types that only one of the graphs has.
 */
export function changesBetween(before: Graph, after: Graph): readonly WorldChange[] {
  return [...after.tables].flatMap(([uid, table]) => {
    const earlier = before.tables.get(uid)
    return earlier === undefined || earlier === table ? [] : changesIn(earlier, table)
  })
}

function changesIn(before: Table, after: Table): readonly WorldChange[] {
  const changes: WorldChange[] = []
  for (const row of after.rows) {
    const earlier = before.byId.get(row.id)
    if (earlier === row) continue
    if (earlier === undefined) changes.push(changeOf('created', row, []))
    else {
      const attributes = differing(earlier, row)
      if (attributes.length > 0) changes.push(changeOf('updated', row, attributes))
    }
  }
  for (const row of before.rows) if (!after.byId.has(row.id)) changes.push(changeOf('deleted', row, []))
  return changes.sort((a, b) => a.id - b.id)
}

const changeOf = (
  kind: WorldChange['kind'],
  { uid, id, documentId, locale, status }: Row,
  attributes: readonly string[],
): WorldChange => Object.freeze({ kind, type: uid, id, documentId, locale, status, attributes })

function differing(before: Row, after: Row): readonly string[] {
  return (['values', 'links', 'components'] as const).flatMap((part) =>
    Object.keys(after[part]).filter((name) => !isSame(before[part][name], after[part][name])),
  )
}
