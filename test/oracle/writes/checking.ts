/** Helpers of the write tests: checks of server functions in this process, and the write sessions of the suite. */
import { isDeepStrictEqual } from 'node:util'
import {
  type CheckOptions,
  check,
  loadSessions,
  type Report,
  type WriteSession,
} from '../../../src/oracle/index.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { filesOf } from '../../../src/reference/load/build.ts'
import { resolvedFiles } from '../../../src/sources/write/resolved.ts'
import { graphOf } from '../../support/datasets.ts'
import type { WritingServer } from './faults.ts'

export const graph = graphOf('strapi-5.54')
/** Returns the write sessions of the suite about one dataset. */
export const sessionsOf = (dataset: string): readonly WriteSession[] =>
  loadSessions().filter((one) => one.dataset === dataset)

export function checkWrites({ server }: WritingServer, options: CheckOptions): Promise<Report> {
  return check(server, {
    ...{ graph, dataset: 'strapi-5.54', suite: [], writes: true, runs: 0, timeout: 60_000 },
    ...options,
  })
}

/** Returns whether a graph has the same rows as the graph `before`. */
export const isAsBefore = (left: Graph, before: Graph = graph): boolean =>
  isDeepStrictEqual(rowsOf(left), rowsOf(before))

/** Returns all rows of a graph as JSON, including the ids that the JSON files of a dataset may omit. */
const rowsOf = (one: Graph): unknown => {
  const { entries, media } = resolvedFiles(filesOf(one) ?? { contentTypes: {} }, one)
  return JSON.parse(JSON.stringify({ entries, media }))
}
