/**
 * The tests load `src` and `properties` as the build has compiled them, and not each module once more through Vite: Node
 * loads them at once, and what is called across modules is called without a detour.
 */
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What `test/support/build.ts` compiles; the tests among it are read as they are. */
const COMPILED = /^(?:src|properties)\/(?!.*\.test\.ts$).*\.tsx?$/

export const compiled: Plugin = {
  name: 'compiled',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer === undefined || !source.startsWith('.')) return null
    const path = relative(root, resolve(dirname(importer), source))
    if (!COMPILED.test(path)) return null
    return { id: join(root, 'dist', path.replace(/\.tsx?$/, '.js')), external: true }
  },
}

/** What Node loads without Vite. */
export const COMPILED_FILES = /\/dist\/(?:src|properties)\//
