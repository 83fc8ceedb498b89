/**
 * Keeps the files that the project's code changes as copies in a temporary folder. The code reads its changes back, and
 * the files of the user stay unchanged.
 */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, parse, relative } from 'node:path'

/** The original functions of `node:fs`, which this module stores before the guard replaces them. */
const { copyFileSync, existsSync, mkdirSync, realpathSync, statSync } = fs

/** Returns whether a path is a folder or lies inside it. */
function isWithin(path: string, folder: string): boolean {
  const steps = relative(folder, path)
  return !steps.startsWith('..') && !isAbsolute(steps)
}

/** Two functions that return the path to use for an absolute path: to read a file, and to change a file. */
export interface Copies {
  readonly toRead: (path: string) => string
  readonly toChange: (path: string) => string
}

/**
 * Makes the functions that replace paths by paths of copies. Files in the temporary folder of the system have no
 * copies, unless the project is there too.
 * @param project - The path of the project's folder.
 * @param folder - The path of the folder for copies, which the first change creates.
 * @param onChange - A function that receives the path of each changed file.
 */
export function copiesIn(project: string, folder: string, onChange: (path: string) => void): Copies {
  const temporary = [tmpdir(), realpathSync(tmpdir())]
  const isOutside = (path: string): boolean =>
    isWithin(path, folder) ||
    path.startsWith('/dev/') ||
    (temporary.some((one) => isWithin(path, one)) && !isWithin(path, project))
  const copyOf = (path: string): string => join(folder, relative(parse(path).root, path))
  return {
    toRead: (path) => {
      const copy = copyOf(path)
      if (isOutside(path) || !existsSync(copy)) return path
      return existsSync(path) && statSync(copy).isDirectory() ? path : copy
    },
    toChange: (path) => {
      if (isOutside(path)) return path
      onChange(path)
      const copy = copyOf(path)
      if (existsSync(dirname(path))) mkdirSync(dirname(copy), { recursive: true })
      if (existsSync(path) && !existsSync(copy)) {
        if (statSync(path).isDirectory()) mkdirSync(copy)
        else copyFileSync(path, copy)
      }
      return copy
    },
  }
}
