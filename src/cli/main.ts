#!/usr/bin/env node
/** The command line. It loads only the requested command, since loading all of them takes time. */
import { Command } from 'commander'
import { COMMANDS } from './commands/index.ts'
import { packageVersion } from './root.ts'
import { fail } from './run.ts'

// The reader of a pipe may close it early. A server continues; other commands have nothing left to print.
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
