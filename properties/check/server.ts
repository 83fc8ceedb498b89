/** Checks the laws for any server on one server, and sorts the laws by outcome. */
import type { ApiResponse } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { mayFind } from '../../src/semantics/access.ts'
import { isList, isObject } from '../../src/util/json.ts'
import type { LiveLaw } from '../laws/law.ts'
import { replyOf } from '../laws/law.ts'
import { liveLaws } from '../laws/laws.ts'
import { entriesOf } from '../laws/replies.ts'
import type { Server } from '../server.ts'
import { noAnswer } from './experiment.ts'
import { type Counts, checkLaw, type LawVerdict } from './law.ts'
import { fullSettings, type LawSettings } from './settings.ts'

type Of<Outcome extends LawVerdict['outcome']> = Extract<LawVerdict, { outcome: Outcome }>

/** The verdict on every law, and the total numbers of inputs, requests, answers and experiments. */
export interface ServerReport {
  readonly held: readonly Of<'held'>[]
  readonly broken: readonly Of<'broken'>[]
  readonly notTested: readonly Of<'not tested'>[]
  readonly asked: Counts
}

export interface ServerSettings extends LawSettings {
  /** The laws to check; by default, all laws for any server except the laws that send expensive requests. */
  readonly laws?: readonly LiveLaw[]
  /**
   * The settings of single laws, by the id of the law. The settings of a single law override the settings of the whole
   * check.
   */
  readonly each?: Readonly<Record<string, LawSettings>>
  /**
   * The condition under which `checkServer` throws an error: if a law is broken (`broken`), or if a law is broken or
   * not tested (`not tested`).
   */
  readonly failOn?: 'broken' | 'not tested'
  /** A function that is called with the verdict of each law. */
  readonly onVerdict?: (verdict: LawVerdict) => void
}

/**
 * The error for a server on which no law can be tested. The message is the reason in one sentence.
 *
 * ```ts
 * await checkServer(server, graph).catch((error) => {
 *   if (error instanceof UnfitServerError) console.log(error.message)
 * })
 * ```
 */
export class UnfitServerError extends Error {
  override readonly name = 'UnfitServerError'
}

/**
 * Checks the laws for any server on a server with the schema, settings and roles of `graph`.
 *
 * ```ts
 * const { held, broken, notTested, asked } = await checkServer(serverAt('http://127.0.0.1:1337'), graph)
 * for (const { failure } of broken) console.log(report(failure))
 * for (const { law, reason } of notTested) console.log(`${law.id}: ${reason}`)
 * console.log(`${held.length} laws hold in ${asked.experiments} experiments`)
 * ```
 *
 * @throws UnfitServerError for a server that is down, is not a Strapi content API, refuses everything or has no entry.
 * @throws RangeError for a setting that no check can follow.
 */
export async function checkServer(
  server: Server,
  graph: Graph,
  settings: ServerSettings = {},
): Promise<ServerReport> {
  const {
    laws = liveLaws.filter(({ stresses }) => stresses !== true),
    each = {},
    failOn,
    onVerdict,
    ...run
  } = settings
  const { seed } = fullSettings(run)
  const ids = laws.map(({ id }) => id)
  const unknown = Object.keys(each).find((id) => !ids.includes(id))
  if (unknown !== undefined)
    throw new RangeError(
      `\`each\` has settings of "${unknown}", which is not the id of a checked law: ${ids.join(', ')}`,
    )
  const problem = await unfit(server, graph)
  if (problem !== undefined) throw new UnfitServerError(problem)
  const verdicts: LawVerdict[] = []
  for (const law of laws) {
    const verdict = await checkLaw(law, server, graph, { ...run, seed, ...each[law.id] })
    verdicts.push(verdict)
    onVerdict?.(verdict)
  }
  const of = <O extends LawVerdict['outcome']>(outcome: O): readonly Of<O>[] =>
    verdicts.filter((verdict): verdict is Of<O> => verdict.outcome === outcome)
  const found = { held: of('held'), broken: of('broken'), notTested: of('not tested'), asked: sum(verdicts) }
  const fault = failOn === undefined ? undefined : textOf(found, failOn)
  if (fault !== undefined) throw new Error(fault)
  return found
}

const sum = (verdicts: readonly LawVerdict[]): Counts => {
  const total = (name: keyof Counts): number => verdicts.reduce((all, { counts }) => all + counts[name], 0)
  return {
    runs: total('runs'),
    requests: total('requests'),
    answers: total('answers'),
    experiments: total('experiments'),
  }
}

function textOf({ broken, notTested }: ServerReport, failOn: 'broken' | 'not tested'): string | undefined {
  const faults = broken.map(({ reason }) => reason)
  const gaps =
    failOn === 'broken' ? [] : notTested.map(({ law, reason }) => `${law.id} is not tested: ${reason}`)
  return faults.length + gaps.length === 0 ? undefined : [...faults, ...gaps].join('\n\n')
}

/** The maximum number of lists that `checkServer` requests before any law runs. */
const MOST_LISTS = 30

/**
 * Requests the list of every collection type with every API token and without a token, if the role may find the type.
 * The function requests at most `MOST_LISTS` lists. Returns the reason why no law can be tested; undefined if laws can
 * be tested.
 */
async function unfit(server: Server, graph: Graph): Promise<string | undefined> {
  const requests = listRequests(graph)
  if (requests.length === 0) return 'no role of the graph may find a type: laws have nothing to request'
  const replies: ApiResponse[] = []
  for (const request of requests) {
    try {
      replies.push(await server(request))
    } catch (error) {
      return noAnswer(request.url, error)
    }
  }
  return problemOf(
    replies.map((reply) => replyOf(reply, 0)),
    requests[0]?.url ?? '',
  )
}

function problemOf(replies: readonly ReturnType<typeof replyOf>[], url: string): string | undefined {
  const statuses = [...new Set(replies.map(({ status }) => status))].join(', ')
  const [first] = replies
  const body = JSON.stringify((first?.body ?? '').slice(0, 60))
  const all = `all ${replies.length} lists, such as GET ${url}, are answered`
  if (replies.every(({ json }) => json === undefined))
    return `${all} ${statuses} without JSON (${body}): is this the address of the API?`
  const isData = ({ json }: (typeof replies)[number]): boolean => isObject(json) && isList(json.data)
  if (replies.every(({ status }) => status >= 500)) return `${all} ${statuses}: the server fails`
  if (replies.every(({ status }) => status !== 200))
    return `${all} ${statuses}: the roles and tokens of the graph are not those of the server`
  if (!replies.some(isData))
    return `${all} without a list in \`data\` (${body}): is this the address of the API?`
  if (replies.every((reply) => (entriesOf(reply) ?? []).length === 0))
    return `${all} without an entry: a law of entries cannot fail on a server without data`
  return undefined
}

function listRequests({ schema, access, settings: { prefix } }: Graph) {
  const types = [...schema.contentTypes.values()].filter(
    ({ uid, kind }) => uid.startsWith('api::') && kind === 'collectionType',
  )
  const callers = [
    { role: access.roles.get(access.publicRole), headers: {} },
    ...[...access.tokens].map(([token, name]) => ({
      role: access.roles.get(name),
      headers: { authorization: `Bearer ${token}` },
    })),
  ]
  return callers
    .flatMap(({ role, headers }) =>
      types
        .filter(({ uid }) => role !== undefined && mayFind(role, uid))
        .map(({ pluralName }) => ({ url: `${prefix}/${pluralName}`, headers })),
    )
    .slice(0, MOST_LISTS)
}
