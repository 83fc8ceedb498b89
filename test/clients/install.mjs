/** Installs the clients where what is installed is not what the lockfile says. No script of theirs is run. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Every package with its version, as a lockfile has them; the installed one leaves out what is for other systems. */
function versions(path) {
  try {
    const { packages } = JSON.parse(readFileSync(`${folder}${path}`, 'utf8'))
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
