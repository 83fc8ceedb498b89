/** Answers `/auth/local/register`, which creates a user account. */
import { randomBytes } from 'node:crypto'
import { readScalar } from '../../../reference/schema/scalar.ts'
import { USER_UID } from '../../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { madeDocumentId } from '../../world/locale-rows.ts'
import { inapplicable, invalid, type PluginResponse, success } from '../answer.ts'
import type { Endpoint, EndpointRequest } from '../context.ts'
import { anyText, type BodyFault, checkShape, email, faulty, password } from '../shape.ts'
import { askToConfirm, busy, LEAST_PASSWORD, SHORT_PASSWORD, unread, withToken } from './auth.ts'
import { isLocal, people, textOf, userTable } from './people.ts'
import { userShown } from './users.ts'

const MEMBERS = ['username', 'password', 'email']

export const register: Endpoint = async (asked) => {
  const { context, body } = asked
  const { allowsRegister, registrationFields = [] } = context.callers.accounts
  if (!allowsRegister) return inapplicable('Register action is currently disabled')
  if (body === undefined || body === null) return unread()
  const unknown = Object.keys(Object(body)).filter(
    (key) => ![...MEMBERS, ...registrationFields].includes(key),
  )
  if (unknown.length > 0) return invalid(`Invalid parameters: ${unknown.join(', ')}`)
  const checked = checkShape(isObject(body) ? body : {}, { email, username: anyText, password })
  if (!checked.ok) return checked.answer
  const { username = '', email: written = '', password: secret = '' } = checked.texts
  const address = written.toLowerCase()
  const hash = await context.passwords.hash(secret)
  if (hash === 'busy') return busy()
  if (isTaken(asked, username, address)) return inapplicable('Email or Username are already taken')
  const faults = tooShort({ username, email: address, password: secret })
  if (faults.length > 0) return faulty(faults)
  const more = fieldsOf(asked, registrationFields)
  return more.ok ? added(asked, { username, email: address, hash, fields: more.fields }) : more.answer
}

type FieldsRead =
  | { readonly ok: true; readonly fields: JsonObject }
  | { readonly ok: false; readonly answer: PluginResponse }

/**
 * Reads the values of the attributes that the project adds to the user type. Names of attributes that the user type
 * lacks are ignored.
 */
function fieldsOf({ body, context }: EndpointRequest, names: readonly string[]): FieldsRead {
  const fields: Record<string, Json> = {}
  const attributes = userTable(context.world.graph)?.type.attributes
  for (const name of names.filter((one) => !MEMBERS.includes(one))) {
    const [value, attribute] = [isObject(body) ? member(body, name) : undefined, attributes?.get(name)]
    if (value === undefined || attribute?.kind !== 'scalar') continue
    const read = readScalar(attribute, value)
    if (!('value' in read))
      return { ok: false, answer: invalid(`${name} must be a \`${attribute.type}\` type`) }
    fields[name] = read.value
  }
  return { ok: true, fields }
}

function isTaken({ context }: EndpointRequest, username: string, address: string): boolean {
  const names = [username, address]
  const { isEmailUnique } = context.callers.accounts
  return people(context.world.graph).some(
    (user) =>
      (isEmailUnique || isLocal(user)) &&
      (names.includes(textOf(user, 'email') ?? '') || names.includes(textOf(user, 'username') ?? '')),
  )
}

const LEAST = { username: 3, email: 6 }

function tooShort(given: { username: string; email: string; password: string }): readonly BodyFault[] {
  const fault = (name: 'username' | 'email'): readonly BodyFault[] =>
    given[name].length >= LEAST[name]
      ? []
      : [{ path: [name], message: `${name} must be at least ${LEAST[name]} characters`, value: given[name] }]
  const ofPassword: readonly BodyFault[] =
    given.password.length >= LEAST_PASSWORD
      ? []
      : [{ path: ['password'], message: SHORT_PASSWORD, value: given.password }]
  return [...fault('username'), ...fault('email'), ...ofPassword]
}

interface Registration {
  readonly username: string
  readonly email: string
  /** The bcrypt hash of the password. */
  readonly hash: string
  /** The values of all other attributes of the user. */
  readonly fields: JsonObject
}

function added(
  asked: EndpointRequest,
  { username, email: address, hash, fields }: Registration,
): PluginResponse {
  const { context } = asked
  const { asksConfirmation, defaultRole } = context.callers.accounts
  const user = context.world.together(() => {
    const made = context.edits.add(
      { username, email: address, confirmed: !asksConfirmation, role: defaultRole },
      // A token of another world names another document, so it never fits this user.
      madeDocumentId(randomBytes(16).toString('hex')),
    )
    if (typeof made !== 'object') return made
    if (Object.keys(fields).length > 0)
      context.world.change((change) => change.update(USER_UID, made.id, fields))
    context.passwords.store(made.id, hash)
    return made
  })
  if (user === 'no-role') return inapplicable('Impossible to find the default role')
  if (user === 'full') return inapplicable('Register action is currently disabled')
  if (!asksConfirmation) return withToken(asked, user)
  askToConfirm(context, user)
  const shown = userShown(asked, user)
  return 'body' in shown ? success({ user: shown.body }) : shown
}
