/** Errors for features that Populace does not have. Each error message names the member, the file or the package. */
import type { CodeProblem } from '../../protocol.ts'
import { CannotWork, type LackWords } from '../cannot-work.ts'
import { memberOf, messageOf } from './values.ts'

/**
 * The error of code that uses a feature which Populace does not have. Clients may see the message of this error, which
 * is one sentence.
 */
export class Unavailable extends CannotWork {
  override readonly name = 'Unavailable'
  declare readonly missing: string | undefined

  /**
   * Makes the error.
   * @param more holds the words for clients, if they differ from `message`, and the name of a package that is not
   * installed.
   */
  constructor(message: string, more: Partial<LackWords> & { readonly missing?: string } = {}) {
    const { missing, ...words } = more
    super(message, { lack: 'member', sentence: message, ...words })
    Object.defineProperty(this, 'missing', { value: missing })
  }
}

/** Returns the error that a call throws if it uses a file that failed to load. */
export function brokenFile({ file, line, message, missing }: CodeProblem): Unavailable {
  const where = line === 0 ? file : `${file}:${line}`
  if (missing === undefined) return new Unavailable(`${where} cannot run: ${message}`, { place: null })
  return new Unavailable(`${where} cannot run: the package "${missing}" is not installed`, {
    ...{ lack: 'package', place: null, missing },
  })
}

/**
 * Makes the report of a problem from an error in a file. The parameter `folder` is the absolute path of the project.
 */
export function problemOf(error: unknown, file: string, folder: string): CodeProblem {
  const missing = memberOf(error, 'missing')
  const place = placeOf(error, folder)
  const message = messageOf(error)
  return {
    file: place?.file ?? file,
    line: place?.line ?? 0,
    message,
    ...(typeof missing === 'string' ? { missing } : {}),
  }
}

/**
 * Returns the place that the error itself names. Otherwise, it returns the innermost place of the project in the stack
 * trace.
 */
export function placeOf(
  error: unknown,
  folder: string,
): { readonly file: string; readonly line: number } | undefined {
  const file = memberOf(error, 'file')
  const line = memberOf(error, 'line')
  if (typeof file === 'string' && typeof line === 'number')
    return { file: file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file, line }
  const stack = memberOf(error, 'stack')
  if (typeof stack !== 'string') return undefined
  for (const text of stack.split('\n')) {
    const at = text.indexOf(`${folder}/`)
    if (at < 0 || text.includes('/node_modules/')) continue
    const found = /^(.+?):(\d+)(?::\d+)?\)?$/.exec(text.slice(at + folder.length + 1))
    if (found !== null) return { file: found[1] ?? '', line: Number(found[2]) }
  }
  return undefined
}

/** Names of members that JavaScript engines, `await` and printing functions read from any object. */
const SILENT: ReadonlySet<PropertyKey> = new Set([
  'then',
  'toJSON',
  'constructor',
  'prototype',
  'inspect',
  'asymmetricMatch',
  '$$typeof',
  'nodeType',
  '__esModule',
])

/** Whether code may read a member with this name from any object without intending to use the object. */
export const isSilent = (name: PropertyKey): boolean => typeof name === 'symbol' || SILENT.has(name)

/**
 * Makes the replacement of a member that Populace does not have. The replacement throws when code calls it or reads one
 * of its members.
 * @param path is the member in the form that code writes, such as `strapi.admin`.
 * @param why is a sentence with the reason and with advice.
 */
export function absent(path: string, why: string): object {
  const refuse = (what: string): never => {
    throw new Unavailable(`${what} cannot work here: ${why}`)
  }
  return new Proxy(() => undefined, {
    apply: () => refuse(`${path}()`),
    construct: () => refuse(`new ${path}()`),
    get: (_, name) => (isSilent(name) ? undefined : refuse(`${path}.${String(name)}`)),
  })
}

/**
 * Makes a replacement like `absent`, but code may read members of the replacement at any depth. If code calls such a
 * member, the call throws an error that names the whole path.
 */
export function absentCalls(path: string, say: (path: string) => string, depth = 0): object {
  return new Proxy(() => undefined, {
    apply: () => {
      // The text of `say` names the place of the call itself.
      throw new Unavailable(say(path), { place: null })
    },
    get: (_, name) =>
      isSilent(name) || depth > MOST_DEPTH
        ? undefined
        : absentCalls(`${path}.${String(name)}`, say, depth + 1),
  })
}

const MOST_DEPTH = 20
