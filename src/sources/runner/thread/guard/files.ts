/**
 * Guards the files of the user. Relative paths start at the project's folder, because a thread has no working directory
 * of its own. A change of a file changes a copy.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Copies, copiesIn } from './copies.ts'
import { type AnyMethod, replaceMethod } from './refuse.ts'

/** The functions of `node:fs` that read the file at the path in their first argument. */
const READING = [
  ...[
    'access',
    'exists',
    'lstat',
    'opendir',
    'readFile',
    'readdir',
    'readlink',
    'realpath',
    'stat',
    'statfs',
  ],
  ...['copyFile', 'cp', 'createReadStream', 'openAsBlob', 'watch', 'watchFile', 'unwatchFile'],
]

/** The functions of `node:fs` that change the file at the path in their first argument. */
const CHANGING = [
  ...['appendFile', 'chmod', 'chown', 'lchown', 'lutimes', 'mkdir', 'mkdtemp', 'rename', 'rm', 'rmdir'],
  ...['truncate', 'unlink', 'utimes', 'writeFile', 'createWriteStream', 'link'],
]

/** The functions of `node:fs` that change the file at the path in their second argument. */
const SECOND = new Set(['cp', 'copyFile', 'link', 'rename', 'symlink'])

/** The flags of `open` that only read, as texts and as the number `O_RDONLY`. */
const READ_FLAGS: readonly unknown[] = [undefined, 'r', 'rs', 'sr', fs.constants.O_RDONLY]

export interface FileGuardOptions {
  /** The path of the project's folder. */
  readonly folder: string
  /** The path of the folder for copies of changed files. */
  readonly copies: string
  /** A function that receives the path of each file that the code changes. */
  readonly onChange: (path: string) => void
}

/** Replaces functions of `node:fs`, so that they resolve relative paths, and change only copies of files. */
export function guardFiles({ folder, copies, onChange }: FileGuardOptions): void {
  const found = copiesIn(folder, copies, onChange)
  const reading: PathChange = (path) => changed(path, folder, found.toRead)
  const changing: PathChange = (path) => changed(path, folder, found.toChange)
  for (const holder of [fs, fs.promises]) {
    const replace = (name: string, first: (args: readonly unknown[]) => PathChange): void => {
      const second = SECOND.has(name) ? changing : same
      for (const form of [name, `${name}Sync`])
        replaceMethod(holder, form, (usual) => withPaths(usual, first, second))
    }
    for (const name of READING) replace(name, () => reading)
    for (const name of CHANGING) replace(name, () => changing)
    // The first argument of `symlink` is the target of the link, which stays unchanged.
    replace('symlink', () => same)
    replace('open', ([, flags]) =>
      READ_FLAGS.includes(flags) || typeof flags === 'function' ? reading : changing,
    )
  }
  syncBuiltinESMExports()
}

/** A function that returns another argument in place of a path. */
type PathChange = (path: unknown) => unknown
const same: PathChange = (path) => path

/** Replaces the first two arguments of a function. The number of arguments stays unchanged. */
function withPaths(
  usual: AnyMethod,
  first: (args: readonly unknown[]) => PathChange,
  second: PathChange,
): AnyMethod {
  return function (...args) {
    const change = first(args)
    const own = args.map((arg, at) => (at === 0 ? change(arg) : at === 1 ? second(arg) : arg))
    return Reflect.apply(usual, this, own)
  }
}

/** Returns the changed absolute path of a path, which may also be a file URL or a buffer; any other value as it is. */
function changed(path: unknown, folder: string, change: Copies['toRead']): unknown {
  const text =
    path instanceof URL && path.protocol === 'file:'
      ? fileURLToPath(path)
      : Buffer.isBuffer(path)
        ? path.toString()
        : path
  return typeof text === 'string' && text !== '' ? withEnd(text, change(resolve(folder, text))) : path
}

/**
 * Restores the trailing slash of the original path on the resolved path. The slash matters, because a path with a
 * trailing slash must be a folder.
 */
const withEnd = (path: string, resolved: string): string =>
  path.endsWith('/') && !resolved.endsWith('/') ? `${resolved}/` : resolved
