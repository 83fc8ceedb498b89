/** Reads the pagination of a list from an answer. */
import { isObject, type Json, member } from '../../util/json.ts'

/** The object `meta.pagination` of a body; undefined if the body has none. */
export function pageOf(body: Json): Readonly<Record<string, Json>> | undefined {
  const meta = isObject(body) ? member(body, 'meta') : undefined
  const page = isObject(meta) ? member(meta, 'pagination') : undefined
  return isObject(page) ? page : undefined
}
