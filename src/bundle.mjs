/**
 * Builds the files of the package. This script calls the API of rolldown, because the command line of rolldown prints a
 * line for every chunk.
 */
import { build } from 'rolldown'
import configs from './rolldown.config.mjs'

/**
 * Turns off known and harmless warnings: `eval` in unreachable code of two packages, JSX settings, and a dynamic import
 * that is static elsewhere.
 */
const checks = {
  eval: false,
  configurationFieldConflict: false,
  ineffectiveDynamicImport: false,
  bundlerTimings: false,
}

// The builds run in sequence, because the first build empties the folder.
for (const config of configs) await build({ ...config, checks, logLevel: 'warn' })
