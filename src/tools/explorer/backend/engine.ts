/** The core over one dataset, as the worker of the page runs it: whoever looks at it is its developer. */
import {
  type ApiOptions,
  type ApiRequest,
  buildGraph,
  type ContentApi,
  type DatasetFiles,
  formatFault,
  type Graph,
} from '../../../core.ts'
import { createExplainer, type Explainer } from '../../../explain/explain.ts'
import { createReferenceApi } from '../../../reference/api.ts'
import type { Asking } from '../../../util/url/explorer-url.ts'
import { type Described, describe } from '../described.ts'
import type { BackendAnswer } from './backend.ts'
import type { Wish } from './messages.ts'

interface EngineRequest {
  readonly api: ContentApi
  readonly explainer: Explainer
}

/** Profiles that are kept at once. */
const MOST_KEPT = 4

/** A role that is asked for by name goes as a token that nobody can have: a header holds no such sign. */
const ROLE_TOKEN = 'role\u2063'

export class Engine {
  #graph: Graph | null = null
  readonly #kept = new Map<string, EngineRequest>()

  /** @throws Error that says what is wrong, or what is not there. */
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
    if (this.#graph === null) throw new Error('There is no dataset yet')
    return this.#graph
  }

  #open(files: DatasetFiles): null {
    const built = buildGraph(files)
    if (!('graph' in built)) throw new Error(told(built))
    this.take(built.graph)
    return null
  }

  /** Another dataset, in place of the one before. */
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
      explainer: createExplainer(this.graph, { ...options, developer: true }),
    }
    const [oldest] = this.#kept.keys()
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
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

const SHOWN_FAULTS = 5

function told({ faults, more }: Exclude<ReturnType<typeof buildGraph>, { readonly graph: Graph }>): string {
  const left = faults.length + more - SHOWN_FAULTS
  const lines = faults.slice(0, SHOWN_FAULTS).map(formatFault)
  return [...lines, ...(left > 0 ? [`and ${left} more`] : [])].join('\n')
}
