/** Finds the folder of the package, whether the program runs from its TypeScript sources or from the build. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject, parseJson } from '../util/json.ts'

/** Returns the nearest folder above this file that contains the folder `fixtures`. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'fixtures')) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}

/** Returns the path of the dataset that the package contains. */
export const guideDataset = (): string => join(packageRoot(), 'fixtures', 'guide')

/** Returns the path of the built explorer page. */
export const explorerFile = (): string => join(packageRoot(), 'dist', 'bundle', 'explorer.json.br')

export function packageVersion(): string {
  const json = parseJson(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))
  const version = isObject(json) ? json.version : undefined
  return typeof version === 'string' ? version : 'unknown'
}
