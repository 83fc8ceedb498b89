/** `populace complete`: the completion of commands and options in a shell. */
import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'

/** Adds the command, which prints the script of a shell, and which that script calls. */
export const withCompletion = (program: Command): void => void tab(program)
