/**
 * Sends probing requests through a project's own code, to describe its routes in declarations and OpenAPI documents.
 */

import { randomBytes } from 'node:crypto'
import {
  type CodeEffect,
  type CustomRoute,
  type ProbedQuery,
  probedQuery,
  type RouteQuery,
} from '../../reference/code-effect.ts'
import type { Graph, Role, Row } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Mock } from '../../server/mock.ts'
import type { ProjectCode } from '../../sources/runner/project-code.ts'
import { probesOf } from '../../tools/types/index.ts'
import { printableLines } from '../../util/printable.ts'
import type { Started } from '../source.ts'
import { printError } from '../terminal.ts'
import { mockWithCode } from './code.ts'

/**
 * The result of the probes: the effects of the project's own code on the routes of content types, and the routes
 * that the code adds.
 */
export interface Probed {
  readonly routes: readonly RouteQuery[]
  readonly custom: readonly CustomRoute[]
  /** The actions of content types to which no route leads. */
  readonly unreached: readonly string[]
  /** The routes on which the probes could not determine the effects of the code. */
  readonly unknown: readonly UnknownRoute[]
}

/** A route on which the effects of the project's own code are unknown. */
export interface UnknownRoute {
  readonly path: string
  readonly why: string
  /** Whether the probes ended because the code takes too long, so that another run may find the effects. */
  readonly isLate: boolean
}

/**
 * The time limit for one probing request, in milliseconds. After this time, the server answers a request itself. The
 * probes have no common time limit, because the result would then depend on the speed of the machine.
 */
const TIME = 10_000
/** The number of routes that may exceed the time limit. After these routes, the function sends no further probe. */
const MOST_LATE = 3
/** The maximum number of changes that the trace of one request records. */
const MOST_CHANGES = 200

/**
 * Probes every GET route of content types in which the project's own code takes part. If `roleName` is undefined or
 * names no role, the probes have every permission. The function `now` returns a time in milliseconds.
 */
export async function probedRoutes(
  started: Started,
  roleName: string | undefined,
  now: () => number = () => performance.now(),
): Promise<Probed> {
  const { graph, code } = started
  const { unreached = [] } = code?.report ?? {}
  if (code === undefined || !hasOwnCode(code.report))
    return { routes: [], custom: [], unreached, unknown: [] }
  const token = randomBytes(32).toString('hex')
  const role = roleOf(graph, roleName)
  const mock = await mockWithCode(started, { roleOfToken: (sent) => (sent === token ? role : undefined) })
  // A route that an earlier route shadows never answers.
  const custom = code.report.routes.flatMap(({ method, path, file, shadowedBy }) =>
    shadowedBy === undefined ? [{ method, path, file }] : [],
  )
  if (mock === undefined) return { routes: [], custom, unreached, unknown: [] }
  const routes: RouteQuery[] = []
  const unknown: UnknownRoute[] = []
  const isProbed = ({ type, action, path }: RouteProbe): boolean =>
    code.concerns('GET', path) && !unreached.includes(`${type.uid}.${action}`)
  for (const probe of probesIn(graph).filter(isProbed)) {
    const isStopped = unknown.filter(({ why }) => why === TOO_LATE).length >= MOST_LATE
    const found = isStopped ? STOPPED : await effectsOf(probe, { mock, token, now })
    if (typeof found === 'string')
      unknown.push({ path: probe.path, why: found, isLate: found === TOO_LATE || found === STOPPED })
    else routes.push({ uid: probe.type.uid, action: probe.action, path: probe.path, effects: found })
  }
  return { routes, custom, unreached, unknown }
}

/**
 * Returns whether code files or plugins of a project ran. If only schemas and configuration files of a project ran,
 * the project counts as a project without code.
 */
const hasOwnCode = ({ files, inventory }: ProjectCode['report']): boolean =>
  files.some(({ state }) => state === 'ran') ||
  (inventory?.plugins ?? []).some(({ state }) => state === 'ran')

const TOO_LATE = `a probing request takes more than ${TIME / 1000} s`
const STOPPED = `not probed, because ${MOST_LATE} routes take more than ${TIME / 1000} s`

const EVERYTHING: Role = { name: '(everything)', permissions: new Set(['*']) }

const roleOf = ({ access }: Graph, name: string | undefined): Role =>
  (name === undefined ? undefined : access.roles.get(name)) ?? EVERYTHING

interface RouteProbe {
  readonly type: ContentType
  readonly action: RouteQuery['action']
  readonly path: string
  /** The path of the request that probes a route; undefined means that the type has no entry to request. */
  readonly sent: string | undefined
}

