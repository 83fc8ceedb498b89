/** Reads the ids of the entries in a list answer. */
import { isObject, type Json, member } from '../../util/json.ts'
import { entriesOf } from '../bodies/answer.ts'

/** Returns the ids of the entries in the body of a list answer; undefined for the body of another answer. */
export const idsIn = (body: Json): readonly number[] | undefined =>
  entriesOf(body)?.flatMap((entry) => {
    const id = isObject(entry) ? member(entry, 'id') : undefined
    return typeof id === 'number' ? [id] : []
  })
