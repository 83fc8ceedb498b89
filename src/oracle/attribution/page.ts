/** Reads the pagination of a list from an answer. */
import { isObject, type Json, member } from '../../util/json.ts'

/** `meta.pagination`; undefined if the answer has none. */
export function pageOf(body: Json): Readonly<Record<string, Json>> | undefined {
  const meta = isObject(body) ? member(body, 'meta') : undefined
  const page = isObject(meta) ? member(meta, 'pagination') : undefined
  return isObject(page) ? page : undefined
}
