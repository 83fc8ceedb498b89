/**
 * A Vite plugin that loads the compiled `src` and `properties` in tests. Node loads them faster than Vite
 * transforms them, and calls across modules stay direct.
 */
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files that `test/support/build.ts` compiles. The tests among them run uncompiled. */
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

/** The files that Node loads without Vite. */
export const COMPILED_FILES = /\/dist\/(?:src|properties)\//
