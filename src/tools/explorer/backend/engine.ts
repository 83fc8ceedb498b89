/**
 * Answers the requests of the explorer's page inside its web worker, with the reference over one dataset. The user
 * of the page may see all data, as with `serve --developer`.
 */
import {
  type ApiOptions,
  type ApiRequest,
  buildGraph,
  type ContentApi,
  type DatasetFiles,
  formatFault,
  type Graph,
} from '../../../core.ts'
import { createPlainExplainer } from '../../../explain/explain.ts'
import type { PlainExplainer } from '../../../explain/explainer.ts'
import { createReferenceApi } from '../../../reference/api.ts'
import type { Asking } from '../../../util/url/explorer-url.ts'
import { type Described, describe } from '../described.ts'
import type { BackendAnswer } from './backend.ts'
import type { Wish } from './messages.ts'

interface EngineRequest {
  readonly api: ContentApi
  readonly explainer: PlainExplainer
}

/** The maximum number of profiles whose APIs the engine caches. */
const CACHED_PROFILES = 4

/**
 * The prefix of a token text that names a role. The prefix ends with a character that no HTTP header can contain, so
 * no client can send such a token text.
 */
const ROLE_TOKEN = 'role\u2063'

export class Engine {
  #graph: Graph | null = null
  readonly #kept = new Map<string, EngineRequest>()

  /** Answers one request of the page. @throws Error with a message for the user. */
  grant(wish: Exclude<Wish, { readonly kind: 'open-archive' }>): unknown {
    switch (wish.kind) {
      case 'open':
        return this.#open(wish.files)
      case 'describe':
        return this.#describe()
      case 'ask':
        return this.#ask(wish.asking)
      case 'explain':
        return this.#with(wish.asking.profile).explainer.explain(requestOf(wish.asking))
      case 'otherwise':
        return this.#with(wish.asking.profile).explainer.otherwise(requestOf(wish.asking))
    }
  }

  get graph(): Graph {
    if (this.#graph === null) throw new Error('The page has not loaded a dataset yet')
    return this.#graph
  }

  #open(files: DatasetFiles): null {
    const built = buildGraph(files)
    if (!('graph' in built)) throw new Error(faultsText(built))
    this.take(built.graph)
    return null
  }

  /** Replaces the dataset. */
  take(graph: Graph): void {
    this.#graph = graph
    this.#kept.clear()
  }

  #describe(): Described {
    return describe(this.graph, { profile: 'documented', explains: 'developer', developer: true })
  }

  #ask(asking: Asking): BackendAnswer {
    const { api } = this.#with(asking.profile)
    const start = performance.now()
    const { status, body } = api.answer(requestOf(asking))
    return { status, body, milliseconds: performance.now() - start }
  }

  #with(profile: string | null): EngineRequest {
    const name = profile ?? 'documented'
    const known = this.#kept.get(name)
    if (known !== undefined) return known
    const options: ApiOptions = { profile: name, roleOfToken: roleNamed }
    const made: EngineRequest = {
      api: createReferenceApi(this.graph, options),
      explainer: createPlainExplainer(this.graph, { ...options, developer: true }),
    }
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= CACHED_PROFILES && oldest !== undefined) this.#kept.delete(oldest)
    this.#kept.set(name, made)
    return made
  }
}

const roleNamed = (token: string): string | undefined =>
  token.startsWith(ROLE_TOKEN) ? decodeURIComponent(token.slice(ROLE_TOKEN.length)) : undefined

function requestOf({ url, caller }: Asking): ApiRequest {
  switch (caller.kind) {
    case 'public':
      return { url }
    case 'role':
      return { url, headers: { authorization: `Bearer ${ROLE_TOKEN}${encodeURIComponent(caller.role)}` } }
    case 'token':
      return { url, headers: { authorization: `Bearer ${caller.token}` } }
  }
}

const LISTED_FAULTS = 5

function faultsText({
  faults,
  more,
}: Exclude<ReturnType<typeof buildGraph>, { readonly graph: Graph }>): string {
  const left = faults.length + more - LISTED_FAULTS
  const lines = faults.slice(0, LISTED_FAULTS).map(formatFault)
  return [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n')
}
