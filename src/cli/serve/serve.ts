/** `populace serve`: its options and its output. */
import { Command, InvalidArgumentError } from 'commander'
import pc from 'picocolors'
import { type Profile, profile, withoutRevealing } from '../../reference/strapi/profile.ts'
import { DEFAULT_LIMITS, type Limits } from '../../server/http/limits.ts'
import type { RequestLog } from '../../server/http/reply.ts'
import { serve } from '../../server/http/serve.ts'
import type { Allowed } from '../../server/http/visitors.ts'
import { firstOf } from '../../server/pictures.ts'
import { storedIn } from '../../server/stored.ts'
import { printable } from '../../util/printable.ts'
import { lineWriter } from '../lines.ts'
import { collect, limitNumber, portNumber, wholeNumber } from '../numbers.ts'
import {
  PROFILE,
  type ProfileOptions,
  SOURCE,
  type SourceOptions,
  withServerToken,
  withSourceOptions,
} from '../options.ts'
import { reportingErrors } from '../run.ts'
import { openRunning, type Started } from '../source.ts'
import type { AnsweringOptions } from './answering.ts'
import { type AroundOptions, around, explorerFor, withAroundOptions } from './around.ts'
import { beforeThe, later } from './later.ts'
import { type SavingFolder, savingIn } from './saving.ts'
import { stopOnSignals } from './signals.ts'

interface ServerOptions extends Limits, SourceOptions, AroundOptions {
  readonly token?: string
  readonly port: number
  readonly host: string
  readonly profile: string
  /** Whether answers reveal what the real server reveals. */
  readonly reveal: boolean
  readonly allowedHost?: readonly string[]
  readonly allowedOrigin?: readonly string[]
  readonly watch?: true
  readonly corsHeaders?: readonly string[]
  /** Whether an unknown token is refused. */
  readonly strictTokens?: true
  /** Megabytes. */
  readonly keep?: number
  /** Milliseconds for answers in progress at the end. */
  readonly drain: number
  /** Whether every write is refused. */
  readonly readOnly?: true
  /** Whether writes are saved in the dataset folder. */
  readonly save?: true
}

interface LimitOption {
  readonly flag: string
  readonly preset: number
  readonly help: string
}

/** Each limit is an option of the same name; times are in milliseconds, sizes in bytes. */
const LIMIT_OPTIONS: Readonly<Record<keyof Limits, LimitOption>> = {
  maxConnections: {
    flag: '--max-connections',
    preset: DEFAULT_LIMITS.maxConnections,
    help: 'connections open at once; one more is closed as it comes',
  },
  headersTimeout: {
    flag: '--headers-timeout',
    preset: DEFAULT_LIMITS.headersTimeout,
    help: 'milliseconds for request line and headers to arrive',
  },
  requestTimeout: {
    flag: '--request-timeout',
    preset: DEFAULT_LIMITS.requestTimeout,
    help: 'milliseconds for a request with its body to arrive',
  },
  keepAliveTimeout: {
    flag: '--keep-alive-timeout',
    preset: DEFAULT_LIMITS.keepAliveTimeout,
    help: 'milliseconds a connection waits for its next request',
  },
  stallTimeout: {
    flag: '--stall-timeout',
    preset: DEFAULT_LIMITS.stallTimeout,
    help: 'milliseconds a reader may take over one slice of an answer',
  },
  maxHeaderSize: {
    flag: '--max-header-size',
    preset: DEFAULT_LIMITS.maxHeaderSize,
    help: 'bytes of request line and headers; 431 above it',
  },
  maxBodySize: {
    flag: '--max-body-size',
    preset: DEFAULT_LIMITS.maxBodySize,
    help: 'bytes of a body, and of the texts of a form with files; 413 above it',
  },
  maxUploadSize: {
    flag: '--max-upload-size',
    preset: DEFAULT_LIMITS.maxUploadSize,
    help: 'bytes of a form with files, where the caller may send files; 413 above it',
  },
  maxPipelined: {
    flag: '--max-pipelined',
    preset: DEFAULT_LIMITS.maxPipelined,
    help: 'requests that wait on one connection',
  },
  sliceSize: {
    flag: '--slice-size',
    preset: DEFAULT_LIMITS.sliceSize,
    help: 'bytes of an answer that wait in one connection',
  },
  maxPendingBytes: {
    flag: '--max-pending-bytes',
    preset: DEFAULT_LIMITS.maxPendingBytes,
    help: 'bytes of longer answers held for slow readers; 503 above it',
  },
}

