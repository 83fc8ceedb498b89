/** Makes relative file paths start at the project's folder, because a thread has no working directory of its own. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isAbsolute, resolve } from 'node:path'
import { type AnyMethod, replaceMethod } from './refuse.ts'

/** The functions of `node:fs` whose first argument is a path. */
const PATHS = [
  ...[
    'access',
    'appendFile',
    'chmod',
    'chown',
    'cp',
    'copyFile',
    'exists',
    'lchown',
    'link',
    'lstat',
    'lutimes',
  ],
  ...[
    'mkdir',
    'mkdtemp',
    'open',
    'opendir',
    'readFile',
    'readdir',
    'readlink',
    'realpath',
    'rename',
    'rm',
    'rmdir',
  ],
  ...['stat', 'statfs', 'truncate', 'unlink', 'utimes', 'writeFile'],
  ...['createReadStream', 'createWriteStream', 'openAsBlob', 'watch', 'watchFile', 'unwatchFile'],
]

/**
 * The functions of `node:fs` whose second argument is also a path. The first argument of `symlink`, the target of
 * the link, stays unchanged.
 */
const SECOND = new Set(['cp', 'copyFile', 'link', 'rename', 'symlink'])

/** Replaces functions of `node:fs`, so that these functions resolve relative paths against the given folder. */
export function resolvePaths(folder: string): void {
  const within = (path: unknown): unknown =>
    typeof path === 'string' && path !== '' && !isAbsolute(path) ? withEnd(path, resolve(folder, path)) : path
  for (const holder of [fs, fs.promises])
    for (const name of [...PATHS, 'symlink'])
      for (const form of [name, `${name}Sync`])
        replaceMethod(holder, form, (usual) => resolving(usual, name, within))
  syncBuiltinESMExports()
}

function resolving(usual: AnyMethod, name: string, within: (path: unknown) => unknown): AnyMethod {
  return function (first, second, ...more) {
    const path = name === 'symlink' ? first : within(first)
    const rest = SECOND.has(name)
      ? [within(second), ...more]
      : second === undefined && more.length === 0
        ? []
        : [second, ...more]
    return Reflect.apply(usual, this, [path, ...rest])
  }
}

/**
 * Restores the trailing slash of the original path on the resolved path. The slash matters, because a path with a
 * trailing slash must be a folder.
 */
const withEnd = (path: string, resolved: string): string =>
  path.endsWith('/') && !resolved.endsWith('/') ? `${resolved}/` : resolved
