/**
 * `node test/support/install.mjs FOLDER` installs the lockfile of a folder unless it is installed. It runs no
 * script of a package.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'

/** Every package of a lockfile with its version. The installed lockfile omits packages of other systems. */
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
