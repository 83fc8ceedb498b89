/** `/auth/local/register`: creates an account. */
import { randomBytes } from 'node:crypto'
import { isObject } from '../../../util/json.ts'
import { inapplicable, invalid, type PluginResponse, success } from '../answer.ts'
import type { Endpoint, EndpointRequest } from '../context.ts'
import { madeDocumentId } from '../locales.ts'
import { anyText, type BodyFault, checkShape, email, faulty, password } from '../shape.ts'
import { askToConfirm, LEAST_PASSWORD, SHORT_PASSWORD, unread, withToken } from './auth.ts'
import { isLocal, people, textOf } from './people.ts'
import { userShown } from './users.ts'

const MEMBERS = ['username', 'password', 'email']

export const register: Endpoint = (asked) => {
  const { context, body } = asked
  const { allowsRegister } = context.callers.accounts
  if (!allowsRegister) return inapplicable('Register action is currently disabled')
  if (body === undefined || body === null) return unread()
  const unknown = Object.keys(Object(body)).filter((key) => !MEMBERS.includes(key))
  if (unknown.length > 0) return invalid(`Invalid parameters: ${unknown.join(', ')}`)
  const checked = checkShape(isObject(body) ? body : {}, { email, username: anyText, password })
  if (!checked.ok) return checked.answer
  const { username = '', email: written = '', password: secret = '' } = checked.texts
  const address = written.toLowerCase()
  if (isTaken(asked, username, address)) return inapplicable('Email or Username are already taken')
  const faults = tooShort({ username, email: address, password: secret })
  if (faults.length > 0) return faulty(faults)
  return added(asked, { username, email: address, secret })
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
  readonly secret: string
}

function added(asked: EndpointRequest, { username, email: address, secret }: Registration): PluginResponse {
  const { context } = asked
  const { asksConfirmation, defaultRole } = context.callers.accounts
  const user = context.edits.add(
    { username, email: address, confirmed: !asksConfirmation, role: defaultRole },
    madeDocumentId(randomBytes(16).toString('hex')),
    new Date(context.callers.now()).toISOString(),
  )
  if (user === 'no-role') return inapplicable('Impossible to find the default role')
  if (user === 'full') return inapplicable('Register action is currently disabled')
  context.passwords.change(user.id, secret)
  if (!asksConfirmation) return withToken(asked, user)
  askToConfirm(context, user)
  const shown = userShown(asked, user)
  return 'body' in shown ? success({ user: shown.body }) : shown
}
