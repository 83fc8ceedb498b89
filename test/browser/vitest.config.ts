import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Only what hangs takes so long, however busy the machine is: a browser is unpacked and started within it. */
const HANGS_AFTER_MILLISECONDS = 120_000

// What tests start writes plain text, wherever colours are forced or a CI has itself announced: it is read.
delete process.env['FORCE_COLOR']
process.env['NO_COLOR'] = '1'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: HANGS_AFTER_MILLISECONDS,
    hookTimeout: HANGS_AFTER_MILLISECONDS,
    reporters: ['default'],
  },
})
