/** Gives advice when a request lacks a permission. */

import type { Lacks } from '../../reference/access.ts'
import type { Access, Graph } from '../../reference/graph/graph.ts'
import { DEFAULT_ACCOUNTS } from '../../sources/tokens/accounts.ts'
import { printable } from '../../util/printable.ts'

/**
 * The maximum number of missing permissions that the server reports. The server reports each missing permission only
 * once.
 */
const MOST_REPORTED = 1_000

/** The words for advice to the user: options of the command line or of `openSource`. */
export interface Remedies {
  /** Returns the words that add a permission, such as `--grant api::review.review.create`. */
  readonly grant: (permission: string) => string
  /** The words that add an API token, such as `--access FILE`. */
  readonly access: string
}

/** Returns a function that reports each missing permission only once, in one line with advice. */
export function missingPermissions(
  graph: () => Graph,
  remedies: Remedies,
  report: (line: string) => void,
): Lacks {
  const reported = new Set<string>()
  return ({ role, action }) => {
    const { access } = graph()
    const permission = role === access.publicRole ? action : `${role}=${action}`
    if (reported.has(permission) || reported.size >= MOST_REPORTED) return
    reported.add(permission)
    report(
      printable(
        `Refused: ${adviceOf(role, action, remedies.grant(permission), remedies.access, access)}`,
        500,
      ),
    )
  }
}

function adviceOf(
  role: string,
  action: string,
  grant: string,
  token: string,
  { roles, publicRole }: Access,
): string {
  if (!roles.has(role) && role === DEFAULT_ACCOUNTS.defaultRole)
    return `this user lacks ${action}. Users have the role ${role}, which access.json lacks, so they have the permissions of the role ${publicRole}. Add the role ${role} to access.json`
  if (!roles.has(role))
    return `this token lacks ${action}. Allow the action in Strapi (Settings, API Tokens), or list the token with ${token}`
  const isPublic = role === publicRole
  const place = isPublic ? 'Settings, Roles, Public' : `Settings, Roles, ${role}`
  const send = isPublic ? 'Send a token, allow' : 'Allow'
  return `the role ${role} lacks ${action}. ${send} the action in Strapi (${place}), or for this run with ${grant}`
}
