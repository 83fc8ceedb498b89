/** Creates servers with injected faults, and the generated datasets for the tests of `writeCommands`. */
import * as fc from 'fast-check'
import { worlds } from '../../properties/arbitraries/world.ts'
import type { SentRequest } from '../../properties/server.ts'
import { writeCommands } from '../../properties/writes/commands.ts'
import { writtenDocuments } from '../../properties/writes/documents.ts'
import type { WriteTarget } from '../../properties/writes/target.ts'
import { type ApiResponse, createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { firstState, write } from '../../src/writing/index.ts'
import { graphOf } from './datasets.ts'
import { SEED } from './seed.ts'

export const RUNS = Number(process.env['POPULACE_WRITE_RUNS'] ?? 10)

export type Sabotage = (request: SentRequest, answer: (request: SentRequest) => ApiResponse) => ApiResponse

/** Creates a server in memory with its own data. */
export function answerer(graph: Graph): (request: SentRequest) => ApiResponse {
  let state = firstState(graph)
  return ({ body, ...request }) => {
    const made = write(state, {
      ...request,
      ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
    })
    if (made === undefined) return createReferenceApi(state.graph).answer(request)
    state = made.state
    return made.answer
  }
}

export const sabotaged =
  (answer: (request: SentRequest) => ApiResponse, sabotage: Sabotage = (request) => answer(request)) =>
  (request: SentRequest): ApiResponse =>
    sabotage(request, answer)

export const targetFor = (graph: Graph, sabotage?: Sabotage): WriteTarget => ({
  server: sabotaged(answerer(graph), sabotage),
})

export const GRAPHS = fc
  .sample(worlds({ restrictions: false, documents: 6 }), { seed: SEED, numRuns: RUNS + 5 })
  .flatMap(({ graph }) => {
    try {
      return [{ graph, commands: writeCommands(graph, { maxCommands: 12 }) }]
    } catch {
      return []
    }
  })

export const GUIDE = graphOf('guide')
export const headers = { authorization: 'Bearer admin-token' }

/** Returns the message of the first failure of the commands on any of the graphs. */
export async function failureOf(sabotage?: Sabotage, graphs = GRAPHS): Promise<string | undefined> {
  for (const { graph, commands } of graphs) {
    const property = fc.asyncProperty(commands, async (all) => {
      const real = targetFor(graph, sabotage)
      await fc.asyncModelRun(() => ({ model: writtenDocuments(), real }), all)
    })
    const { failed, errorInstance } = await fc.check(property, { seed: SEED, numRuns: 4, endOnFailure: true })
    if (failed) return String(errorInstance)
  }
  return undefined
}
