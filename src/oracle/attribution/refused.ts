/** Reads refusals of writes: the rule of one, and the attribute that it names. */
import { isList, isObject, type Json, member } from '../../util/json.ts'
import type { WriteRuleId } from '../../writing/rules.ts'

/** Whether the words or the details of an error differ, rather than its form. */
export const isWording = (path: string): boolean =>
  path.startsWith('/error/message') || path.startsWith('/error/details/')

/**
 * The rule of a refusal is the last one followed. The general rules about the query, the body and the values refuse for
 * several reasons, which the message and the paths of the errors tell apart.
 */
export function refusalRules(followed: readonly WriteRuleId[], body: Json): readonly WriteRuleId[] {
  const ended = followed.filter((rule) => rule !== 'write.whole').slice(-1)
  const { message, paths } = errorOf(body)
  switch (ended[0]) {
    case 'write.query':
      return message.includes("'status'") ? ['write.publish.status'] : ended
    case 'write.body.data':
      return followed.includes('write.body.other') ? ['write.body.other'] : ended
    case 'write.values': {
      if (message === 'This attribute must be unique') return ['write.values.unique']
      if (paths.some((path) => path.at(-1) === '__component'))
        return [followed.includes('write.zone.listed') ? 'write.zone.listed' : 'write.zone']
      if (paths.some((path) => path.length > 0)) return ended
      // The error belongs to the whole of `data`: a link that does not exist, or no object.
      return [followed.includes('write.relation.exists') ? 'write.relation.exists' : 'write.body.data']
    }
    default:
      return ended
  }
}

interface RefusalError {
  readonly message: string
  readonly details: Json | undefined
  /** The path of each invalid value. */
  readonly paths: readonly (readonly Json[])[]
}

function errorOf(body: Json): RefusalError {
  const error = isObject(body) ? member(body, 'error') : undefined
  if (!isObject(error)) return { message: '', details: undefined, paths: [] }
  const details = member(error, 'details')
  const errors = isObject(details) ? member(details, 'errors') : undefined
  return {
    details,
    message: String(member(error, 'message')),
    paths: (isList(errors) ? errors : []).map((one) => {
      const path = isObject(one) ? member(one, 'path') : undefined
      return isList(path) ? path : []
    }),
  }
}

/** The attribute that an error of the target names. */
export function refusedName(body: Json): string | undefined {
  const { details, paths } = errorOf(body)
  if (!isObject(details)) return undefined
  const key = member(details, 'path') ?? member(details, 'key')
  if (typeof key === 'string') return key.split('.', 1)[0]
  const name = paths[0]?.[0]
  return typeof name === 'string' ? name : undefined
}
