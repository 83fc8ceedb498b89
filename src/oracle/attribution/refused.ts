/**
 * Reads error answers: finds the rule that refused the request, the attribute that the error names, and whether the
 * target reports another mistake in the request.
 */
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import type { WriteRuleId } from '../../writing/rules.ts'
import { beginning } from '../bodies/truncate.ts'
import type { Difference } from '../compare/difference.ts'
import type { Exchange, Session } from '../exchange/session.ts'
import type { Answer, Outcome } from '../target/target.ts'
import type { Suspect } from './suspect.ts'

/** Returns whether the path of a mismatch leads to the message or the details of an error. */
export const isWording = (path: string): boolean =>
  path.startsWith('/error/message') || path.startsWith('/error/details/')

/**
 * Returns whether a member of an error body is absent, superfluous or of another type, or repeats another status than
 * the answer has. The rule `endpoint.error` alone decides the shape of an error body.
 */
export const isOfShape = ({ path, expected, found }: Difference): boolean => {
  if (!path.startsWith('/error/') || path.split('/').length > MAX_STEPS_OF_SHAPE) return false
  const [ours, theirs] = [expected, found].map((one) =>
    one === null ? 'null' : isList(one) ? 'list' : typeof one,
  )
  return path === '/error/status' || ours !== theirs
}

/** The number of steps, including the empty first step, in the JSON pointer to a member of `error`. */
const MAX_STEPS_OF_SHAPE = 3

/**
 * Returns whether two errors may have different reasons: their first difference is in the message or the details, or
 * both their names and their messages differ.
 */
export function isOtherRefusal(path: string, expected: Json, found: Json): boolean {
  if (isWording(path)) return true
  const [ours, theirs] = [expected, found].map(errorOf)
  return ours?.name !== theirs?.name && ours?.message !== theirs?.message
}

/**
 * Returns the rule by which the reference refused a write, which is the last rule that it followed. A general rule
 * refuses for several reasons, which the message and the paths in the error distinguish.
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
      if (isAboutUnique(body)) return ['write.values.unique']
      if (paths.some((path) => path.at(-1) === '__component'))
        return [followed.includes('write.zone.listed') ? 'write.zone.listed' : 'write.zone']
      if (paths.some((path) => path.length > 0)) return ended
      // If the error names no attribute, either a linked entry does not exist, or `data` is not an object.
      return [followed.includes('write.relation.exists') ? 'write.relation.exists' : 'write.body.data']
    }
    default:
      return ended
  }
}

/** Returns the message of an error body; an empty text for any other body. */
export const messageOf = (body: Json): string => errorOf(body).message

/** Returns whether an error says that a value is not unique. */
export const isAboutUnique = (body: Json): boolean => errorOf(body).message.includes('must be unique')

export interface RefusalError {
  readonly name: string
  readonly message: string
  readonly details: Json | undefined
  /** The items of `details.errors` in an error body, one for each invalid value. */
  readonly listed: readonly JsonObject[]
  /** The steps of the path to each invalid value, one list of steps for each value. */
  readonly paths: readonly (readonly Json[])[]
}

/** Reads the `error` of a body; its texts are empty if the body has no `error`. */
export function errorOf(body: Json): RefusalError {
  const error = isObject(body) ? member(body, 'error') : undefined
  if (!isObject(error)) return { name: '', message: '', details: undefined, listed: [], paths: [] }
  const details = member(error, 'details')
  const errors = isObject(details) ? member(details, 'errors') : undefined
  const listed = isList(errors) ? errors.filter(isObject) : []
  return {
    details,
    listed,
    name: String(member(error, 'name')),
    message: String(member(error, 'message')),
    paths: listed.map((one) => {
      const path = member(one, 'path')
      return isList(path) ? path : []
    }),
  }
}

/**
 * Returns the suspect if both servers refuse the request with 400, but the target reports another mistake than the
 * first. The target's message shows which mistake it reports. A target with messages of its own shows the mistake by
 * the name of its error, if that name differs from the name of the first error.
 */
