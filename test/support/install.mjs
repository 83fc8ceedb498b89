/**
 * `node test/support/install.mjs FOLDER`: installs what a folder's lockfile says, where that is not what is installed. No
 * script of a package is run.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2] ?? '.'

/** Every package with its version, as a lockfile has them; the installed one leaves out what is for other systems. */
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
