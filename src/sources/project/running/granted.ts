/** Converts roles and permissions between the rows and the `access.json` of a dataset. */

import { CONTENT_ACTIONS, EVERY_GET_ROUTE, PLUGIN_ACTIONS } from '../../../reference/graph/actions.ts'
import { type DatasetFiles, DEFAULT_FILES } from '../../../reference/load/files/files.ts'
import { ROLE_UID } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json } from '../../../util/json.ts'
import { capitalized } from '../../../util/text/case.ts'
import { stemOf } from '../../database/builtin.ts'
import { at, textAt } from '../../database/model.ts'
import { PERMISSION_UID, PERMITTED } from '../roles.ts'

const rowsOf = ({ entries = {} }: DatasetFiles, uid: string): readonly Json[] => {
  const rows = entries[stemOf(uid)] ?? []
  return isList(rows) ? rows : []
}

/**
 * Returns the permitted actions of custom controllers from the rows of a dataset, by role. The file `access.json`
 * cannot contain actions of custom controllers.
 */
export function grantedActions(files: DatasetFiles): ReadonlyMap<string, readonly string[]> {
  const uids = uidsOf(files)
  const names = new Map(
    rowsOf(files, ROLE_UID).map((row) => [at(row, ['id']), textAt(row, ['type']) ?? textAt(row, ['name'])]),
  )
  const granted = new Map<string, string[]>()
  for (const row of rowsOf(files, PERMISSION_UID)) {
    const [action, role] = [textAt(row, ['action']), names.get(at(row, ['role']))]
    if (action === undefined || role === undefined || isStated(action, uids)) continue
    granted.set(role, [...(granted.get(role) ?? []), action])
  }
  return granted
}

/**
 * Returns whether `access.json` can contain an action. The file `access.json` cannot contain actions of custom
 * controllers.
 */
export const isStatable = (action: string, files: DatasetFiles): boolean => isStated(action, uidsOf(files))

function isStated(action: string, uids: ReadonlySet<string>): boolean {
  const dot = action.lastIndexOf('.')
  if (PLUGIN_ACTIONS.has(action)) return true
  return CONTENT_ACTIONS.includes(action.slice(dot + 1)) && uids.has(action.slice(0, dot))
}

/** Returns the uids of the content types of a dataset. */
export const uidsOf = ({ contentTypes }: DatasetFiles): ReadonlySet<string> =>
  new Set(Object.entries(contentTypes).map(([stem, json]) => textAt(json, ['uid']) ?? `api::${stem}.${stem}`))

/**
 * Returns the rows for the roles and permissions in `access.json` and for the roles of a new server, by the name of
 * the dataset file. The roles of API tokens get no rows.
 */
export function rolesOfAccess(files: DatasetFiles): Readonly<Record<string, Json>> {
  const uids = [...uidsOf(files)].filter((uid) => uid.startsWith('api::'))
  const stated = at(files.access ?? DEFAULT_FILES.access, ['roles'])
  const roles = Object.entries(isObject(stated) ? stated : {}).filter(
    ([name]) => !name.startsWith('api-token:'),
  )
  const named = [...new Set([...Object.keys(PERMITTED), ...roles.map(([name]) => name)])]
  const permitted = named.flatMap((name, role) => {
    const listed = at(Object.fromEntries(roles)[name], ['permissions'])
    const actions = (isList(listed) ? listed : []).flatMap((action) => expanded(String(action), uids))
    return [...new Set([...(PERMITTED[name] ?? []), ...actions])].map((action) => ({
      action,
      role: role + 1,
    }))
  })
  return {
    [stemOf(ROLE_UID)]: named.map((type, role) => ({
      id: role + 1,
      type,
      name: capitalized(type),
      description: '',
    })),
    [stemOf(PERMISSION_UID)]: permitted.map((row, id) => ({ id: id + 1, ...row })),
  }
}

/**
 * Expands an action with a wildcard, because a permission row names only one action. The action `*.find` becomes one
 * action for each content type in `uids`. The permissions `*` and `GET *` get no rows.
 */
function expanded(action: string, uids: readonly string[]): readonly string[] {
  if (action === '*' || action === EVERY_GET_ROUTE) return []
  return action.startsWith('*.') ? uids.map((uid) => `${uid}${action.slice(1)}`) : [action]
}
