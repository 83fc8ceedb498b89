#!/usr/bin/env node
/** The command line. Each command is loaded when it is asked for, so that no other waits for it. */
import { Command } from 'commander'
import { packageVersion } from './root.ts'
import { fail } from './run.ts'

interface Named {
  readonly says: string
  /** The command with its options, and what it does. */
  readonly load: () => Promise<Command>
}

/** In the order of the help. */
const COMMANDS: Readonly<Record<string, Named>> = {
  serve: {
    says: 'serve a dataset over HTTP',
    load: async () => (await import('./serve/serve.ts')).serveCommand(),
  },
  get: {
    says: 'print the answer to one request; exits with 0 if it is a 2xx',
    load: async () => (await import('./commands/get.ts')).getCommand(),
  },
  explain: {
    says: 'why an answer is as it is, and why something is missing in it',
    load: async () => (await import('./commands/explain.ts')).explainCommand(),
  },
  validate: {
    says: 'check a dataset and print every fault in it; exits with 1 if there is one',
    load: async () => (await import('./commands/validate.ts')).validateCommand(),
  },
  import: {
    says: 'write a project or an export as a dataset folder',
    load: async () => (await import('./commands/import.ts')).importCommand(),
  },
  dataset: {
    says: 'write a dataset of the suite or any source as a folder, with every link by id, or for `strapi import`',
    load: async () => (await import('./commands/dataset.ts')).datasetCommand(),
  },
  check: {
    says: 'find where a server departs from the reference; exits with 0, 1 for differences, 2 for no run',
    load: async () => (await import('./check/command.ts')).checkCommand(),
  },
  suite: {
    says: 'write the conformance suite, one JSON object a line',
    load: async () => (await import('./commands/suite.ts')).suiteCommand(),
  },
  types: {
    says: 'write TypeScript declarations: what is answered to each query, and what may be asked',
    load: async () => (await import('./commands/types.ts')).typesCommand(),
  },
  openapi: {
    says: 'write an OpenAPI document of the content API',
    load: async () => (await import('./commands/openapi.ts')).openapiCommand(),
  },
  upgrade: {
    says: 'which requests another release or database answers otherwise; exits with 1 if any breaks',
    load: async () => (await import('./commands/upgrade.ts')).upgradeCommand(),
  },
  since: {
    says: 'from which release on a request is answered as now, and how before, on every database',
    load: async () => (await import('./commands/since.ts')).sinceCommand(),
  },
  site: {
    says: 'write the specification as pages on which every case can be run',
    load: async () => (await import('./commands/site.ts')).siteCommand(),
  },
  quirks: {
    says: 'print where the real server departs from its documentation',
    load: async () => (await import('./commands/quirks.ts')).quirksCommand(),
  },
}

// Whoever reads what is printed may go before its end: a server answers on, and all else has no more to say.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const program = new Command('populace')
  .description("Strapi 5's content REST API as a reference implementation: answers from files, exactly.")
  .version(packageVersion(), '--version', 'print the version')
  .showHelpAfterError('(--help shows what there is)')
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))

const asked = process.argv[2] === 'help' ? process.argv[3] : process.argv[2]
for (const [name, { says, load }] of Object.entries(COMMANDS)) {
  if (name === asked) program.addCommand((await load()).description(says).copyInheritedSettings(program))
  else program.command(name).description(says)
}

try {
  await program.parseAsync()
} catch (error) {
  fail(error)
}
