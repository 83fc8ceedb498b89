/** `populace serve`: its options, and what it prints. */
import type { Command } from 'commander'
import pc from 'picocolors'
import { printable } from '../ground/printable.ts'
import { DEFAULT_LIMITS, type Limits } from '../mock/limits.ts'
import type { RequestLog } from '../mock/reply.ts'
import { serve } from '../mock/serve.ts'
import type { Allowed } from '../mock/visitors.ts'
import { createContentApi } from '../reference/api.ts'
import type { Graph, Table } from '../reference/graph/graph.ts'
import { type Profile, profile, revealing, withoutRevealing } from '../reference/profile/profile.ts'
import { limitNumber, wholeNumber } from './numbers.ts'

export interface ServerOptions extends Limits {
  readonly port: number
  readonly host: string
  readonly profile: string
  /** Whether what the real server reveals is revealed. */
  readonly reveal: boolean
  readonly allowedHost?: readonly string[]
  readonly allowedOrigin?: readonly string[]
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
    help: 'bytes of a body that are taken in and thrown away',
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

/** What `populace serve` lets one say about the server itself. */
export function withServerOptions(command: Command): Command {
  command
    .option('--port <number>', 'the port to listen on; 0 takes any free one', wholeNumber, 1337)
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option(
      '--allowed-host <name>',
      'a name to answer to besides localhost; *.example for all below it, "all" for every name; repeatable',
      collected,
    )
    .option(
      '--allowed-origin <origin>',
      'an origin whose pages may send credentials besides those of this machine; "all" for every one; repeatable',
      collected,
    )
    .option('--reveal', 'under a profile of the real server, reveal what that server reveals', false)
    .option('--no-reveal', 'do not: private values, private links and closed entries stay so (the default)')
  for (const { flag, preset, help } of Object.values(LIMIT_OPTIONS)) {
    command.option(`${flag} <number>`, help, limitNumber, preset)
  }
  return command
}

const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** Serves a graph until the process is told to end: the address, what is there, then a line per request. */
export async function startServer(graph: Graph, options: ServerOptions): Promise<void> {
  const { port, host, reveal, allowedHost, allowedOrigin = [] } = options
  const asked = profile(options.profile)
  const api = createContentApi(graph, { profile: reveal ? asked.name : withoutRevealing(asked).name })
  const running = await serve(api, {
    port,
    host,
    limits: options,
    ...(allowedHost === undefined ? {} : { allowedHosts: allowedOf(allowedHost) }),
    allowedOrigins: allowedOf(allowedOrigin),
    log: (line) => process.stdout.write(`${requestLine(line)}\n`),
  })
  process.stdout.write(
    `${pc.bold(`Populace (${asked.name}) at ${running.url}`)}\n${revealLine(asked, reveal)}\n${typeLines(graph, running.url)}\n\n`,
  )
  const end = (): void => void running.stop()
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

/** What becomes of the switches that reveal something; nothing where the profile has none. */
function revealLine(asked: Profile, isRevealed: boolean): string {
  const ids = revealing(asked)
  if (ids.length === 0) return ''
  return isRevealed
    ? pc.yellow(`Reveals what a role may not see, as the real server does: ${ids.join(', ')}\n`)
    : `Reveals nothing that a role may not see; --reveal turns on: ${ids.join(', ')}\n`
}

const allowedOf = (given: readonly string[]): Allowed => (given.includes('all') ? 'all' : given)

function typeLines({ tables, settings }: Graph, url: string): string {
  const served = [...tables.values()].filter(({ type }) => type.uid.startsWith('api::'))
  const width = Math.max(0, ...served.map(({ rows }) => String(rows.length).length))
  return served
    .map((table) => `  ${String(table.rows.length).padStart(width)}  ${url}${pathOf(table, settings.prefix)}`)
    .join('\n')
}

const pathOf = ({ type }: Table, prefix: string): string =>
  `${prefix}/${type.kind === 'singleType' ? type.singularName : type.pluralName}`

/** Characters of a target that are logged. */
const MAX_SHOWN = 2_000

function requestLine({ method, url, status, milliseconds }: RequestLog): string {
  const colour = status < 400 ? pc.green : pc.red
  return `${method} ${printable(url, MAX_SHOWN)} ${colour(status)} ${pc.dim(`${milliseconds.toFixed(1)} ms`)}`
}
