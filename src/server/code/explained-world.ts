/** Creates the functions that explain the answers of a mock server, for users of the library. */
import type { Explainer } from '../../explain/explain.ts'
import type { Explanation, Why } from '../../explain/explanation.ts'
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { printable } from '../../util/printable.ts'
import type { Mock, MockOptions } from '../mock.ts'

export interface ExplainedWorld {
  /**
   * Explains the answer to a GET request, including the effect of the project's code. Making the explanation does not
   * change the world.
   */
  readonly explain: (request: string | ApiRequest) => Promise<Explanation>
  /** Explains why the answer to a GET request contains, or lacks, a path such as `data.0.author.email`. */
  readonly why: (request: string | ApiRequest, path: string) => Promise<Why>
}

/**
 * Creates the functions that explain a world. The parameter `copy` creates a mock server with the same options, so
 * that writes of the project's code change only this copy.
 */
export function explainedWorld(
  mock: Mock,
  copy: (graph: Graph) => Mock,
  { profile }: Pick<MockOptions, 'profile'>,
): ExplainedWorld {
  const made = new WeakMap<Graph, Explainer>()
  const explaining = async () => {
    // Loads the explainer on demand, because most worlds never explain an answer.
    const [explain, { runCodeOver }] = await Promise.all([
      import('../../explain/index.ts'),
      import('./explaining.ts'),
    ])
    const { graph } = mock.api
    const options = {
      roleOfToken: mock.roleOfToken,
      developer: true,
      ...(profile === undefined ? {} : { profile }),
    }
    const explainer = made.get(graph) ?? explain.createExplainer(graph, options)
    made.set(graph, explainer)
    return { ...explain, explainer, runCode: runCodeOver(copy(graph)) }
  }
  return {
    explain: async (request) => {
      const { explainVerified, explainer, runCode } = await explaining()
      return explainVerified(explainer, requestOf(request), runCode)
    },
    why: async (request, path) => {
      const { whyVerified, explainer, runCode } = await explaining()
      return whyVerified(explainer, requestOf(request), path, runCode)
    },
  }
}

/** Returns the request to explain. @throws TypeError for a write, because only `populace/world` explains writes. */
function requestOf(request: string | ApiRequest): ApiRequest {
  if (typeof request === 'string') return { url: request }
  const { method = 'GET' } = request
  if (READS.has(method.toUpperCase())) return request
  throw new TypeError(
    `expected a GET request, found ${printable(method, 20)}. \`world(graph).explain\` of populace/world explains a write.`,
  )
}

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
