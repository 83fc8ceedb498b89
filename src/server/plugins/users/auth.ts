/**
 * Answers `/auth`: logs users in, and resets or changes passwords. The mock sends no mails; it prints the code or
 * the path that a mail would contain.
 */
import type { Row } from '../../../reference/graph/graph.ts'
import { parseQueryString } from '../../../reference/parse/url.ts'
import { USER_UID } from '../../../reference/schema/schema.ts'
import { failed, inapplicable, invalid, notFound, type PluginResponse, success } from '../answer.ts'
import type { Endpoint, EndpointContext, EndpointRequest } from '../context.ts'
import { anyText, checkShape, confirmation, email, faulty, password } from '../shape.ts'
import { isLocal, isSet, people, textOf } from './people.ts'
import { userShown } from './users.ts'

/** Returns the answer 500 of the real server to a body of an unsupported content type. */
export const unread = (): PluginResponse => ({
  status: 500,
  body: { data: null, error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' } },
})

export const busy = (): PluginResponse =>
  failed(503, 'ServiceUnavailableError', 'The server is checking too many passwords. Try again in a moment')

export const login: Endpoint = async (asked) => {
  const { context, body } = asked
  if (body === undefined) return unread()
  const checked = checkShape(body, { identifier: anyText, password: anyText })
  if (!checked.ok) return checked.answer
  const { identifier = '', password: given = '' } = checked.texts
  const address = identifier.toLowerCase()
  const user = people(context.world.graph).find(
    (one) => isLocal(one) && (textOf(one, 'email') === address || textOf(one, 'username') === identifier),
  )
  const isRight = user === undefined ? false : await isPassword(asked, user, given)
  if (isRight === 'busy') return busy()
  if (user === undefined || !isRight) return invalid('Invalid identifier or password')
  if (context.callers.accounts.asksConfirmation && !isSet(user, 'confirmed'))
    return inapplicable('Your account email is not confirmed')
  if (isSet(user, 'blocked')) return inapplicable('Your account has been blocked by an administrator')
  return withToken(asked, user)
}

const isPassword = ({ context }: EndpointRequest, user: Row, given: string): Promise<boolean | 'busy'> =>
  context.passwords.matches(given, textOf(user, 'password'))

/** Answers with a token for a user, and with the visible attributes of the user. */
export function withToken(asked: EndpointRequest, user: Row): PluginResponse {
  const shown = userShown(asked, user)
  return 'body' in shown ? success({ jwt: asked.context.callers.jwtFor(user), user: shown.body }) : shown
}

/** Refuses a login with another provider, because only the real server can complete it. */
export const callback: Endpoint = ({ params }) => {
  if (params[0] !== 'local') return disabled()
  const checked = checkShape({}, { identifier: anyText, password: anyText })
  return checked.ok ? disabled() : checked.answer
}

export const connect: Endpoint = () => disabled()
const disabled = (): PluginResponse => inapplicable('This provider is disabled')

/** Answers 404, because sessions exist only on servers that are configured to renew tokens. */
export const session: Endpoint = () => notFound()

export const forgotPassword: Endpoint = ({ context, body }) => {
  if (body === undefined) return unread()
  const checked = checkShape(body, { email }, { isClosed: true })
  if (!checked.ok) return checked.answer
  const { email: address = '' } = checked.texts
  const user = withAddress(context, address)
  if (user !== undefined && !isSet(user, 'blocked')) {
    const code = context.codes.issue('resetPasswordToken', user, 64)
    context.print(`No mail is sent. The code to reset the password of user ${user.id} is ${code}`)
  }
  return success({ ok: true })
}

const NEW_PASSWORD = { passwordConfirmation: confirmation, password }

export const resetPassword: Endpoint = async (asked) => {
  const { context, body } = asked
  if (body === undefined) return unread()
  const checked = checkShape(body, { ...NEW_PASSWORD, code: anyText }, { isClosed: true })
  if (!checked.ok) return checked.answer
  const { password: wanted = '', code = '' } = checked.texts
  const user = context.codes.find('resetPasswordToken', code, context.world.graph)
  if (user === undefined) return invalid('Incorrect code provided')
  if (wanted.length < LEAST_PASSWORD) return tooShort(wanted)
  const hash = await context.passwords.hash(wanted)
  if (hash === 'busy') return busy()
  context.codes.use('resetPasswordToken', code)
  context.passwords.store(user.id, hash)
  return withToken(asked, user)
}

export const changePassword: Endpoint = async (asked) => {
  const { context, body, caller } = asked
  const { user } = caller
  if (user === undefined) return inapplicable('You must be authenticated to reset your password')
  if (body === undefined) return unread()
  const checked = checkShape(body, { ...NEW_PASSWORD, currentPassword: anyText }, { isClosed: true })
  if (!checked.ok) return checked.answer
  const { password: wanted = '', currentPassword = '' } = checked.texts
  const isRight = await isPassword(asked, user, currentPassword)
  if (isRight === 'busy') return busy()
  if (!isRight) return invalid('The provided current password is invalid')
  if (wanted === currentPassword)
    return invalid('Your new password must be different than your current password')
  if (wanted.length < LEAST_PASSWORD) return tooShort(wanted)
  const hash = await context.passwords.hash(wanted)
  if (hash === 'busy') return busy()
  return context.world.together(() => {
    context.passwords.store(user.id, hash)
    const answer = withToken(asked, user)
    context.world.change(({ update, now }) => update(USER_UID, user.id, { updatedAt: now, publishedAt: now }))
    return answer
  })
}

export const LEAST_PASSWORD = 6

const tooShort = (value: string): PluginResponse =>
  faulty([{ path: ['password'], message: SHORT_PASSWORD, value }])
export const SHORT_PASSWORD = `password must be at least ${LEAST_PASSWORD} characters`

export const sendEmailConfirmation: Endpoint = ({ context, body }) => {
  if (body === undefined) return unread()
  const checked = checkShape(body, { email })
  if (!checked.ok) return checked.answer
  const { email: address = '' } = checked.texts
  const user = withAddress(context, address)
  if (user === undefined) return success({ email: address, sent: true })
  if (isSet(user, 'confirmed')) return inapplicable('Already confirmed')
  if (isSet(user, 'blocked')) return inapplicable('User blocked')
  askToConfirm(context, user)
  return success({ email: textOf(user, 'email'), sent: true })
}

const withAddress = ({ world }: EndpointContext, address: string): Row | undefined =>
  people(world.graph).find((one) => textOf(one, 'email') === address.toLowerCase())

/** Prints the path at which a user confirms the address, in place of a mail. */
export function askToConfirm({ codes, print, world }: EndpointContext, user: Row): void {
  const code = codes.issue('confirmationToken', user, 20)
  const path = `${world.graph.settings.prefix}/auth/email-confirmation?confirmation=${code}`
  print(`No mail is sent. User ${user.id} confirms the address at ${path}`)
}

export const emailConfirmation: Endpoint = ({ context, search }) => {
  const query = parseQueryString(search, () => undefined)
  const given = query['confirmation'] === undefined ? {} : { confirmation: query['confirmation'] }
  const checked = checkShape(given, { confirmation: anyText })
  if (!checked.ok) return checked.answer
  const { confirmation: code = '' } = checked.texts
  const user = context.codes.find('confirmationToken', code, context.world.graph)
  if (user === undefined) return invalid('Invalid token')
  context.edits.confirm(user)
  context.codes.use('confirmationToken', code)
  return { status: 302, location: context.callers.accounts.redirection ?? '/' }
}
