/**
 * Finds the error of the real server for a URL path without a route that cannot name a file. The real server looks up
 * every path without a route as a file in its public folder.
 */
import { percentDecoded } from '../util/url/percent.ts'
import type { Refusal } from './refusal.ts'
import type { Cite, RuleId } from './rules.ts'

/** Returns the fault of a URL path that cannot name a file; undefined if the path can name a file. */
export function faultOfPath(path: string, cite: Cite): Refusal | undefined {
  const below = percentDecoded(path.slice(1))
  if (below === undefined) return refusalOf('endpoint.undecodable', 400, 'failed to decode', cite)
  if (below.includes('\0') || isAbsolute(below))
    return refusalOf('endpoint.absolute', 400, 'Malicious Path', cite)
  return leadsOut(below) ? refusalOf('endpoint.outside', 403, 'Forbidden', cite) : undefined
}

function refusalOf(rule: RuleId, status: 400 | 403, message: string, cite: Cite): Refusal {
  cite(rule)
  const name = status === 400 ? 'BadRequestError' : 'ForbiddenError'
  return { status, name, message, details: undefined, rule, crash: undefined }
}

/** Returns whether a path is absolute on any operating system: `/x`, `\x`, `c:/x`. */
const isAbsolute = (path: string): boolean => /^(?:[\\/]|[a-z]:[\\/])/i.test(path)

/**
 * Returns whether a path leads out of the root folder. In a path, a backslash also separates names, but `..` cancels
 * only a name between slashes.
 */
function leadsOut(path: string): boolean {
  const left: string[] = []
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name === '..' && left.length > 0 && left.at(-1) !== '..') left.pop()
    else left.push(name)
  }
  return /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(left.join('/'))
}
