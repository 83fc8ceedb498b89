import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { COMPILED_FILES, compiled } from './support/compiled.ts'
import './support/plain.ts'

/** Only what hangs takes so long, however busy the machine is. No other limit on time stands in a test. */
const HANGS_AFTER_MILLISECONDS = 60_000

/** Whether the tests are run that are left out of `npm test`, and they alone. */
const isLong = process.env['POPULACE_LONG'] === '1'

/**
 * Makes the optimiser of Node 20 start later, as later versions do by default. Otherwise it compiles most functions
 * after a few calls, and again for other shapes.
 */
const CALMLY = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []

/** Tests allocate a lot and retain little: a larger young generation means fewer collections. */
const ROOMY = ['--min-semi-space-size=16', '--max-semi-space-size=32']

/** Two workers use both cores, so background threads only slow them down; most code runs too briefly to be interpreted first. */
const ALONE = ['--single-threaded-gc', '--always-sparkplug']

/** Coverage counts the sources. Vite shifts the positions of compiled files, so their counts would be wrong. */
const isCovered = process.argv.includes('--coverage')

/** The tests of the covered rooms that need no compiled thread. */
const COVERING = [
  'test/{changes,collations,conformance,core,databases,like,operators,positions,query-shapes}.test.ts',
  'test/{quirks,recordings,reveals,semantics,text-index,understood,versions}.test.ts',
  'test/{graph,schema,world,writing}/**/!(plugins).test.ts',
]

export default defineConfig({
  plugins: isCovered ? [] : [compiled],
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: isLong
      ? ['{test,properties}/**/*.long.test.ts']
      : isCovered
        ? COVERING
        : ['test/**/*.test.ts', 'properties/**/*.property.test.ts'],
    // Clients of others are installed apart: `npm run test:clients`; what needs a browser: `npm run test:browser`. What takes
    // longer has a command of its own too:
    // `npm run test:long`.
    exclude: ['test/{clients,browser}/**', '**/node_modules/**', ...(isLong ? [] : ['**/*.long.test.ts'])],
    server: { deps: { external: [COMPILED_FILES] } },
    execArgv: [...CALMLY, ...ROOMY, ...ALONE],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/seeded.ts'],
    // Two cores are two workers: the default leaves one of them idle.
    maxWorkers: 2,
    // The files of a worker share the modules and datasets that they load: none of them changes afterwards.
    isolate: false,
    testTimeout: HANGS_AFTER_MILLISECONDS,
    hookTimeout: HANGS_AFTER_MILLISECONDS,
    reporters: ['default'],
    coverage: {
      include: ['src/{reference,semantics,writing}/**/*.ts'],
      reporter: ['text-summary'],
      reportsDirectory: 'dist/coverage',
      // Just below the measured values, in percent.
      thresholds: {
        'src/reference/**': { lines: 94, branches: 88 },
        'src/semantics/**': { lines: 97, branches: 90 },
        'src/writing/**': { lines: 97, branches: 87 },
      },
    },
  },
})
