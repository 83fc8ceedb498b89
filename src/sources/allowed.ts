/** Adds roles, API tokens and permissions to a source, from the options of the user. */
import { closest } from 'fastest-levenshtein'
import { actionsOn, EXPECTED_ACTION } from '../reference/graph/actions.ts'
import { type DatasetFiles, DEFAULT_FILES } from '../reference/load/files/files.ts'
import { BUILT_IN } from '../reference/schema/builtin.ts'
import { expectedName } from '../reference/schema/fault.ts'
import { isList, isObject, type Json } from '../util/json.ts'
import { printable } from '../util/printable.ts'
import { textAt } from './database/model.ts'
import { withFiles } from './loaded.ts'
import { OPEN_NOTE } from './project/roles.ts'
import { isStatable, uidsOf } from './project/running/granted.ts'
import { type Source, type SourceCode, SourceError } from './source.ts'

/**
 * Adds to a source the roles and API tokens of an `access.json`. A role in `access.json` replaces the role of the
 * same name in the source.
 */
export function withAccess(source: Source, given: Json): Source {
  const found = source.files.access ?? DEFAULT_FILES.access
  if (!isObject(found) || !isObject(given)) return withFiles(source, { ...source.files, access: given })
  const both = (name: 'roles' | 'tokens'): Json => {
    const [own, more] = [found[name] ?? {}, given[name] ?? {}]
    return isObject(own) && isObject(more) ? { ...own, ...more } : more
  }
  const access = { ...found, ...given, roles: both('roles'), tokens: both('tokens') }
  const names = Object.keys(Object(given['roles'] ?? {}))
  const own = `the roles ${names.map((name) => printable(name, 100)).join(', ')} have the given permissions`
  const says = `${own}; without a database, all other roles may read everything`
  return withFiles(names.length === 0 ? source : withOpenNote(source, says), { ...source.files, access })
}

/** Replaces the sentence of the note about permissions that no database has. */
const withOpenNote = (source: Source, says: string): Source => ({
  ...source,
  notes: source.notes.map((note) => (note === OPEN_NOTE ? { ...note, says } : note)),
})

/**
 * Adds permissions to the roles of a source. A permission is a text `ROLE=ACTION`, or `ACTION` for the public role.
 * @throws SourceError for an unknown role or action; the message names the option.
 */
export function withGrants(source: Source, grants: readonly string[], option: string): Source {
  const { files } = source
  const access = files.access ?? DEFAULT_FILES.access
  if (!isObject(access) || grants.length === 0) return source
  const roles: Record<string, Json> = {
    ...(isObject(access['roles'] ?? null) ? Object(access['roles']) : {}),
  }
  const custom = new Map<string, readonly string[]>()
  for (const grant of grants) {
    const at = grant.indexOf('=')
    const name = at < 0 ? String(access['publicRole']) : grant.slice(0, at)
    const role = Object.hasOwn(roles, name) ? roles[name] : undefined
    if (!isObject(role ?? null))
      throw new SourceError(
        `${option} ${printable(grant, 200)}: expected one of the roles ${Object.keys(roles).join(', ')}, found ${printable(name, 100)}`,
      )
    const action = grant.slice(at + 1)
    if (source.code !== undefined && isOfController(action, files))
      custom.set(name, [...(custom.get(name) ?? []), action])
    else {
      refuseUnknown(action, files, `${option} ${printable(grant, 200)}`)
      const { permissions = [] } = Object(role)
      roles[name] = { permissions: [...(isList(permissions) ? permissions : []), action] }
    }
  }
  const says = `unknown without a database, so everyone may read everything; only ${option} permits writes`
  const noted = withOpenNote(source, says)
  return withActions(withFiles(noted, { ...files, access: { ...access, roles } }), custom, option)
}

/** Throws a `SourceError` for an action that the roles of a dataset cannot have. */
function refuseUnknown(action: string, files: DatasetFiles, named: string): void {
  const builtIn = BUILT_IN.flatMap((json) => textAt(json, ['uid']) ?? [])
  const actions = actionsOn([...uidsOf(files), ...builtIn])
  if (actions.has(action)) return
  const expected = expectedName(EXPECTED_ACTION, action, actions)
  throw new SourceError(`${named}: unknown action: expected ${expected()}`)
}

/**
 * Returns whether a permission names a controller action that `access.json` cannot contain, such as
 * `api::report.report.sales` of the project's own code.
 */
const isOfController = (action: string, files: DatasetFiles): boolean =>
  (action.startsWith('api::') || action.startsWith('plugin::')) &&
  action.split('.').length === 3 &&
  !isStatable(action, files)

function withActions(source: Source, more: ReadonlyMap<string, readonly string[]>, option: string): Source {
  const { code } = source
  if (code === undefined || more.size === 0) return source
  const names = new Set([...code.actions.keys(), ...more.keys()])
  const actions = new Map(
    [...names].map((name) => [name, [...(code.actions.get(name) ?? []), ...(more.get(name) ?? [])]]),
  )
  const start: SourceCode['start'] = async (host, options) => {
    const started = await code.start(host, options)
    const known = new Set(started.report.routes.map(({ handler }) => handler))
    for (const action of [...more.values()].flat()) {
      if (known.has(action)) continue
      started.end()
      throw new SourceError(unknownAction(action, [...known], option))
    }
    return started
  }
  return { ...source, code: { ...code, actions, start } }
}

/**
 * Returns the error message for a permitted action that no route of the project has. The error message suggests the
 * most similar action.
 */
function unknownAction(action: string, known: readonly string[], option: string): string {
  const named = known.filter((handler) => handler !== '')
  const hint = named.length === 0 ? '' : `; did you mean ${closest(action, named)}?`
  return `${option} ${printable(action, 200)}: no route of the project has this action${printable(hint, 300)}`
}
