/** Reads the ids of the entries of a list. */
import { isObject, type Json, member } from '../../util/json.ts'
import { entriesOf } from '../bodies/answer.ts'

/** The ids of the entries of a list; undefined for another answer. */
export const idsIn = (body: Json): readonly number[] | undefined =>
  entriesOf(body)?.flatMap((entry) => {
    const id = isObject(entry) ? member(entry, 'id') : undefined
    return typeof id === 'number' ? [id] : []
  })
