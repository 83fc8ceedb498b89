/** How the target is asked: the options, and the target that they name. */
import type { Command } from 'commander'
import { commandTarget, httpTarget, type Target } from '../../oracle/index.ts'
import { wholeNumber } from '../numbers.ts'

export interface AskingOptions {
  readonly target?: string
  readonly command?: string
  readonly timeout: number
  readonly concurrency: number
}

/** Where the target is. */
export const withTargetOptions = (command: Command): Command =>
  command
    .option('--target <url>', 'the server; a path in the URL goes in front of every request')
    .option('--command <line>', 'a subprocess that speaks JSON lines, in place of --target')

/** How it is asked. */
export const withAskingOptions = (command: Command): Command =>
  command
    .option('--timeout <milliseconds>', 'how long to wait for an answer', wholeNumber, 5000)
    .option('--concurrency <number>', 'how many requests are put at once', wholeNumber, 4)

/** @throws RangeError where there is not one target, TypeError for what is no URL. */
export function targetOf({ target, command, timeout, concurrency }: AskingOptions): Target {
  if ((target === undefined) === (command === undefined))
    throw new RangeError('Expected either --target or --command')
  return target === undefined
    ? commandTarget(command ?? '', { timeout })
    : httpTarget(target, { timeout, concurrency })
}
