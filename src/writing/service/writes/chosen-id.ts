/** Reads the id that project code chooses for a new row, and marks it as taken. */
import { type JsonObject, member } from '../../../util/json.ts'
import type { Call } from './call.ts'
import { ofDatabase } from './fault.ts'

/** Returns the id in `data`; undefined if `data` has no valid id. @throws ServiceFault for an id that is in use. */
export function chosenId(
  transaction: Call['writing']['transaction'],
  uid: string,
  data: JsonObject,
): number | undefined {
  const id = member(data, 'id')
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1) return undefined
  if (transaction.row(uid, id) !== undefined) throw ofDatabase(`UNIQUE constraint failed: ${uid}.id`)
  transaction.ids.take(uid, id)
  return id
}