function probesIn({ schema, settings, tables, locales }: Graph): readonly RouteProbe[] {
  return [...schema.contentTypes.values()].flatMap((type): RouteProbe[] => {
    if (!type.uid.startsWith('api::')) return []
    if (type.kind === 'singleType') {
      const path = `${settings.prefix}/${type.singularName}`
      return [{ type, action: 'find', path, sent: path }]
    }
    const path = `${settings.prefix}/${type.pluralName}`
    const rows = tables.get(type.uid)?.rows ?? []
    const isShown = ({ status, locale }: Row): boolean =>
      status === 'published' && (locale === null || locale === locales.default)
    const entry = rows.find(isShown)
    const sent = entry === undefined ? undefined : `${path}/${entry.documentId}`
    return [
      { type, action: 'find', path, sent: path },
      { type, action: 'findOne', path: `${path}/:id`, sent },
    ]
  })
}

interface Probing {
  readonly mock: Mock
  readonly token: string
  readonly now: () => number
}

/**
 * Sends the probing requests of a route, and returns the effects of the project's code, or the reason why they are
 * unknown.
 */
async function effectsOf(
  { type, action, sent }: RouteProbe,
  { mock, token, now }: Probing,
): Promise<readonly ProbedQuery[] | string> {
  if (sent === undefined) return 'the type has no entry to request'
  const effects: ProbedQuery[] = []
  let refused: number | undefined
  for (const asked of probesOf(type, action)) {
    const begin = now()
    const url = asked === '' ? sent : `${sent}?${asked}`
    const { answer, effect } = await mock.trace({ url, headers: { authorization: `Bearer ${token}` } })
    if (now() - begin >= TIME) return TOO_LATE
    if (answer.status >= 400) refused ??= answer.status
    else if (effect !== undefined) effects.push(effectOf(asked, effect))
  }
  if (effects.length === 0 && refused !== undefined)
    return `the project's code answers each probing request with the status ${refused}`
  return effects
}

/**
 * Returns the effect of one probe. A trace with the maximum number of changes may lack further changes of the
 * answer, so the whole answer then counts as changed.
 */
function effectOf(asked: string, effect: CodeEffect): ProbedQuery {
  const probed = probedQuery(asked, effect)
  const isCut = effect.changes.length >= MOST_CHANGES && effect.changes.some(({ part }) => part === 'answer')
  return isCut ? { ...probed, answer: null } : probed
}

/**
 * Probes the routes with `probedRoutes`, and prints the routes on which the effects of the project's own code are
 * unknown. With `--verbose`, also prints the lines that the code prints during the probes.
 */
export async function probed(started: Started, role: string | undefined): Promise<Probed> {
  const { output, verbose = false } = started
  const probe = () => probedRoutes(started, role)
  const { result, count } =
    output === undefined || verbose ? { result: await probe(), count: 0 } : await output.quietly(probe)
  for (const line of [...outputLines(count), ...unknownLines(result.unknown, verbose)])
    printError(printableLines(line))
  return result
}

const outputLines = (count: number): readonly string[] =>
  count === 0
    ? []
    : [
        `The code of the project printed ${count} ${count === 1 ? 'line' : 'lines'} during the probing requests; ` +
          `--verbose prints ${count === 1 ? 'it' : 'them'}.`,
      ]

/** The maximum number of routes that a line names without `--verbose`, unless the code takes too long. */
const MOST_NAMED = 3

/**
 * Returns a line for each reason why the effects of the project's own code are unknown. The lines name every route on
 * which the code takes too long.
 */
export function unknownLines(unknown: readonly UnknownRoute[], verbose: boolean): readonly string[] {
  const reasons = new Set(unknown.map(({ why }) => why))
  const lines = [...reasons].map((reason) => {
    const routes = unknown.filter(({ why }) => why === reason)
    const most = verbose || routes.some(({ isLate }) => isLate) ? routes.length : MOST_NAMED
    const named = routes.slice(0, most).map(({ path }) => `GET ${path}`)
    const more = routes.length - named.length
    const others = more === 0 ? '' : ` (and ${more} more ${more === 1 ? 'route' : 'routes'})`
    const all = `${named.join(', ')}${others}`
    return `The generated description ignores the effects of the project's own code on ${all}: ${reason}`
  })
  return unknown.some(({ isLate }) => isLate) ? [...lines, AGAIN] : lines
}

const AGAIN =
  'The description is incomplete. Run the command again when the machine has less load, or make the code answer faster.'
