import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import '../support/plain.ts'

/** Only what hangs takes so long, however busy the machine is: a browser is unpacked and started within it. */
const HANGS_AFTER_MILLISECONDS = 120_000

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: HANGS_AFTER_MILLISECONDS,
    hookTimeout: HANGS_AFTER_MILLISECONDS,
    // What a page is looked at for comes when it comes.
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default'],
  },
})
