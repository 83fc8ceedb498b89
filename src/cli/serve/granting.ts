/** Prints advice when a write lacks a permission. */

import type { Access, Graph } from '../../reference/graph/graph.ts'
import type { Lacks } from '../../server/mock.ts'
import { printable } from '../../util/printable.ts'

/** The maximum number of missing permissions that the terminal prints; each is printed once. */
const MOST_REPORTED = 1_000

/** Returns the function that prints advice if a write lacks a permission. */
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
    return `this token lacks ${action}. Allow the action in Strapi (Settings, API Tokens), or list the token with --access FILE`
  const place = role === publicRole ? 'Settings, Roles, Public' : `Settings, Roles, ${role}`
  return `the role ${role} lacks ${action}. Allow the action in Strapi (${place}), or for this run with --grant ${grant}`
}
