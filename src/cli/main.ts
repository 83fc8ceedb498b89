#!/usr/bin/env node
/**
 * The command line. Except for a completion, the program loads only the requested command, because loading all commands
 * takes time.
 */
import { Command } from 'commander'
import { printableLines } from '../util/printable.ts'
import { COMMANDS } from './commands/index.ts'
import { packageVersion } from './root.ts'
import { fail } from './run.ts'
import { print, printError } from './terminal.ts'

// If the standard output is a pipe, the program at its other end may close the pipe early. Only the error of the
// closed pipe is ignored: a server continues to answer, and the output of any other command has no reader.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

const [, , word, topic, ...others] = process.argv
const isCompletion = word === 'complete'
const isHelp =
  ['help', undefined, '--help', '-h'].includes(word) ||
  [topic, ...others].some((one) => one === '--help' || one === '-h')
const help = isHelp ? await import('./help.ts') : undefined

const program = new Command('populace')
  .description(
    'The content REST API of Strapi 5 from memory: a mock server, a check for servers, and tools for tests.',
  )
  .version(packageVersion(), '--version', 'print the version')
  .showHelpAfterError('(--help lists the commands and options)')
  .configureOutput({ writeOut: print, writeErr: (text) => printError(printableLines(text.trimEnd())) })
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
  .addHelpCommand(
    new Command('help')
      .argument('[topic]')
      .description('print the help of a command, or a page of the documentation')
      .helpGroup('Other:'),
  )
  .addHelpText(
    'after',
    () =>
      `\nExamples:\n  populace serve . --watch\n  populace help quick-start\n\nTopics: ${help?.topics().join(', ')}`,
  )

const wanted = word === 'help' ? topic : word
for (const [name, { says, group, load }] of Object.entries(COMMANDS)) {
  const isWanted = name === wanted || isCompletion
  const command = (isWanted ? await load() : new Command(name)).copyInheritedSettings(program)
  if (isWanted) help?.withHelp(command)
  program.addCommand(command.description(says).helpGroup(group))
}
program.commandsGroup('Other:')

try {
  if (word === 'help' && topic !== undefined && !Object.hasOwn(COMMANDS, topic))
    print((await help?.topicText(topic, Object.keys(COMMANDS))) ?? '')
  else {
    if (isCompletion) (await import('./completion.ts')).withCompletion(program)
    else
      program
        .command('complete [shell]')
        .description('print the completion script for bash, zsh, fish or powershell')
    await program.parseAsync()
  }
} catch (error) {
  fail(error)
}
