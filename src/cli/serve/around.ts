/** Adds functions to the answers of `serve`: the journal of requests, fault injection, and the explorer. */
import { randomBytes } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import type { AdminAccess } from '../../server/admin/access.ts'
import type { ExplorerOptions } from '../../server/admin/explained.ts'
import { Metrics } from '../../server/admin/metrics.ts'
import { ranFor } from '../../server/code/ran.ts'
import { type ReplaceableFaults, replaceableFaults } from '../../server/faults/changing.ts'
import { type Delay, delayOf, type Rule, readRules } from '../../server/faults/rule.ts'
import { isReadiness } from '../../server/http/ready.ts'
import type { ServeOptions } from '../../server/http/serve.ts'
import { isLoopback } from '../../server/http/visitors.ts'
import { Journal } from '../../server/journal/journal.ts'
import type { Layer } from '../../server/layer.ts'
import { BASE, namedWorld } from '../../server/worlds/named.ts'
import { SourceError } from '../../sources/index.ts'
import { readRegular } from '../../sources/regular-file.ts'
import { type Json, parseJson } from '../../util/json.ts'
import { wholeNumber } from '../numbers.ts'
import { explorerFile } from '../root.ts'

export interface AroundOptions {
  readonly delay?: Delay
  /** The path of a file with fault rules. */
  readonly trouble?: string
  /** The number of requests that the journal stores. */
  readonly journal: number
  readonly admin: boolean
  /** The secret that requests from other machines must send to use `/_populace`. */
  readonly adminSecret?: string
  readonly seed?: number
  /**
   * Whether the server gives explanations over HTTP. By default, the server does so only if no other machine can
   * reach it.
   */
  readonly explain?: boolean
  /** Whether explanations include data that the role may not see. */
  readonly developer?: boolean
}

const KEPT = 1_000

export const withAroundOptions = (command: Command): Command =>
  command
    .option(
      '--delay <ms>',
      'delay every answer by this number of milliseconds, such as 500, or 200-800 for a random number',
      delayArgument,
    )
    .option('--trouble <file>', 'a JSON file with rules that inject faults')
    .option('--journal <number>', 'the number of requests that /_populace/requests stores', wholeNumber, KEPT)
    .option('--no-admin', 'disable /_populace')
    .option(
      '--admin-secret <text>',
      'the secret that /_populace requires from other machines; by default, the server generates a secret and prints it',
      longSecret,
    )
    .option(
      '--explain',
      'give explanations of answers at /_populace even if other machines can reach the server',
    )
    .option('--no-explain', 'disable explanations over HTTP')
    .option(
      '--developer',
      'let the explorer at /_populace use any role and see private names; only for a server that no other machine can reach',
    )

function delayArgument(text: string): Delay {
  const delay = delayOf(text)
  if (delay !== undefined) return delay
  throw new InvalidArgumentError('Expected a number of milliseconds such as 500, or a range such as 200-800.')
}

const LEAST_SECRET = 12

/**
 * Returns the value of `--admin-secret` if it is long enough and has only safe characters.
 * @throws InvalidArgumentError if the secret is too short, or has a character other than letters, digits and `_.~-`
 */
export function longSecret(text: string): string {
  if (text.length >= LEAST_SECRET && /^[\w.~-]+$/.test(text)) return text
  throw new InvalidArgumentError(
    `Expected at least ${LEAST_SECRET} letters, digits, dots, dashes and underscores.`,
  )
}

interface AccessOptions extends Pick<AroundOptions, 'adminSecret'> {
  readonly host: string
  readonly allowedHost?: readonly string[]
}

/**
 * Returns the rules for access to `/_populace`. If other machines can reach the server, their requests for
 * `/_populace` need a secret.
 */
export function accessFor({ host, allowedHost, adminSecret }: AccessOptions): AdminAccess {
  const isLocal = isLoopback(host)
  if (adminSecret !== undefined) return { isLocal, secret: adminSecret }
  return isLocal && allowedHost === undefined
    ? { isLocal }
    : { isLocal, secret: randomBytes(SECRET_BYTES).toString('base64url') }
}

const SECRET_BYTES = 18

export interface Around extends Required<Pick<ServeOptions, 'meet' | 'heard'>> {
  readonly journal: Journal
  readonly faults: ReplaceableFaults
  readonly metrics: Metrics
}

/**
 * Creates the journal of requests, the metrics and the fault injection.
 *
 * @throws SourceError, or RuleError for invalid rules.
 */
export function around({ delay, trouble, seed = 1, journal: size }: AroundOptions): Around {
  const journal = new Journal(size)
  const given = { seed, ...(delay === undefined ? {} : { delay }) }
  const faults = replaceableFaults(
    trouble === undefined ? { rules: [], written: [] } : rulesIn(trouble),
    given,
  )
  return {
    journal,
    faults,
    metrics: new Metrics(),
    // Requests for `/_populace` get no injected faults, so that a test can always control the server.
    meet: (request) => {
      if (isAdmin(request.url)) return undefined
      const { name, request: own } = inWorld(request)
      return faults.meet(own, name ?? BASE)
    },
    heard: ({ request, answer, milliseconds }) => {
      if (isAdmin(request.url)) return
      const { name, request: own } = inWorld(request)
      const { method = 'GET', url, headers = {} } = own
      const ran = ranFor(answer)
      journal.add({
        time: Date.now() - milliseconds,
        world: name,
        method,
        url,
        headers,
        milliseconds,
        answer,
        ...(ran === undefined ? {} : { code: { ran } }),
      })
    },
  }
}

/**
 * Returns the options of the explorer. On a host that no other machine reaches, explanations are on by default, and
 * `--developer` is allowed.
 */
export function explorerFor(host: string, profile: string, options: AroundOptions): ExplorerOptions {
  const { explain = isLoopback(host), developer = false } = options
  if (developer && !isLoopback(host))
    throw new SourceError(
      `--developer shows private names to every caller: expected a host that no other machine reaches, such as 127.0.0.1, found ${host}`,
    )
  const explains = explain ? (developer ? 'developer' : 'role') : 'no'
  return { file: explorerFile(), explains, profile }
}

const isAdmin = (url: string): boolean =>
  (url.startsWith('/_populace') && !url.startsWith('/_populace/in/')) || isReadiness(url)

function inWorld(request: Parameters<Layer>[0]) {
  const named = namedWorld(request)
  return named === undefined || named === 'bad' ? { name: null, request } : named
}

function rulesIn(file: string): { readonly rules: readonly Rule[]; readonly written: Json } {
  const json = parseJson(readRegular(file).toString('utf8'))
  if (json === undefined)
    throw new SourceError(`${file}: expected JSON as [{"path": "/api/articles", "delay": 500}], found none`)
  return { rules: readRules(json, file), written: json }
}
