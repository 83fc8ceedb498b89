/** `populace complete`: completes commands and options in a shell. */
import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'

/**
 * Adds the command `complete`, which prints the completion script of a shell. The script calls `complete` again to
 * complete a line.
 */
export const withCompletion = (program: Command): void => void tab(program)
