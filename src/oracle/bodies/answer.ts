/** Reads the members `data` and `meta` in the body of an answer. */
import { isList, isObject, type Json, member } from '../../util/json.ts'

/** Returns the member `data` of a response body; undefined if the body has no `data`. */
export const dataOf = (body: Json): Json | undefined => (isObject(body) ? member(body, 'data') : undefined)

/** Returns the entries in the body of an answer with a list; undefined for the body of another answer. */
export function entriesOf(body: Json): readonly Json[] | undefined {
  const data = dataOf(body)
  return data !== undefined && isList(data) ? data : undefined
}

/** Returns the object `meta.pagination` of a response body; undefined if the body has no such object. */
export function pageOf(body: Json): Readonly<Record<string, Json>> | undefined {
  const meta = isObject(body) ? member(body, 'meta') : undefined
  const page = isObject(meta) ? member(meta, 'pagination') : undefined
  return isObject(page) ? page : undefined
}
