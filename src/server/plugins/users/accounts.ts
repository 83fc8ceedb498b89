/** Answers `/users`: creates, changes and deletes user accounts for callers who have the permission. */

import type { Row } from '../../../reference/graph/graph.ts'
import { ROLE_UID, USER_UID } from '../../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject } from '../../../util/json.ts'
import { castTo, faultsOf, type Shape, type Test, valueFaults } from '../../../writing/index.ts'
import { inapplicable, invalid, notFound, type PluginResponse } from '../answer.ts'
import type { Endpoint, EndpointRequest } from '../context.ts'
import { email as emailCheck } from '../shape.ts'
import { busy, LEAST_PASSWORD, SHORT_PASSWORD } from './auth.ts'
import { people, rowIdIn, textOf, userTable } from './people.ts'
import { userShown, usersShown } from './users.ts'

const IS_THERE = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== ''
const REQUIRED: Test = { message: '{path} is a required field', passes: IS_THERE }
const NOT_EMPTY: Test = {
  message: '{path} must be at least 1 characters',
  passes: (value) => typeof value !== 'string' || value !== '',
}
const EMAIL: Test = {
  message: '{path} must be a valid email',
  passes: (value) => typeof value !== 'string' || value === '' || emailCheck(value, {}) === undefined,
}

const text = (...tests: readonly Test[]): Shape => ({
  kind: 'string',
  nullable: false,
  cast: (value) => value,
  tests,
})
const flag: Shape = { kind: 'boolean', nullable: false, cast: (value) => value, tests: [] }
const role = (...tests: readonly Test[]): Shape => ({ kind: 'mixed', nullable: false, tests })

const shapeOf = (fields: Readonly<Record<string, Shape>>): Shape => ({
  kind: 'object',
  nullable: false,
  cast: (value) => value,
  tests: [],
  fields: new Map(Object.entries(fields)),
})

const CREATED = shapeOf({
  email: text(EMAIL, REQUIRED),
  username: text(NOT_EMPTY, REQUIRED),
  password: text(NOT_EMPTY, REQUIRED),
  role: role(REQUIRED),
  confirmed: flag,
  blocked: flag,
})
const UPDATED = shapeOf({
  email: text(EMAIL, NOT_EMPTY),
  username: text(NOT_EMPTY),
  password: text(NOT_EMPTY),
  role: role(),
  confirmed: flag,
  blocked: flag,
})

type CheckedAccount =
  | { readonly ok: true; readonly data: JsonObject }
  | { readonly ok: false; readonly answer: PluginResponse }

/** Validates the body of a request to `/users`: returns the valid members of the body, or its errors. */
function checked(body: Json | undefined, shape: Shape): CheckedAccount {
  const written = body ?? null
  const value = castTo(shape, written)
  const faults = faultsOf(shape, value, written, '')
  if (faults.length === 0 && isObject(value)) return { ok: true, data: value }
  const { message, details = {} } = valueFaults('write.values', faults)
  return { ok: false, answer: invalid(message, details) }
}

export const createUser: Endpoint = async (asked) => {
  const { context, body } = asked
  const read = checked(body, CREATED)
  if (!read.ok) return read.answer
  const found = read.data
  const { username, password } = found
  const address = addressIn(found)
  const hash = await context.passwords.hash(String(password))
  if (hash === 'busy') return busy()
  if (isTaken(asked, 'email', address, undefined)) return inapplicable('Email already taken')
  const roles = rolesIn(asked, found)
  if (isAnswer(roles)) return roles
  if (isTaken(asked, 'username', username, undefined)) return inapplicable('This attribute must be unique')
  if (String(username).length < LEAST_NAME)
    return inapplicable(`username must be at least ${LEAST_NAME} characters`)
  if (String(password).length < LEAST_PASSWORD) return inapplicable(SHORT_PASSWORD)
  const { confirmed = false, blocked = false } = found
  const data = { username: String(username), email: String(address), provider: 'local', confirmed, blocked }
  const id = context.world.together(() => {
    const made = context.world.change((change) => change.insert(USER_UID, { ...data, ...roles }).id)
    context.passwords.store(made, hash)
    return made
  })
  return withRole(asked, id, 201)
}

const LEAST_NAME = 3

export const updateUser: Endpoint = async (asked) => {
  const { context, body, params } = asked
  const user = userTable(context.world.graph)?.byId.get(rowIdIn(params[0] ?? ''))
  if (user === undefined) return notFound('User not found')
  const read = checked(body, UPDATED)
  if (!read.ok) return read.answer
  const found = read.data
  const { username, password, confirmed, blocked } = found
  const hash = typeof password === 'string' ? await context.passwords.hash(password) : undefined
  if (hash === 'busy') return busy()
  const address = addressIn(found)
  if (isTaken(asked, 'username', username, user)) return inapplicable('Username already taken')
  if (isTaken(asked, 'email', address, user)) return inapplicable('Email already taken')
  if (typeof password === 'string' && password.length < LEAST_PASSWORD)
    return invalid(SHORT_PASSWORD, {
      errors: [{ path: ['password'], message: SHORT_PASSWORD, name: 'ValidationError', value: password }],
    })
  const roles = rolesIn(asked, found)
  if (isAnswer(roles)) return roles
  const given = Object.entries({ username, email: address, confirmed, blocked }).filter(
    (entry): entry is [string, Json] => entry[1] !== undefined,
  )
  context.world.together(() => {
    context.world.change((change) => {
      const stamps = { updatedAt: change.now, publishedAt: change.now }
      change.update(USER_UID, user.id, { ...Object.fromEntries(given), ...roles, ...stamps })
    })
    if (hash !== undefined) context.passwords.store(user.id, hash)
  })
  return withRole(asked, user.id, 200)
}

export const destroyUser: Endpoint = (asked) => {
  const { context, params } = asked
  const user = userTable(context.world.graph)?.byId.get(rowIdIn(params[0] ?? ''))
  if (user === undefined) return { status: 204 }
  const shown = userShown(asked, user)
  context.world.change((change) => change.remove(USER_UID, user.id))
  return shown
}

const addressIn = ({ email }: JsonObject): Json | undefined =>
  typeof email === 'string' ? email.toLowerCase() : email

function isTaken(
  { context }: EndpointRequest,
  name: 'username' | 'email',
  value: Json | undefined,
  own: Row | undefined,
): boolean {
  if (typeof value !== 'string') return false
  return people(context.world.graph).some((user) => user.id !== own?.id && textOf(user, name) === value)
}

/**
 * Returns the role that a body names by id; empty if the body names no role, or if the dataset has no roles; an error
 * answer for an unknown role.
 */
function rolesIn(
  { context }: EndpointRequest,
  { role: named }: JsonObject,
): { readonly role?: readonly number[] } | PluginResponse {
  const table = context.world.graph.tables.get(ROLE_UID)
  if (named === undefined || named === null || table === undefined || table.byId.size === 0) return {}
  const id = Number(isObject(named) ? named['id'] : named)
  if (table.byId.has(id)) return { role: [id] }
  return inapplicable(`1 relation(s) of type ${ROLE_UID} associated with this entity do not exist`)
}

const isAnswer = (found: { readonly role?: readonly number[] } | PluginResponse): found is PluginResponse =>
  'status' in found

/** Answers with the account and its role, because a caller who may change accounts may also see the role. */
function withRole(asked: EndpointRequest, id: number, status: 200 | 201): PluginResponse {
  const shown = usersShown({ ...asked, search: 'populate=role' }, id)
  return 'body' in shown ? { status, body: shown.body } : shown
}
