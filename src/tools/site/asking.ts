/** Answers requests with the reference while the site is generated. */

import { type ContentApi, createReferenceApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { buildGraph } from '../../reference/load/build.ts'
import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { DatasetError } from '../../reference/schema/fault.ts'
import { type Json, parseJson } from '../../util/json.ts'
import type { SiteModel } from './model/model.ts'

export interface SiteRequest {
  readonly status: number
  /** The body of the answer: parsed JSON, or the text if it is not JSON. */
  readonly body: Json
}

/** Returns the answer to a request, from a dataset of the suite under a profile. */
export type Ask = (dataset: string, profile: string, url: string, token?: string) => SiteRequest

/** Returns a function of the type `Ask` that caches each loaded dataset, and the API of each profile. */
export function asking({ datasets }: SiteModel): Ask {
  const graphs = new Map<string, Graph>()
  const apis = new Map<string, ContentApi>()
  const apiOf = (dataset: string, profile: string): ContentApi => {
    const graph = graphs.get(dataset) ?? graphOf(datasets.get(dataset) ?? { contentTypes: {} })
    graphs.set(dataset, graph)
    const key = `${dataset} ${profile}`
    const api = apis.get(key) ?? createReferenceApi(graph, { profile })
    apis.set(key, api)
    return api
  }
  return (dataset, profile, url, token) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const { status, body } = apiOf(dataset, profile).answer({ url, headers })
    return { status, body: parseJson(body) ?? body }
  }
}

/**
 * Builds the graph of a dataset.
 * @throws DatasetError if the files are invalid.
 */
function graphOf(files: DatasetFiles): Graph {
  const built = buildGraph(files)
  if ('graph' in built) return built.graph
  throw new DatasetError(built.faults, built.more)
}

/** Returns the ids of the entries in the body of a list answer; undefined for the body of another answer. */
export function idsIn(body: Json): readonly Json[] | undefined {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
  if (!Array.isArray(data)) return undefined
  return data.map((entry: Json) =>
    typeof entry === 'object' && entry !== null && 'id' in entry ? (entry.id ?? null) : null,
  )
}
