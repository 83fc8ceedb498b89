import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts', 'properties/**/*.property.test.ts'],
    // Two cores are two workers: the default leaves one of them idle.
    maxWorkers: 2,
    reporters: ['default'],
  },
})
