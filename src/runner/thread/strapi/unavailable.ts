/** Errors for what a mock cannot do: they name the member, the file or the package. */
import type { CodeProblem } from '../../protocol.ts'
import { CannotWork, type LackWords } from '../cannot-work.ts'
import { memberOf, messageOf } from './values.ts'

/** Code of the project uses something that cannot be there. Its message is one sentence for the client. */
export class Unavailable extends CannotWork {
  override readonly name = 'Unavailable'
  readonly missing: string | undefined

  /** @param more - The words for clients, if they differ, and the package that is not installed. */
  constructor(message: string, more: Partial<LackWords> & { readonly missing?: string } = {}) {
    const { missing, ...words } = more
    super(message, { lack: 'member', sentence: message, ...words })
    this.missing = missing
  }
}

/** The error of a file that failed to load, for everything that would come out of it. */
export function brokenFile({ file, line, message, missing }: CodeProblem): Unavailable {
  const where = line === 0 ? file : `${file}:${line}`
  if (missing === undefined) return new Unavailable(`${where} cannot run: ${message}`, { place: null })
  return new Unavailable(`${where} cannot run: the package "${missing}" is not installed`, {
    ...{ lack: 'package', place: null, missing },
  })
}

/** Reads a failure as a problem of a file. `folder` is absolute. */
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

/** The first place of the project in the stack of an error, or the place that the error states itself. */
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

/** Names that engines, `await` and printers read without meaning them. */
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

/** Whether a read of this name never means a member. */
export const isSilent = (name: PropertyKey): boolean => typeof name === 'symbol' || SILENT.has(name)

/**
 * A member that cannot be there: it throws when called, and when anything is read from it.
 * @param path - How code writes it: `strapi.admin`.
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

/** Like `absent`, but members can be read at any depth. Only a call throws, with its whole path. */
export function absentCalls(path: string, say: (path: string) => string, depth = 0): object {
  return new Proxy(() => undefined, {
    apply: () => {
      throw new Unavailable(say(path))
    },
    get: (_, name) =>
      isSilent(name) || depth > MOST_DEPTH
        ? undefined
        : absentCalls(`${path}.${String(name)}`, say, depth + 1),
  })
}

const MOST_DEPTH = 20
