import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { COMPILED_FILES, compiled } from './support/compiled.ts'
import './support/plain.ts'

/**
 * The timeout of a test: only a test that hangs exceeds it, even on a busy machine. Tests have no other time limits.
 */
const HANGS_AFTER_MILLISECONDS = 60_000

/** Whether to run only the long tests, which `npm test` excludes. */
const isLong = process.env['POPULACE_LONG'] === '1'

/**
 * Makes Node 20 optimise functions later, as later versions do by default. By default, Node 20 optimises most functions
 * after a few calls, and again for other object shapes.
 */
const CALMLY = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : []

/** A larger young generation means fewer garbage collections, because tests allocate much and keep little. */
const ROOMY = ['--min-semi-space-size=16', '--max-semi-space-size=32']

/**
 * V8 uses fewer threads, because two workers already use both cores, and a baseline compiler, because most code runs
 * only briefly.
 */
const ALONE = ['--single-threaded-gc', '--always-sparkplug']

/**
 * Whether coverage is measured, so that tests load the sources instead of the compiled files. With compiled files, Vite
 * would shift the positions of code, so the counts would be wrong.
 */
const isCovered = process.argv.includes('--coverage')

/** The tests that cover the measured rooms and need no compiled worker thread, some of them long. */
const COVERING = [
  'test/{changes,collations,conformance,core,databases,like,operators,positions,query-shapes}.test.ts',
  'test/{quirks,recordings,reveals,semantics,text-index,understood,versions}.test.ts',
  'test/{graph,schema,world,writing}/**/!(*.long).test.ts',
  'test/writing/{recorded,service/writes}.long.test.ts',
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
    // Excluded tests have their own commands: `npm run test:clients`, `npm run test:browser`, and `npm run test:long`
    // for tests that take longer.
    exclude: [
      'test/{clients,browser}/**',
      '**/node_modules/**',
      ...(isLong || isCovered ? [] : ['**/*.long.test.ts']),
    ],
    server: { deps: { external: [COMPILED_FILES] } },
    execArgv: [...CALMLY, ...ROOMY, ...ALONE],
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/seeded.ts'],
    // Two workers for two cores, because the default would leave one core idle.
    maxWorkers: 2,
    // The test files of a worker share loaded modules and datasets, because no test changes them.
    isolate: false,
    testTimeout: HANGS_AFTER_MILLISECONDS,
    hookTimeout: HANGS_AFTER_MILLISECONDS,
    reporters: ['default'],
    coverage: {
      include: ['src/{reference,semantics,writing}/**/*.ts'],
      reporter: ['text-summary'],
      reportsDirectory: 'dist/coverage',
      // The minimum coverage in percent, just below the measured values.
      thresholds: {
        'src/reference/**': { lines: 94, branches: 88 },
        'src/semantics/**': { lines: 97, branches: 90 },
        'src/writing/**': { lines: 97, branches: 87 },
      },
    },
  },
})
