/** The command `populace serve`: its options, its start and its output. */
import { Command, InvalidArgumentError, Option } from 'commander'
import { type Profile, profile, withoutRevealing } from '../../reference/strapi/profile.ts'
import type { Limits } from '../../server/http/limits.ts'
import { serve } from '../../server/http/serve.ts'
import type { Allowed } from '../../server/http/visitors.ts'
import { firstOf } from '../../server/pictures.ts'
import { storedIn } from '../../server/stored.ts'
import { lineWriter } from '../lines.ts'
import { collect, portNumber, wholeNumber } from '../numbers.ts'
import {
  PROFILE,
  type ProfileOptions,
  type SourceOptions,
  STRICT_TOKENS,
  withSourceOptions,
} from '../options.ts'
import { reportingErrors } from '../run.ts'
import { withSettings } from '../settings/settings.ts'
import { openRunning, type Started } from '../source.ts'
import { print } from '../terminal.ts'
import { withSource } from '../where.ts'
import type { AnsweringOptions } from './answering.ts'
import {
  type AroundOptions,
  accessFor,
  around,
  explorerFor,
  longSecret,
  withAroundOptions,
} from './around.ts'
import { type DeployingOptions, withDeployingOptions } from './deploying.ts'
import { beforeThe, later } from './later.ts'
import { withLimitOptions } from './limits.ts'
import { endOnSignals, type OperatingOptions, printerOf, withOperatingOptions } from './operating.ts'
import { type SavingFolder, savingIn } from './saving.ts'

interface ServerOptions extends Limits, SourceOptions, AroundOptions, OperatingOptions, DeployingOptions {
  readonly token?: readonly string[]
  /** The secret with which the server signs the JWTs of users. */
  readonly jwtSecret?: string
  readonly port: number
  readonly host: string
  readonly profile: string
  /** Whether answers reveal the private data that the answers of the real server reveal. */
  readonly reveal: boolean
  readonly allowedHost?: readonly string[]
  readonly allowedOrigin?: readonly string[]
  readonly watch?: true
  readonly corsHeaders?: readonly string[]
  /** Whether the server rejects unknown tokens. */
  readonly strictTokens?: true
  /** The size of all caches together, in megabytes. */
  readonly keep?: number
  /** Whether the server refuses every write. */
  readonly readOnly?: true
  readonly clock: 'real' | 'steps'
  /** Whether writes are saved in the dataset folder. */
  readonly save?: true
}

/** Creates the command `serve`. The environment variables in `env` can set its options. */
export function serveCommand(env: NodeJS.ProcessEnv = process.env): Command {
  const command = withOperatingOptions(
    withLimitOptions(withDeployingOptions(withServingOptions(new Command('serve')))),
  )
  // The source is optional on the command line, because a configuration file may name it.
  return withSource(withSettings(command, env), 'argument').action(
    reportingErrors(async (path: string, options: Omit<ServerOptions, 'profile'> & ProfileOptions) => {
      const saving = await savingIn(path, options)
      const opening = { ...options, admitsGiven: true as const }
      const started = await openRunning(path, opening)
      await startServer(started, path, { ...opening, profile: started.profile }, saving)
    }),
  )
}

const withServingOptions = (command: Command): Command =>
  withAroundOptions(withSourceOptions(command))
    .addOption(PROFILE)
    .option(
      '--token <token>',
      'a token to accept: VALUE, or ROLE=VALUE, which assigns the token to a role; if the source is a server, Populace reads it with the token VALUE; repeatable',
      collect,
    )
    .option(
      '--jwt-secret <text>',
      'the key that signs the JWTs of users; servers with the same key accept the same JWTs',
      longSecret,
    )
    .option('--port <number>', 'the port to listen on; 0 chooses a free port', portNumber, 1337)
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .option(
      '--allowed-host <name>',
      'an additional host name to accept; *.example for its subdomains, "all" for every name; repeatable',
      collect,
    )
    .option(
      '--allowed-origin <origin>',
      'an additional origin whose pages may send credentials; "all" for every origin; repeatable',
      collect,
    )
    .option('--watch', 'reload the source after each change')
    .option('--cors-headers <list>', 'additional headers that pages of other origins may send', listed)
    .addOption(STRICT_TOKENS)
    .option(
      '--keep <megabytes>',
      'megabytes for the caches of indexes, entries and answers; 0 disables them (default: 256)',
      wholeNumber,
    )
    .addOption(CLOCK)
    .option('--read-only', 'answer 405 to every request that would change data')
    .option(
      '--save',
      'save writes in the dataset folder; without this option, writes are lost when the server ends',
    )
    .option('--reveal', 'with a profile of the real server, reveal private data like that server', false)
    .option(
      '--no-reveal',
      'hide private values, private links, and entries of types that the role may not find (the default)',
    )

