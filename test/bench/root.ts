/** The path of the project root, even if this file is compiled to `.bench`. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function rootAbove(folder: string): string {
  let here = folder
  while (!existsSync(join(here, 'package.json'))) here = dirname(here)
  return here
}

export const ROOT = rootAbove(dirname(fileURLToPath(import.meta.url)))
