/**
 * `node test/support/install.mjs FOLDER` installs the packages in the lockfile of a folder if they are not yet
 * installed. `install.mjs` runs no scripts of the installed packages.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'

/**
 * Returns the version of every package in a lockfile. The lockfile inside `node_modules` omits packages for other
 * operating systems.
 */
function versions(path) {
  try {
    const { packages } = JSON.parse(readFileSync(join(folder, path), 'utf8'))
    return Object.entries(packages).filter(([name, { optional }]) => name !== '' && optional !== true)
  } catch {
    return undefined
  }
}

const wanted = versions('package-lock.json')
const installed = new Map(versions('node_modules/.package-lock.json'))
if (
  wanted === undefined ||
  wanted.some(([name, { integrity }]) => installed.get(name)?.integrity !== integrity)
) {
  const words = ['ci', '--ignore-scripts', '--loglevel', 'error']
  const { status } = spawnSync('npm', words, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
}
