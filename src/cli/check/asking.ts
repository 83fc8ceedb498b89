/** Options for the checked server (the target): its address, and limits for the requests to it. */
import type { Command } from 'commander'
import { type CheckOptions, commandTarget, httpTarget, type Target } from '../../oracle/index.ts'
import { readRegular } from '../../sources/regular-file.ts'
import { headersOf } from '../../util/url/headers.ts'
import { collect, wholeNumber } from '../numbers.ts'

export interface AskingOptions {
  readonly target?: string
  readonly command?: string
  readonly timeout: number
  readonly concurrency: number
  readonly rate?: number
  readonly header: readonly string[]
  readonly insecure?: true
  readonly ca?: string
  readonly stress?: true
  readonly restart?: string
  readonly waitForTarget?: number
}

/** Adds the options for the address of the checked server to a command. */
export const withTargetOptions = (command: Command): Command =>
  command
    .option(
      '--target <url>',
      'the URL of the checked server; the path of this URL is put before the path of every request',
    )
    .option('--command <line>', 'a program that answers requests as JSON lines, in place of --target')

/** Adds the options for sending the requests of a check to a command. */
export const withAskingOptions = (command: Command): Command =>
  command
    .option(
      '--wait-for-target <seconds>',
      'the maximum time until the server gives its first answer',
      wholeNumber,
    )
    .option('--timeout <milliseconds>', 'the maximum time until an answer is complete', wholeNumber, 5000)
    .option('--concurrency <number>', 'the number of requests in progress at once', wholeNumber, 4)
    .option('--rate <number>', 'the maximum number of requests per second', wholeNumber)
    .option('--header <name: value>', 'a header for every request; no report shows its value', collect, [])
    .option('--insecure', 'accept any certificate')
    .option('--ca <file>', 'an additional certificate authority, as a PEM file')
    .option('--stress', 'also send requests that may overload a small server, last and one at a time')
    .option(
      '--restart <command>',
      'a command that restarts the server after a crash, to find the request that crashed it',
    )

/**
 * Returns the checked server that the options name.
 * @throws RangeError unless the options name exactly one server, TypeError for an invalid URL.
 */
export function targetOf(options: AskingOptions): Target {
  const { target, command, timeout, concurrency, header, insecure, ca } = options
  if ((target === undefined) === (command === undefined))
    throw new RangeError(
      'Expected either --target or --command: `populace check --target http://localhost:1337` checks that server against the project here',
    )
  if (target === undefined) return commandTarget(command ?? '', { timeout })
  return httpTarget(target, {
    timeout,
    concurrency,
    headers: headersOf(header),
    insecure: insecure === true,
    ...(ca === undefined ? {} : { ca: readRegular(ca).toString('utf8') }),
  })
}

/** Returns the options that limit the load on the checked server: timeout, concurrency, rate and overload tests. */
export function manners(
  options: AskingOptions,
): Pick<CheckOptions, 'concurrency' | 'rate' | 'stress' | 'timeout'> {
  const { timeout, concurrency, rate, stress } = options
  if (concurrency === 0 || rate === 0) throw new RangeError('--concurrency and --rate are at least 1')
  return { timeout, concurrency, stress: stress === true, ...(rate === undefined ? {} : { rate }) }
}
