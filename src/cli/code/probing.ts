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
  /** The routes on which the probes could not determine the effects of the code, each with the reason. */
  readonly unknown: readonly string[]
}

/** The time limit for all probes of a project, in milliseconds. */
const TIME = 10_000
/** The maximum number of changes that the trace of one request records. */
const MOST_CHANGES = 200

/**
 * Probes every GET route of content types in which the project's own code takes part. If `roleName` is undefined or
 * names no role, the probes have every permission. After ten seconds, the function sends no further probe.
 */
export async function probedRoutes(started: Started, roleName: string | undefined): Promise<Probed> {
  const { graph, code } = started
  if (code === undefined || !hasOwnCode(code.report))
    return { routes: [], custom: [], unreached: [], unknown: [] }
  const token = randomBytes(32).toString('hex')
  const role = roleOf(graph, roleName)
  const mock = await mockWithCode(started, { roleOfToken: (sent) => (sent === token ? role : undefined) })
  const { unreached = [] } = code.report
  // A route that an earlier route shadows never answers.
  const custom = code.report.routes.flatMap(({ method, path, file, shadowedBy }) =>
    shadowedBy === undefined ? [{ method, path, file }] : [],
  )
  if (mock === undefined) return { routes: [], custom, unreached, unknown: [] }
  const routes: RouteQuery[] = []
  const unknown: string[] = []
  const end = performance.now() + TIME
  const isProbed = ({ type, action, path }: RouteProbe): boolean =>
    code.concerns('GET', path) && !unreached.includes(`${type.uid}.${action}`)
  for (const probe of probesIn(graph).filter(isProbed)) {
    const found = performance.now() > end ? TOO_LATE : await effectsOf(probe, { mock, token, end })
    if (typeof found === 'string') unknown.push(`GET ${probe.path}: ${found}`)
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

const TOO_LATE = `the probing requests for all routes take more than ${TIME / 1000} s`

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
  readonly end: number
}

/**
 * Sends the probing requests of a route, and returns the effects of the project's code, or the reason why they are
 * unknown.
 */
async function effectsOf(
  { type, action, sent }: RouteProbe,
  { mock, token, end }: Probing,
): Promise<readonly ProbedQuery[] | string> {
  if (sent === undefined) return 'the type has no entry to request'
  const effects: ProbedQuery[] = []
  let refused: number | undefined
  for (const asked of probesOf(type, action)) {
    if (performance.now() > end) return TOO_LATE
    const url = asked === '' ? sent : `${sent}?${asked}`
    const { answer, effect } = await mock.trace({ url, headers: { authorization: `Bearer ${token}` } })
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
 * unknown.
 */
export async function probed(started: Started, role: string | undefined): Promise<Probed> {
  const found = await probedRoutes(started, role)
  const [first, ...others] = found.unknown
  if (first === undefined) return found
  const more = others.length === 0 ? '' : ` (and ${others.length} more routes)`
  printError(
    printableLines(
      `The generated description ignores the effects of the project's own code on ${first}${more}`,
    ),
  )
  return found
}
