/** The page of a list, as an answer tells it. */
import { isObject, type Json, member } from '../../util/json.ts'

/** `meta.pagination`; undefined where there is none. */
export function pageOf(body: Json): Readonly<Record<string, Json>> | undefined {
  const meta = isObject(body) ? member(body, 'meta') : undefined
  const page = isObject(meta) ? member(meta, 'pagination') : undefined
  return isObject(page) ? page : undefined
}
