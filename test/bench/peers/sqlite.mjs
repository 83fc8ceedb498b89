/** Builds better-sqlite3 from source, unless an earlier run has built it. The build downloads no binary. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('node_modules/better-sqlite3', import.meta.url))

if (!existsSync(join(folder, 'build/Release/better_sqlite3.node'))) {
  console.log('better-sqlite3 is built, which takes some minutes.')
  const words = ['run', 'build-release', '--loglevel', 'error']
  const { status, stderr } = spawnSync('npm', words, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    const last = stderr.trim().split('\n').slice(-5).join('\n')
    console.log(`It cannot be built here; node-sqlite3-wasm stands in for it.\n${last}`)
  }
}
