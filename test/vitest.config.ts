import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Only what hangs takes so long, however busy the machine is. No other limit on time stands in a test. */
const HANGS_AFTER_MILLISECONDS = 60_000

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts', 'properties/**/*.property.test.ts'],
    globalSetup: ['test/support/build.ts'],
    // Two cores are two workers: the default leaves one of them idle.
    maxWorkers: 2,
    // The files of a worker share the modules and datasets that they load: none of them changes afterwards.
    isolate: false,
    testTimeout: HANGS_AFTER_MILLISECONDS,
    hookTimeout: HANGS_AFTER_MILLISECONDS,
    reporters: ['default'],
  },
})