const CLOCK = new Option(
  '--clock <name>',
  'the clock of writes: real, or steps: each write is one second later than the latest row, so that each test run has equal times',
)
  .choices(['real', 'steps'])
  .default('real')

const MEGABYTE = 1024 * 1024

/** Matches a valid header name. */
const HEADER = /^(?:[\w!#$%&'*+.^`|~-]{1,100})$/

function listed(value: string): readonly string[] {
  const names = value.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !HEADER.test(name))
  if (wrong !== undefined)
    throw new InvalidArgumentError(`expected names of headers such as X-Preview,X-Region, found "${wrong}"`)
  return names
}

/** Serves a source until a signal ends the process. Prints the banner and the log that the options request. */
async function startServer(
  opened: Started,
  path: string,
  options: ServerOptions,
  folder: SavingFolder | undefined,
): Promise<void> {
  const { port, host, allowedHost, allowedOrigin = [], corsHeaders = [], basePath = '' } = options
  const asked = profile(options.profile)
  const rest = around(options)
  const how = answeringOptions(asked, options)
  const saving = folder?.begin(opened) ?? {}
  let address = ''
  const answers = later(async () => {
    const { answeringOf } = await import('./answering.ts')
    return answeringOf(opened, { ...how, ...saving, around: rest, origin: () => address })
  })
  const printer = printerOf(options, lineWriter(print), (authorization) =>
    answers.now()?.roleNameOf(authorization),
  )
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
      isReady: () => answers.now() !== undefined,
      basePath,
      meet: rest.meet,
      heard: rest.heard,
      ...(allowedHost === undefined ? {} : { allowedHosts: allowedOf(allowedHost) }),
      allowedOrigins: allowedOf(allowedOrigin),
      corsHeaders,
      uploads: firstOf(...storedIn(opened.source), async (name) => (await answers.loaded()).pictures(name)),
      log: (line) => {
        rest.metrics.count(line)
        printer.log?.(line)
      },
    },
  )
  address = running.url
  const watching =
    options.watch === true
      ? await (await import('./watch.ts')).watchSource(opened, path, options, (await answers.loaded()).use)
      : undefined
  const adminUrl = adminUrlOf(`${running.url}${basePath}`, how, options)
  const at = { url: running.url, profile: asked.name, source: path }
  await printer.listening({ ...at, ...(adminUrl === undefined ? {} : { admin: adminUrl }) }, async () => {
    const { bannerOf } = await import('./banner.ts')
    return bannerOf(opened, { ...options, path, url: running.url, asked, adminUrl })
  })
  // The server loads the code that answers requests as soon as it listens, not at the first request.
  setImmediate(() => void answers.loaded())
  endOnSignals(options, { printer, running, watching, ended: () => opened.source.end?.() })
}

/**
 * Returns the address of `/_populace`, with the secret if this program generated it. Returns undefined with
 * `--no-admin`. A secret from `--admin-secret` is never printed.
 */
function adminUrlOf(
  url: string,
  { access }: Pick<AnsweringOptions, 'access'>,
  { admin, adminSecret }: AroundOptions,
): string | undefined {
  if (!admin) return undefined
  const secret = adminSecret === undefined ? access?.secret : undefined
  return `${url}/_populace${secret === undefined ? '' : `?secret=${secret}`}`
}

/**
 * Converts the options of the command line to the options of the module that answers requests.
 * @throws SourceError for `--developer` on a host that other machines can reach
 */
function answeringOptions(
  asked: Profile,
  options: ServerOptions,
): Omit<AnsweringOptions, 'around' | 'origin'> {
  const { reveal, host, strictTokens, keep, readOnly, admin, clock, replica, maxWorlds } = options
  const answering = reveal ? asked.name : withoutRevealing(asked).name
  return {
    profile: answering,
    explorer: explorerFor(host, answering, options),
    ...(strictTokens === true ? { strictTokens } : {}),
    ...(keep === undefined ? {} : { keep: keep * MEGABYTE }),
    ...(readOnly === true ? { readOnly } : {}),
    admin,
    access: accessFor(options),
    ...(clock === 'real' ? { now: Date.now } : {}),
    ...(replica === undefined ? {} : { replica }),
    maxWorlds,
  }
}

const allowedOf = (given: readonly string[]): Allowed => (given.includes('all') ? 'all' : given)
