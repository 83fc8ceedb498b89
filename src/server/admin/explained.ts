/**
 * The endpoints that the explorer page uses besides the content API: the schema, explanations, and answers of other
 * profiles.
 */
import { explainVerified, whyVerified } from '../../explain/code/verified.ts'
import { createExplainer, type Explainer } from '../../explain/explain.ts'
import { explainFirstWrite } from '../../explain/writing/explained.ts'
import type { RoleOfToken } from '../../reference/access.ts'
import type { ApiOptions, ApiRequest } from '../../reference/api.ts'
import { requestAfter } from '../../reference/code-effect.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { profile, withoutRevealing } from '../../reference/strapi/profile.ts'
import { type Described, describe } from '../../tools/explorer/described.ts'
import { asDecoded } from '../../util/url/percent.ts'
import { runCodeOver } from '../code/explaining.ts'
import type { Mock, MockOptions, Traced } from '../mock.ts'

export interface ExplorerOptions {
  /** The path of the packed files of the explorer. */
  readonly file: string
  /** The readers for whom the server gives explanations: none, each role within its permissions, or the developer. */
  readonly explains: Described['explains']
  /** The profile of the server. */
  readonly profile: string
}

/** A world of the server, with the functions that are needed to explain the answers of the world. */
export interface WorldRequest {
  readonly graph: Graph
  /** Answers a request to the world through the code of the project. */
  readonly trace: Mock['trace']
  /**
   * Creates a copy of the server with the code of the world over another graph. Writes to the copy do not change the
   * original world.
   */
  readonly copy: CopyWorld
  readonly roleOfToken: RoleOfToken
}

export type CopyWorld = (graph: Graph, as: Pick<MockOptions, 'profile' | 'roleOfToken'>) => Mock

export interface ExplainedRequest {
  readonly what: 'schema' | 'explain' | 'otherwise' | 'answer'
  /** The URL of the request to explain: a path with its query. */
  readonly url: string
  readonly profile: string | null
  /**
   * The path of one value in the answer to explain, such as `data.0.author.email`; null to explain the whole answer.
   */
  readonly why: string | null
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The answer to explain. If this member is absent, a copy of the world answers the request. */
  readonly traced?: Traced
}

export interface ExplainedAnswer {
  readonly status: number
  /** The body of the answer to the explorer, usually JSON. */
  readonly body: string
  /** The bytes of an answer that is not text. Only the code of a project can give such an answer. */
  readonly bytes?: Uint8Array
}

/**
 * The header with which a developer sends a request as a role without a token. The value of the header is the
 * percent-encoded name of the role.
 */
const ROLE = 'populace-role'

/**
 * Answers a request of the explorer page, such as a request for an explanation. @throws ProfileError for an unknown
 * profile.
 */
export async function explained(
  asked: ExplainedRequest,
  world: WorldRequest,
  options: ExplorerOptions,
): Promise<ExplainedAnswer> {
  const { what, url } = asked
  if (what === 'schema') return json(describe(world.graph, explaining(options)))
  const { mock, explainer } = made(asked, world, options)
  const request = { url, headers: headersOf(asked, options) }
  // Resets the copy of the world, because an earlier explanation may have run code that wrote to the copy.
  if (mock.api.graph !== world.graph) mock.use(world.graph)
  switch (what) {
    case 'answer': {
      const { status, body, bytes } = await mock.answer(request)
      return { status, body, ...(bytes === undefined ? {} : { bytes }) }
    }
    case 'explain': {
      const runCode = runCodeOver(mock, asked.traced)
      const { why } = asked
      return json(
        why === null
          ? await explainVerified(explainer(), request, runCode)
          : await whyVerified(explainer(), request, why, runCode),
      )
    }
    case 'otherwise': {
      const received = await receivedBy(mock, request)
      return json(received === undefined ? [] : await inTurns(explainer().otherwiseInTurns(received)))
    }
  }
}

