/**
 * A Vite plugin that makes tests load the compiled `src` and `properties`. Node loads compiled files faster than Vite
 * transforms the sources, and calls between modules stay direct.
 */
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The source files that `test/support/build.ts` compiles, without test files. */
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

/** The compiled files, which Node loads without Vite. */
export const COMPILED_FILES = /\/dist\/(?:src|properties)\//
