/** Reads the members of the body of an answer. */
import { isList, isObject, type Json, member } from '../../util/json.ts'

/** Returns the member `data` of a body; undefined if the body has none. */
export const dataOf = (body: Json): Json | undefined => (isObject(body) ? member(body, 'data') : undefined)

/** Returns the entries of an answer with a list; undefined for another answer. */
export function entriesOf(body: Json): readonly Json[] | undefined {
  const data = dataOf(body)
  return data !== undefined && isList(data) ? data : undefined
}

/** Returns the object `meta.pagination` of a body; undefined if the body has none. */
export function pageOf(body: Json): Readonly<Record<string, Json>> | undefined {
  const meta = isObject(body) ? member(body, 'meta') : undefined
  const page = isObject(meta) ? member(meta, 'pagination') : undefined
  return isObject(page) ? page : undefined
}