/**
 * Returns the request that the content API receives from the code of the project; undefined if the request does not
 * reach the content API.
 */
async function receivedBy(mock: Mock, request: ApiRequest): Promise<ApiRequest | undefined> {
  const { effect } = await mock.trace(request)
  return effect === undefined ? request : requestAfter(request, effect)
}

/**
 * Runs an iterator to its end. At each step, the function yields to the event loop so that the server can answer other
 * requests.
 */
async function inTurns<T>(work: Iterator<undefined, T, undefined>): Promise<T> {
  for (;;) {
    const turn = work.next()
    if (turn.done === true) return turn.value
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export interface ExplainedWrite extends Pick<ExplainedRequest, 'url' | 'profile' | 'headers'> {
  /** The method of the explained write: POST, PUT or DELETE. */
  readonly method: string
  readonly body: Uint8Array
}

/**
 * Explains why the server would refuse a write; null if the server would accept the write. The explanation of a write
 * changes no row.
 * @throws ProfileError
 */
export function explainedWrite(
  asked: ExplainedWrite,
  world: WorldRequest,
  options: ExplorerOptions,
): ExplainedAnswer {
  const { method, url, body } = asked
  const request = { method, url, body, headers: headersOf(asked, options) }
  return json(
    explainFirstWrite(world.graph, request, {
      profile: requestedProfile(asked, options),
      roleOfToken: roleOf(world, options),
      outsider: options.explains !== 'developer',
    }),
  )
}

const json = (value: unknown): ExplainedAnswer => ({ status: 200, body: JSON.stringify(value) })

const explaining = ({ profile: name, explains }: ExplorerOptions) => ({
  profile: name,
  explains,
  developer: explains === 'developer',
})

interface Explainers {
  readonly mock: Mock
  readonly explainer: () => Explainer
}

/** The maximum number of profiles per graph whose explainers are cached. */
const MOST_CACHED = 4
const cached = new WeakMap<Graph, Map<string, Explainers>>()

const requestedProfile = (
  { profile: wanted }: Pick<ExplainedRequest, 'profile'>,
  options: ExplorerOptions,
): string => (wanted === null ? options.profile : withoutRevealing(profile(wanted)).name)

function made(asked: ExplainedRequest, world: WorldRequest, options: ExplorerOptions): Explainers {
  const name = requestedProfile(asked, options)
  const ofGraph = cached.get(world.graph) ?? new Map<string, Explainers>()
  cached.set(world.graph, ofGraph)
  const known = ofGraph.get(name)
  if (known !== undefined) return known
  const given: ApiOptions = { profile: name, roleOfToken: roleOf(world, options) }
  let explainer: Explainer | undefined
  const next: Explainers = {
    mock: world.copy(world.graph, { profile: name, roleOfToken: roleOf(world, options) }),
    explainer: () => {
      explainer ??= createExplainer(world.graph, { ...given, developer: options.explains === 'developer' })
      return explainer
    },
  }
  const [oldest] = ofGraph.keys()
  if (ofGraph.size >= MOST_CACHED && oldest !== undefined) ofGraph.delete(oldest)
  ofGraph.set(name, next)
  return next
}

/**
 * The first character of an internal token that stands for the role that a developer chose. No client can send a token
 * with this character, because HTTP headers cannot contain the character.
 */
const MARK = '\u2063'

const roleOf =
  ({ graph, roleOfToken }: WorldRequest, { explains }: ExplorerOptions): RoleOfToken =>
  (token) =>
    explains === 'developer' && token.startsWith(MARK)
      ? graph.access.roles.get(asDecoded(token.slice(MARK.length)))
      : roleOfToken(token)

function headersOf({ headers }: Pick<ExplainedRequest, 'headers'>, { explains }: ExplorerOptions) {
  const role = explains === 'developer' ? headers[ROLE] : undefined
  return role === undefined ? headers : { ...headers, authorization: `Bearer ${MARK}${role}` }
}
