/** Configures Vitest for a copy of the sources, which contains no build output. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const HANGS_AFTER_MILLISECONDS = 200_000

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    include: ['test/**/*.test.ts', 'properties/**/*.property.test.ts'],
    exclude: ['**/node_modules/**'],
    maxWorkers: 1,
    isolate: false,
    testTimeout: HANGS_AFTER_MILLISECONDS,
    hookTimeout: HANGS_AFTER_MILLISECONDS,
  },
})