export function serveCommand(): Command {
  const command = withAroundOptions(withServerToken(withSourceOptions(new Command('serve'))))
    .addArgument(SOURCE)
    .addOption(PROFILE)
    .option('--port <number>', 'the port to listen on; 0 takes any free one', portNumber, 1337)
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option(
      '--allowed-host <name>',
      'a name to answer to besides localhost; *.example for all below it, "all" for every name; repeatable',
      collect,
    )
    .option(
      '--allowed-origin <origin>',
      'an origin whose pages may send credentials besides those of this machine; "all" for every one; repeatable',
      collect,
    )
    .option('--watch', 'answer from what the source says now, whenever that changes')
    .option(
      '--cors-headers <list>',
      'headers that pages of other origins may send besides Content-Type, Authorization, Origin and Accept',
      listed,
    )
    .option('--strict-tokens', 'answer 401 to a token that nobody was given, in place of letting it read')
    .option(
      '--keep <megabytes>',
      'how much is kept of what was worked out once: indexes, entries, answers; 0 for nothing (default: 256)',
      wholeNumber,
    )
    .option(
      '--drain <ms>',
      'milliseconds for answers in progress after SIGTERM; a second signal, or Ctrl-C, stops at once',
      limitNumber,
      DRAIN,
    )
    .option('--read-only', 'answer 405 to what would change anything')
    .option(
      '--save',
      'put what is written back into the dataset folder, in place of forgetting it at the end',
    )
    .option('--reveal', 'under a profile of the real server, reveal what that server reveals', false)
    .option('--no-reveal', 'do not: private values, private links and closed entries stay so (the default)')
  for (const { flag, preset, help } of Object.values(LIMIT_OPTIONS)) {
    command.option(`${flag} <number>`, help, limitNumber, preset)
  }
  return command.action(
    reportingErrors(async (path: string, options: Omit<ServerOptions, 'profile'> & ProfileOptions) => {
      const saving = await savingIn(path, options)
      const started = await openRunning(path, options)
      await startServer(started, path, { ...options, profile: started.profile }, saving)
    }),
  )
}

/** Milliseconds. Less than the 30 s after which Kubernetes kills a process. */
const DRAIN = 10_000

const MEGABYTE = 1024 * 1024

/** The name of a header. */
const HEADER = /^(?:[\w!#$%&'*+.^`|~-]{1,100})$/

function listed(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !HEADER.test(name))
  if (wrong !== undefined)
    throw new InvalidArgumentError(`expected names of headers such as X-Preview,X-Region, found "${wrong}"`)
  return names
}

/** Serves a graph until a signal ends the process. Prints the address and the types, then a line per request. */
async function startServer(
  opened: Started,
  path: string,
  options: ServerOptions,
  folder: SavingFolder | undefined,
): Promise<void> {
  const { port, host, allowedHost, allowedOrigin = [], corsHeaders = [] } = options
  const asked = profile(options.profile)
  const rest = around(options)
  const write = lineWriter(process.stdout)
  const how = answeringOptions(asked, options)
  const saving = folder?.begin(opened) ?? {}
  let address = ''
  const answers = later(async () => {
    const { answeringOf } = await import('./answering.ts')
    return answeringOf(opened, { ...how, ...saving, around: rest, origin: () => address })
  })
  const running = await serve(
    {
      get graph() {
        return answers.there().api.graph
      },
      answer: (request) => answers.there().api.answer(request),
    },
    {
      port,
      host,
      limits: options,
      layers: [beforeThe(answers)],
      meet: rest.meet,
      heard: rest.heard,
      ...(allowedHost === undefined ? {} : { allowedHosts: allowedOf(allowedHost) }),
      allowedOrigins: allowedOf(allowedOrigin),
      corsHeaders,
      uploads: firstOf(...storedIn(opened.source), async (name) => (await answers.loaded()).pictures(name)),
      log: (line) => write(requestLine(line)),
    },
  )
  address = running.url
  const watching =
    options.watch === true
      ? await (await import('./watch.ts')).watchSource(opened, path, options, (await answers.loaded()).use)
      : undefined
  process.stdout.write(
    (await import('./banner.ts')).bannerOf(opened, { ...options, path, url: running.url, asked }),
  )
  // Loaded after the server listens and before the first request.
  setImmediate(() => void answers.loaded())
  stopOnSignals({
    stop: running.stop,
    drain: () => running.drain(options.drain),
    ended: () => opened.source.end?.(),
    begin: () => void watching?.stop(),
  })
}

/** @throws SourceError for an explorer that options forbid. */
function answeringOptions(
  asked: Profile,
  options: ServerOptions,
): Omit<AnsweringOptions, 'around' | 'origin'> {
  const { reveal, host, strictTokens, keep, readOnly, admin } = options
  const answering = reveal ? asked.name : withoutRevealing(asked).name
  return {
    profile: answering,
    explorer: explorerFor(host, answering, options),
    ...(strictTokens === true ? { strictTokens } : {}),
    ...(keep === undefined ? {} : { keep: keep * MEGABYTE }),
    ...(readOnly === true ? { readOnly } : {}),
    admin,
  }
}

const allowedOf = (given: readonly string[]): Allowed => (given.includes('all') ? 'all' : given)

/** The longest URL in the log, in characters. */
const MAX_SHOWN = 2_000

function requestLine({ method, url, status, milliseconds }: RequestLog): string {
  const colour = status < 400 ? pc.green : pc.red
  return `${method} ${printable(url, MAX_SHOWN)} ${colour(status)} ${pc.dim(`${milliseconds.toFixed(1)} ms`)}`
}
