import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import '../support/plain.ts'
import { published } from './support/published.ts'

/**
 * The timeout for a browser. Even on a busy machine, a browser starts in a fraction of this time, so only a test
 * that hangs exceeds the timeout.
 */
const HANGS_AFTER_MILLISECONDS = 120_000

export default defineConfig({
  resolve: { alias: { ...published } },
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    maxWorkers: 2,
    testTimeout: HANGS_AFTER_MILLISECONDS,
    hookTimeout: HANGS_AFTER_MILLISECONDS,
    reporters: ['default'],
  },
})
