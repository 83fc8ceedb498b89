/** Options for the output of `serve`, and for the way in which the server stops. */

import { type Command, Option } from 'commander'
import type { RequestLog } from '../../server/http/reply.ts'
import type { Running } from '../../server/http/serve.ts'
import { limitNumber } from '../numbers.ts'
import { print } from '../terminal.ts'
import {
  eventLine,
  isPrinted,
  jsonLine,
  LOG_LEVELS,
  type LogLevel,
  levelOf,
  type RoleNameOf,
  textLine,
} from './log.ts'
import { stopOnSignals } from './signals.ts'

const LOG_FORMS = ['text', 'json', 'off'] as const

export interface OperatingOptions {
  readonly log: (typeof LOG_FORMS)[number]
  /** The log level: the server prints lines of this level and of more serious levels. */
  readonly logLevel: LogLevel
  /** Whether the server prints only errors. */
  readonly quiet?: true
  /** The maximum time in milliseconds for which a stopping server waits for the answers in progress. */
  readonly drain: number
}

/**
 * The default of the option `--drain`, in milliseconds. This default time is less than the 30 s after which
 * Kubernetes kills a stopping process.
 */
const DRAIN = 10_000

export const withOperatingOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--log <form>',
        'the format of the log, which has one line for each request: text, json, or off',
      )
        .choices(LOG_FORMS)
        .default('text'),
    )
    .addOption(
      new Option(
        '--log-level <level>',
        'error: answers from 500 and cut connections; warn: also answers from 400; info: every answer',
      )
        .choices(LOG_LEVELS)
        .default('info'),
    )
    .option('--quiet', 'print only errors: no lines at the start, and no line for a request without an error')
    .option(
      '--drain <ms>',
      'the maximum number of milliseconds to finish the answers in progress after SIGTERM; a second signal, or Ctrl-C, stops at once',
      limitNumber,
      DRAIN,
    )

export interface Printer {
  /** Prints one log line for an answered request; undefined for a server that does not log requests. */
  readonly log: ((line: RequestLog) => void) | undefined
  /** Prints the banner, or one line about the address in a JSON log, as soon as the server listens. */
  readonly listening: (at: Readonly<Record<string, string>>, banner: () => Promise<string>) => Promise<void>
  readonly stopping: () => void
}

/** Returns the functions that print the log and the events of a server. The function `write` receives each line. */
export function printerOf(
  { log, logLevel, quiet }: OperatingOptions,
  write: (line: string) => void,
  roleNameOf: RoleNameOf,
): Printer {
  const level = quiet === true ? 'error' : logLevel
  const lineOf = log === 'json' ? jsonLine : textLine
  const requests = (line: RequestLog): void => {
    if (isPrinted(levelOf(line.status), level)) write(lineOf(line, roleNameOf))
  }
  const events = (message: string, more: Readonly<Record<string, string>>): void => {
    if (log === 'json' && isPrinted('info', level)) write(eventLine(message, more))
  }
  return {
    log: log === 'off' ? undefined : requests,
    listening: async (at, banner) => {
      if (log !== 'json' && quiet !== true) print(await banner())
      events('listening', at)
    },
    stopping: () => events('stopping', {}),
  }
}

interface Parts {
  readonly printer: Printer
  readonly running: Running
  readonly watching: { readonly stop: () => unknown } | undefined
  /**
   * Releases resources of the server, such as the threads of project code, after all answers have ended or were cut
   * off.
   */
  readonly ended: () => void
}

/** Ends the server, the watching of files and the project code when the process receives a signal. */
export function endOnSignals(
  { drain }: OperatingOptions,
  { printer, running, watching, ended }: Parts,
): void {
  stopOnSignals({
    begin: () => {
      printer.stopping()
      void watching?.stop()
    },
    stop: running.stop,
    drain: () => running.drain(drain),
    ended,
  })
}
