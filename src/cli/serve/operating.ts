/** How `serve` prints and stops. */

import { type Command, Option } from 'commander'
import pc from 'picocolors'
import type { RequestLog } from '../../server/http/reply.ts'
import type { Running } from '../../server/http/serve.ts'
import { printable } from '../../util/printable.ts'
import { urlWithoutSecrets } from '../../util/secrets.ts'
import { limitNumber } from '../numbers.ts'
import { print } from '../terminal.ts'
import type { RoleNameOf } from './json-log.ts'
import { stopOnSignals } from './signals.ts'

const LOG_FORMS = ['text', 'json', 'off'] as const

export interface OperatingOptions {
  readonly log: (typeof LOG_FORMS)[number]
  /** Whether only warnings and errors are printed. */
  readonly quiet?: true
  /** Milliseconds for answers in progress at the end. */
  readonly drain: number
}

/** Milliseconds. Less than the 30 s after which Kubernetes kills a process. */
const DRAIN = 10_000

export const withOperatingOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--log <form>',
        'a line for each request: text, json with time, id, client, world and role, or off',
      )
        .choices(LOG_FORMS)
        .default('text'),
    )
    .option('--quiet', 'print only warnings and errors')
    .option(
      '--drain <ms>',
      'milliseconds for answers in progress after SIGTERM; a second signal, or Ctrl-C, stops at once',
      limitNumber,
      DRAIN,
    )

export interface Printer {
  /** Receives each answered request; undefined for a server that prints none. */
  readonly log: ((line: RequestLog) => void) | undefined
  /** Prints that the server listens. */
  readonly listening: (at: Readonly<Record<string, string>>, banner: () => Promise<string>) => Promise<void>
  readonly stopping: () => void
}

/** `write` receives lines. */
export async function printerOf(
  { log, quiet }: OperatingOptions,
  write: (line: string) => void,
  roleNameOf: RoleNameOf,
): Promise<Printer> {
  if (log === 'json') {
    const { eventLine, jsonLine } = await import('./json-log.ts')
    return {
      log: quiet === true ? undefined : (line) => write(jsonLine(line, roleNameOf)),
      listening: async (at) => write(eventLine('listening', at)),
      stopping: () => write(eventLine('stopping', {})),
    }
  }
  return {
    log: quiet === true || log === 'off' ? undefined : (line) => write(textLine(line)),
    listening: async (_at, banner) => {
      if (quiet !== true) print(await banner())
    },
    stopping: () => undefined,
  }
}

/** The longest URL in the log, in characters. */
const MAX_SHOWN = 2_000

/** `GET /api/articles 200 0.6 ms` */
function textLine({ method, url, status, milliseconds }: RequestLog): string {
  const colour = status < 400 ? pc.green : pc.red
  return `${method} ${printable(urlWithoutSecrets(url), MAX_SHOWN)} ${colour(status)} ${pc.dim(`${milliseconds.toFixed(1)} ms`)}`
}

interface Parts {
  readonly printer: Printer
  readonly running: Running
  readonly watching: { readonly stop: () => unknown } | undefined
  /** Called when no answer is in progress any more. */
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
