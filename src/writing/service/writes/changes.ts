/** Changes single rows as the query engine does, without validation. */
import type { JsonObject } from '../../../util/json.ts'
import type { MutableRow, RowOrDraft } from '../../plan/transaction.ts'
import { attach } from './attach.ts'
import type { Call } from './call.ts'
import { columnsOf, writeMorphs } from './columns.ts'

/**
 * Writes the values in `data` that columns of a row store, including to-one morph relations. @throws ServiceFault
 * for a value that its column cannot hold.
 */
export function change(call: Call, found: RowOrDraft, data: JsonObject): MutableRow {
  const { transaction, model } = call.writing
  const columns = columnsOf(call, model, data)
  const row = transaction.edit(call.uid, found.id)
  for (const [name, value] of Object.entries(columns)) {
    if (name === 'locale' && !call.type.localized) continue
    if (name === 'publishedAt' && value === null && !call.type.draftAndPublish) continue
    row.values[name] = value
    transaction.touch(row, name)
  }
  writeMorphs(call, row, data, false)
  return row
}

/** Writes the values that lifecycle hooks of the project code changed in a row. @throws Refused, ServiceFault */
export function applyChanges(call: Call, row: RowOrDraft): void {
  for (const { status, locale, data } of call.changes)
    if (row.status === status && row.locale === locale) attach(call, change(call, row, data), data, false)
}
