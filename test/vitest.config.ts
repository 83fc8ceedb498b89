import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { COMPILED_FILES, compiled } from './support/compiled.ts'
import './support/plain.ts'

/** Only what hangs takes so long, however busy the machine is. No other limit on time stands in a test. */
const HANGS_AFTER_MILLISECONDS = 60_000

/** Whether the tests are run that are left out of `npm test`, and they alone. */
const isLong = process.env['POPULACE_LONG'] === '1'

/**
 * What the optimiser of Node 20 compiles is mostly called a few times and then compiled again for other shapes: it may
 * begin later, as that of later versions does by itself.
 */
const CALMLY = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []

/** Tests make much and keep little of it: the more of it is made between two looks at what is kept, the fewer there are. */
const ROOMY = ['--min-semi-space-size=16', '--max-semi-space-size=32']

/** Both cores are taken: what helps one worker is taken from the other. And little runs long enough to be interpreted first. */
const ALONE = ['--single-threaded-gc', '--always-sparkplug']

export default defineConfig({
  plugins: [compiled],
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: isLong
      ? ['{test,properties}/**/*.long.test.ts']
      : ['test/**/*.test.ts', 'properties/**/*.property.test.ts'],
    // Clients of others are installed apart: `npm run clients`; what needs a browser: `npm run test:browser`. What takes
    // longer has a command of its own too:
    // `npm run test:long`.
    exclude: ['test/{clients,browser}/**', '**/node_modules/**', ...(isLong ? [] : ['**/*.long.test.ts'])],
    server: { deps: { external: [COMPILED_FILES] } },
    execArgv: [...CALMLY, ...ROOMY, ...ALONE],
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
