/** Options for what `serve` prints, and how it ends. */

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
  /** The time in milliseconds that answers in progress get after the signal to stop. */
  readonly drain: number
}

/**
 * The default time for answers in progress at the end, in milliseconds. The default time for answers in progress is
 * less than the 30 s after which Kubernetes kills a process.
 */
const DRAIN = 10_000

export const withOperatingOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--log <form>',
        'a line for each request with time, level, client, role, world, id, duration and bytes: text, json, or off',
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
    .option('--quiet', 'print neither the start nor a request, only errors')
    .option(
      '--drain <ms>',
      'milliseconds for answers in progress after SIGTERM; a second signal, or Ctrl-C, stops at once',
      limitNumber,
      DRAIN,
    )

export interface Printer {
  /** Prints an answered request; undefined for a server that prints no requests. */
  readonly log: ((line: RequestLog) => void) | undefined
  /** Prints the address and the banner when the server listens. */
  readonly listening: (at: Readonly<Record<string, string>>, banner: () => Promise<string>) => Promise<void>
  readonly stopping: () => void
}

/** Returns the parameter `write` receives lines. */
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
  /** Called after all answers have ended or were cut off. */
  readonly ended: () => void
}

/** Ends the parts of a server when a signal arrives. */
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
