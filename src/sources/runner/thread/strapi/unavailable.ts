/**
 * Makes errors for features of Strapi that Populace does not have. Each error message names the missing member, file
 * or package.
 */
import type { CodeProblem } from '../../protocol.ts'
import { CannotWork, type LackWords } from '../cannot-work.ts'
import { memberOf, messageOf } from './values.ts'

/**
 * The error for code that uses a feature of Strapi that Populace does not have. The message of an `Unavailable`
 * error is one sentence, which clients may see.
 */
export class Unavailable extends CannotWork {
  override readonly name = 'Unavailable'
  declare readonly missing: string | undefined

  /**
   * Creates an `Unavailable` error with a message.
   * @param more - The texts for clients, if they differ from `message`, and the name of a package that is not
   * installed.
   */
  constructor(message: string, more: Partial<LackWords> & { readonly missing?: string } = {}) {
    const { missing, ...words } = more
    super(message, { lack: 'member', sentence: message, ...words })
    Object.defineProperty(this, 'missing', { value: missing })
  }
}

/** Returns the error for a call of code in a file that failed to load. */
export function brokenFile({ file, line, message, missing }: CodeProblem): Unavailable {
  const where = line === 0 ? file : `${file}:${line}`
  if (missing === undefined) return new Unavailable(`${where} cannot run: ${message}`, { place: null })
  return new Unavailable(`${where} cannot run: the package "${missing}" is not installed`, {
    ...{ lack: 'package', place: null, missing },
  })
}

/**
 * Converts an error in a code file to a problem for reports. The parameter `folder` is the absolute path of the
 * project's folder.
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
 * Returns the place (file and line) that an error itself names, or else the innermost place of the project in the
 * error's stack trace.
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

/** The names of members that JavaScript engines, `await` and printing functions read from any object. */
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

/**
 * Returns whether `await` or a printing function may read a member with this name, although the project's code does
 * not use the object.
 */
export const isSilent = (name: PropertyKey): boolean => typeof name === 'symbol' || SILENT.has(name)

/**
 * Makes the replacement for a member of `strapi` that Populace does not have. The replacement throws an error when
 * code calls it or reads a member of it.
 * @param path - The member in the form that code writes, such as `strapi.admin`.
 * @param why - A sentence with the reason and with advice.
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
 * Makes a replacement like the function `absent`, but code may read nested members of this replacement. A call of a
 * nested member throws an error that names the whole path.
 */
export function absentCalls(path: string, say: (path: string) => string, depth = 0): object {
  return new Proxy(() => undefined, {
    apply: () => {
      // The message of `say` already contains the place of the call.
      throw new Unavailable(say(path), { place: null })
    },
    get: (_, name) =>
      isSilent(name) || depth > MOST_DEPTH
        ? undefined
        : absentCalls(`${path}.${String(name)}`, say, depth + 1),
  })
}

const MOST_DEPTH = 20