export function otherError(
  { reference }: Session,
  { request, referenced }: Exchange,
  found: Answer,
): Suspect | undefined {
  if (referenced.isOfWriting || referenced.answer.status !== 400 || found.status !== 400) return undefined
  const ours = errorOf(referenced.answer.body)
  const theirs = errorOf(found.body)
  if (ours.message === theirs.message) return undefined
  const [first, ...others] = reference.explainer().faults(request)
  const other =
    others.find(({ message }) => message === theirs.message) ??
    others.find(({ name }) => name === theirs.name && name !== ours.name)
  if (first === undefined || other === undefined || first.rule === other.rule) return undefined
  const says =
    'A request has several errors, and the server reports another one than the first. ' +
    `The server answers “${short(theirs.message)}” (\`${other.rule}\`) ` +
    `in place of “${short(ours.message)}” (\`${first.rule}\`).`
  return { rule: 'endpoint.first-error', kind: 'order', says }
}

/** The maximum number of characters of an error message that a title quotes. */
const MAX_QUOTED = 100

const short = (message: string): string => beginning(message, MAX_QUOTED)

/** Returns whether a suspect says that the target reports another of several errors. */
export const isErrorOrder = ({ rule, kind }: Suspect): boolean =>
  rule === 'endpoint.first-error' && kind === 'order'

/** Returns whether two errors name the same unknown key and differ only in the path of this key. */
export function isPathAlone({ body }: Answer, outcome: Outcome): boolean {
  if (outcome.kind === 'failed') return false
  const [ours = [], theirs = []] = [body, outcome.answer.body].map((one) => {
    const { message, details } = errorOf(one)
    const { key, path } = isObject(details) ? details : {}
    return [key, path, message.split(' at ', 1)[0]]
  })
  return (
    typeof ours[0] === 'string' && ours[0] === theirs[0] && ours[2] === theirs[2] && ours[1] !== theirs[1]
  )
}

/** Returns the name of the attribute that an error of the target mentions; undefined if the error names none. */
export function refusedName(body: Json): string | undefined {
  const { details, paths } = errorOf(body)
  if (!isObject(details)) return undefined
  const key = member(details, 'path') ?? member(details, 'key')
  if (typeof key === 'string') return key.split('.', 1)[0]
  const name = paths[0]?.[0]
  return typeof name === 'string' ? name : undefined
}

/** Returns the path of the value that an error of the target mentions; undefined if the error names none. */
export function refusedPath(body: Json): string | undefined {
  const { details, paths } = errorOf(body)
  const key = isObject(details) ? (member(details, 'path') ?? member(details, 'key')) : undefined
  return typeof key === 'string' ? key.replaceAll('.', '/') : paths[0]?.map(String).join('/')
}

/**
 * Returns the path of the object with the unknown key that an error names. Returns undefined if the key is in `data`
 * itself, or if the error names no key.
 */
export function keyInside(body: Json): string | undefined {
  const { details } = errorOf(body)
  const [key, path] = ['key', 'path'].map((name) => (isObject(details) ? member(details, name) : undefined))
  return typeof key === 'string' && typeof path === 'string' ? path : undefined
}

/** Returns the items in the details of an error that lists invalid values, one item for each value. */
export const listedIn = (body: Json): readonly JsonObject[] => errorOf(body).listed

/** Returns the member `details` of an error body; undefined if the error has no details. */
export function detailsIn(body: Json): JsonObject | undefined {
  const { details } = errorOf(body)
  return isObject(details) ? details : undefined
}

/** Returns the paths of the values that an error lists as invalid, with a slash between two steps. */
export const invalidPaths = (body: Json): readonly string[] =>
  errorOf(body).paths.flatMap((path) => (path.length > 0 ? [path.map(String).join('/')] : []))

/** Returns the names of the attributes whose values an error lists as invalid. */
export const invalidNames = (body: Json): readonly string[] =>
  errorOf(body).paths.flatMap(([name]) => (typeof name === 'string' ? [name] : []))
