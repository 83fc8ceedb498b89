/** Writes what is published. The command line of rolldown would list every chunk. */
import { build } from 'rolldown'
import configs from './rolldown.config.mjs'

/** Known and harmless: `eval` in unreachable code of two packages, JSX settings, an import that is static elsewhere. */
const checks = {
  eval: false,
  configurationFieldConflict: false,
  ineffectiveDynamicImport: false,
  bundlerTimings: false,
}

// One after the other: the first empties the folder.
for (const config of configs) await build({ ...config, checks, logLevel: 'warn' })
