/** `populace complete`: completes commands and options in a shell. */
import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'

/** Adds the command that prints the completion script of a shell; the script calls the same command. */
export const withCompletion = (program: Command): void => void tab(program)
