/** `populace validate`: reports every fault of a source, and published entries that have no draft. */
import { Command } from 'commander'
import type { Row, Table } from '../../../reference/graph/graph.ts'
import { type SourceOptions, withServerToken, withSourceOptions } from '../../options.ts'
import { reportingErrors } from '../../run.ts'
import { countOf, openSound } from '../../source.ts'
import { print } from '../../terminal.ts'
import { withSource } from '../../where.ts'

export function validateCommand(): Command {
  return withSource(withServerToken(withSourceOptions(new Command('validate'))), 'argument').action(
    reportingErrors(validate),
  )
}

async function validate(path: string, options: SourceOptions & { readonly token?: string }): Promise<void> {
  const { graph } = await openSound(path, options)
  print(`No faults: ${countOf(graph)}.\n`)
  for (const table of graph.tables.values()) {
    const count = withoutDraft(table)
    if (count > 0) print(`Note: ${noteOn(table, count)}\n`)
  }
}

/** Returns the number of published rows without a draft row of the same document and locale. */
function withoutDraft({ type, rows }: Table): number {
  if (!type.draftAndPublish) return 0
  const keyOf = ({ documentId, values }: Row): string =>
    JSON.stringify([documentId, values['locale'] ?? null])
  const drafts = new Set(rows.flatMap((row) => (row.status === 'draft' ? [keyOf(row)] : [])))
  return rows.filter((row) => row.status === 'published' && !drafts.has(keyOf(row))).length
}

/** Returns the note on published rows without a draft. A server creates a draft with each published entry. */
const noteOn = ({ type: { uid } }: Table, count: number): string =>
  `${count} published ${count === 1 ? 'row' : 'rows'} of ${uid} without a draft. \`status=draft\` omits such a row. A PUT creates its draft without the relations, uids and localized attributes that the body does not contain. To avoid this, add a row with the same documentId and \`"publishedAt": null\`.`
