/** Reads the file access.json of a dataset. */
import { type Json, type JsonObject, member } from '../../util/json.ts'
import { isPrintable } from '../../util/printable.ts'
import { actionsOn, EXPECTED_ACTION } from '../graph/actions.ts'
import type { Access, Role } from '../graph/graph.ts'
import { at, expectedName, hiding, type Place, type Report, shown } from '../schema/fault.ts'
import type { Schema } from '../schema/schema.ts'
import { optionalObject, readObject, readText, readTexts, refuseOtherKeys } from '../schema/shape.ts'
import { DEFAULT_FILES } from './files/files.ts'

/** Reads the content of access.json, and reports actions and roles in it that do not exist. */
export function readAccess(json: Json, schema: Schema, file: Place, report: Report): Access {
  const whole = readObject(json, file, hiding(file.file, report)) ?? {}
  refuseOtherKeys(whole, Object.keys(DEFAULT_FILES.access), file, report)
  const roles = readRoles(whole, schema, file, report)
  const readRoleName = (name: Json | undefined, place: Place): string | undefined => {
    const role = readText(name, place, report)
    if (role !== undefined && !roles.has(role)) {
      const expected = expectedName('the name of a role in access.json', role, roles.keys())
      const problem = { message: 'unknown role', expected, found: shown(role) }
      report(place, { ...problem, sought: ['access.json'], missing: `role ${role}` })
    }
    return role
  }
  const publicRole = readRoleName(
    member(whole, 'publicRole') ?? DEFAULT_FILES.access.publicRole,
    at(file, 'publicRole'),
  )
  const tokens = new Map<string, string>()
  for (const [token, name] of Object.entries(optionalObject(whole, 'tokens', file, report))) {
    const place = at(at(file, 'tokens'), token)
    if (!isSendable(token)) {
      const expected = 'printable ASCII without blanks, which fits into an authorization header'
      report(place, { message: 'a token that no header can carry', expected, found: shown(token) })
    }
    const role = readRoleName(name, place)
    if (role !== undefined) tokens.set(token, role)
  }
  return { publicRole: publicRole ?? '', roles, tokens }
}

const isSendable = (token: string): boolean => token !== '' && isPrintable(token) && !token.includes(' ')

function readRoles(
  whole: JsonObject,
  schema: Schema,
  file: Place,
  report: Report,
): ReadonlyMap<string, Role> {
  const actions = actionsOn(schema.contentTypes.keys())
  const roles = new Map<string, Role>()
  for (const [name, json] of Object.entries(
    optionalObject(whole, 'roles', file, hiding(file.file, report)),
  )) {
    const place = at(at(file, 'roles'), name)
    const role = readObject(json, place, report) ?? {}
    refuseOtherKeys(role, ['permissions'], place, report)
    const listPlace = at(place, 'permissions')
    const permissions = readTexts(member(role, 'permissions') ?? [], listPlace, report) ?? []
    for (const [index, action] of permissions.entries()) {
      if (actions.has(action)) continue
      const expected = expectedName(EXPECTED_ACTION, action, actions)
      report(at(listPlace, index), {
        message: 'unknown action',
        expected,
        found: shown(action),
        sought: ['content-types/'],
        missing: typeOf(action, schema) ?? action,
      })
    }
    roles.set(name, { name, permissions: new Set(permissions) })
  }
  return roles
}

/** Returns the uid that a permission names, if no content type of the dataset has this uid; otherwise undefined. */
function typeOf(action: string, { contentTypes }: Schema): string | undefined {
  const uid = /^(.+)\.(?:find|findOne|create|update|delete)$/.exec(action)?.[1]
  return uid === undefined || contentTypes.has(uid) ? undefined : uid
}
