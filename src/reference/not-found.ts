/**
 * What is asked for and is nowhere is looked for once more, as a file that the server might have. There is none, but a
 * path that cannot be one is told apart from one that merely leads nowhere.
 */
import { percentDecoded } from '../util/url/percent.ts'
import type { Refusal } from './refusal.ts'
import type { Cite, RuleId } from './rules.ts'

/** What is wrong with a path as the path of a file; undefined for one that could be. */
export function faultOfPath(path: string, cite: Cite): Refusal | undefined {
  const below = percentDecoded(path.slice(1))
  if (below === undefined) return told('endpoint.undecodable', 400, 'failed to decode', cite)
  if (below.includes('\0') || isAbsolute(below)) return told('endpoint.absolute', 400, 'Malicious Path', cite)
  return leadsOut(below) ? told('endpoint.outside', 403, 'Forbidden', cite) : undefined
}

function told(rule: RuleId, status: 400 | 403, message: string, cite: Cite): Refusal {
  cite(rule)
  const name = status === 400 ? 'BadRequestError' : 'ForbiddenError'
  return { status, name, message, details: undefined, rule, crash: undefined }
}

/** From a root on, as any system writes it: `/x`, `\x`, `c:/x`. */
const isAbsolute = (path: string): boolean => /^(?:[\\/]|[a-z]:[\\/])/i.test(path)

/** Whether more steps lead up than down; a backslash parts names as well, though no step up undoes it. */
function leadsOut(path: string): boolean {
  const left: string[] = []
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name === '..' && left.length > 0 && left.at(-1) !== '..') left.pop()
    else left.push(name)
  }
  return /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(left.join('/'))
}
