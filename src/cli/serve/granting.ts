/** Adds the permissions of `--grant`, and prints advice when a write lacks one. */

import type { Access, Graph } from '../../reference/graph/graph.ts'
import { type DatasetFiles, DEFAULT_FILES } from '../../reference/load/files/files.ts'
import type { Lacks } from '../../server/mock.ts'
import { SourceError } from '../../sources/index.ts'
import { isList, isObject, type Json } from '../../util/json.ts'
import { printable } from '../../util/printable.ts'

/**
 * The files with the granted permissions: `ROLE=ACTION`, or `ACTION` for the public role. @throws SourceError for an
 * unknown role.
 */
export function withGrants(files: DatasetFiles, grants: readonly string[]): DatasetFiles {
  const access = files.access ?? DEFAULT_FILES.access
  if (!isObject(access) || grants.length === 0) return files
  const roles: Record<string, Json> = {
    ...(isObject(access['roles'] ?? null) ? Object(access['roles']) : {}),
  }
  for (const grant of grants) {
    const at = grant.indexOf('=')
    const name = at < 0 ? String(access['publicRole']) : grant.slice(0, at)
    const role = Object.hasOwn(roles, name) ? roles[name] : undefined
    if (!isObject(role ?? null))
      throw new SourceError(
        `--grant ${printable(grant, 200)}: expected one of the roles ${Object.keys(roles).join(', ')}, found ${printable(name, 100)}`,
      )
    const { permissions = [] } = Object(role)
    roles[name] = { permissions: [...(isList(permissions) ? permissions : []), grant.slice(at + 1)] }
  }
  return { ...files, access: { ...access, roles } }
}

/** The limit of printed permissions, each once. */
const MOST_REPORTED = 1_000

/** Prints advice about a missing permission. */
export function granting(graph: () => Graph, print: (line: string) => void): Lacks {
  const reported = new Set<string>()
  return ({ role, action }) => {
    const { access } = graph()
    const grant = role === access.publicRole ? action : `${role}=${action}`
    if (reported.has(grant) || reported.size >= MOST_REPORTED) return
    reported.add(grant)
    print(printable(`Refused: ${adviceOf(role, action, grant, access)}`, 500))
  }
}

function adviceOf(role: string, action: string, grant: string, { roles, publicRole }: Access): string {
  if (!roles.has(role))
    return `this token may not ${action}. Allow it in Strapi (Settings, API Tokens), or list it with --access FILE`
  const place = role === publicRole ? 'Settings, Roles, Public' : `Settings, Roles, ${role}`
  return `the role ${role} may not ${action}. Allow it in Strapi (${place}), or for this run with --grant ${grant}`
}
