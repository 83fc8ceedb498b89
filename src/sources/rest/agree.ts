/**
 * Adds missing links, so that both sides of a relation contain the same links. Each side of a relation keeps its own
 * order of links.
 */
import type { Schema } from '../../reference/schema/schema.ts'
import type { Links, RestRow } from './draft.ts'

/**
 * Adds to each side of a relation the links that only the opposite side has, if the answers contain this relation of
 * the linked row.
 */
export function agree(rows: ReadonlyMap<string, readonly RestRow[]>, { contentTypes }: Schema): void {
  for (const [uid, those] of rows) {
    for (const attribute of contentTypes.get(uid)?.attributes.values() ?? []) {
      const back =
        attribute.kind === 'relation' ? attribute.inverse : attribute.kind === 'morphBy' ? attribute.by : null
      if (back === null) continue
      for (const row of those) addToOthers(row, attribute.name, back)
    }
  }
}

function addToOthers(row: RestRow, name: string, back: string): void {
  for (const { row: other, place } of linksOf(row, name)?.links ?? []) {
    const links = linksOf(other, back)
    // If the opposite side is a to-one relation that already has a link, this link stays and no link is added.
    if (links === undefined || (!links.many && links.links.length > 0)) continue
    if (links.rows.has(row)) continue
    links.links.push({ row, place })
    links.rows.add(row)
  }
}

function linksOf({ members }: RestRow, name: string): Links | undefined {
  const value = members.get(name)
  return value?.kind === 'links' ? value : undefined
}
