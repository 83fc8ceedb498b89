/** Validates the members of the body of a plugin request, with the error messages of the real server. */

import type { EntryValue } from '../../reference/evaluate/populate.ts'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import { invalid, type PluginResponse } from './answer.ts'

/** An error in a member of a body. The `value` of the error is absent if the body lacks the member. */
export interface BodyFault {
  readonly path: readonly string[]
  readonly message: string
  readonly value?: Json
}

/** A function that returns the error message for a text; undefined if the text is valid. */
type Check = (text: string, whole: JsonObject) => string | undefined

/** The check of each member of a body, in the order in which the answer lists the errors. */
export type Shape = Readonly<Record<string, Check>>

export type CheckedBody =
  | { readonly ok: true; readonly texts: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly answer: PluginResponse }

/** Checks that each member that `shape` names is a non-empty string, and applies the check of the member. */
export function checkShape(
  value: Json,
  shape: Shape,
  options: { readonly isClosed?: true } = {},
): CheckedBody {
  if (!isObject(value)) {
    const message = `this must be a \`object\` type, but the final value was: \`${printed(value)}\`.`
    return { ok: false, answer: faulty([{ path: [], message, value }]) }
  }
  const texts: Record<string, string> = {}
  const faults = Object.entries(shape).flatMap(([name, check]): readonly BodyFault[] => {
    const found = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof found === 'string') texts[name] = found
    const message = faultOf(name, found, (text) => check(text, value))
    if (message === undefined) return []
    return [{ path: [name], message, ...(found === undefined ? {} : { value: found }) }]
  })
  const unknown = options.isClosed === true ? Object.keys(value).filter((key) => !(key in shape)) : []
  const all = unknown.length === 0 ? faults : [unspecified(unknown, value), ...faults]
  return all.length === 0 ? { ok: true, texts } : { ok: false, answer: faulty(all) }
}

const unspecified = (keys: readonly string[], value: Json): BodyFault => ({
  path: [],
  message: `this field has unspecified keys: ${keys.join(', ')}`,
  value,
})

function faultOf(
  name: string,
  found: Json | undefined,
  check: (text: string) => string | undefined,
): string | undefined {
  if (found === undefined || found === '') return `${name} is a required field`
  if (typeof found !== 'string')
    return `${name} must be a \`string\` type, but the final value was: \`${printed(found)}\`.`
  return check(found)
}

/** Returns the error answer that lists `faults`, which must not be empty. */
export function faulty(faults: readonly BodyFault[]): PluginResponse {
  const [first] = faults
  const message =
    faults.length === 1 && first !== undefined ? first.message : `${faults.length} errors occurred`
  const errors = faults.map(
    ({ path, message: text, ...rest }): EntryValue => ({
      path,
      message: text,
      name: 'ValidationError',
      ...rest,
    }),
  )
  return invalid(message, { errors })
}

/** The maximum number of characters of a value in an error message. */
const MOST_PRINTED = 10_000

/** Formats a value for an error message. Texts inside objects and lists are in quotation marks. */
function printed(value: Json): string {
  const simple = (one: Json): string => (typeof one === 'string' ? `"${one}"` : String(one))
  if (value === null || typeof value !== 'object') return simple(value).slice(0, MOST_PRINTED)
  if (isDeep(value)) return isObject(value) ? '{…}' : '[…]'
  const inside = (_name: string, one: Json): Json =>
    one === null || typeof one !== 'object' ? simple(one) : one
  return JSON.stringify(value, inside, 2).slice(0, MOST_PRINTED)
}

/** The maximum depth of nested values in an error message. */
const MOST_LEVELS = 50

function isDeep(value: Json): boolean {
  let level: readonly Json[] = [value]
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    level = level.flatMap((one) => (one !== null && typeof one === 'object' ? Object.values(one) : []))
    if (level.length === 0) return false
  }
  return true
}

export const anyText: Check = () => undefined

/** Checks an email address. The error message is `email must be a valid email`. */
export const email: Check = (text) => (isEmail(text) ? undefined : 'email must be a valid email')

/** The number of bytes of a password that bcrypt uses; bcrypt ignores all further bytes. */
const MOST_BYTES = 72

export const password: Check = (text) =>
  Buffer.byteLength(text) > MOST_BYTES ? 'Password must be less than 73 bytes' : undefined

export const confirmation: Check = (text, whole) =>
  text === whole['password'] ? undefined : 'Passwords do not match'

/**
 * Returns whether a text is an email address: a name, an @, and a domain with at least two labels. The last label has
 * at least two characters, and begins and ends with a letter.
 */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const labels = text.slice(at + 1).split('.')
  const top = labels.at(-1) ?? ''
  return (
    at > 0 &&
    labels.length > 1 &&
    text
      .slice(0, at)
      .split('.')
      .every((atom) => ATOM.test(atom)) &&
    labels.every((label) => LABEL.test(label)) &&
    /^[^\d~_-]/.test(top) &&
    /[^\d~_-]$/.test(top) &&
    top.length > 1
  )
}

const ATOM = /^[\w!#$%&'*+\-/=?^`{|}~\u00A0-\uD7FF\uF900-\uFFEF]+$/
const LABEL = /^[\w\-~\u00A0-\uD7FF\uF900-\uFFEF]+$/
