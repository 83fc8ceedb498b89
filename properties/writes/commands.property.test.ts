/** Tests that `writeCommands` finds no fault in the reference for any schema, and finds faults of wrong servers. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ApiResponse, createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { firstState, write } from '../../src/writing/index.ts'
import { graphOf } from '../../test/support/datasets.ts'
import { SEED } from '../../test/support/seed.ts'
import { worlds } from '../arbitraries/world.ts'
import type { SentRequest } from '../server.ts'
import { removeWritten, writeCommands } from './commands.ts'
import { type WrittenDocuments, writtenDocuments } from './documents.ts'
import type { WriteTarget } from './target.ts'

const RUNS = Number(process.env['POPULACE_WRITE_RUNS'] ?? 10)

type Sabotage = (request: SentRequest, answer: (request: SentRequest) => ApiResponse) => ApiResponse

/** Creates a server in memory with its own data. */
function answerer(graph: Graph): (request: SentRequest) => ApiResponse {
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

const sabotaged =
  (answer: (request: SentRequest) => ApiResponse, sabotage: Sabotage = (request) => answer(request)) =>
  (request: SentRequest): ApiResponse =>
    sabotage(request, answer)

const targetFor = (graph: Graph, sabotage?: Sabotage): WriteTarget => ({
  server: sabotaged(answerer(graph), sabotage),
})

const GRAPHS = fc
  .sample(worlds({ restrictions: false, documents: 6 }), { seed: SEED, numRuns: RUNS + 5 })
  .flatMap(({ graph }) => {
    try {
      return [{ graph, commands: writeCommands(graph, { maxCommands: 12 }) }]
    } catch {
      return []
    }
  })

const GUIDE = graphOf('guide')
const headers = { authorization: 'Bearer admin-token' }

/** Returns the message of the first failure of the commands on any of the graphs. */
async function failureOf(sabotage?: Sabotage): Promise<string | undefined> {
  for (const { graph, commands } of GRAPHS) {
    const property = fc.asyncProperty(commands, async (all) => {
      const real = targetFor(graph, sabotage)
      await fc.asyncModelRun(() => ({ model: writtenDocuments(), real }), all)
    })
    const { failed, errorInstance } = await fc.check(property, { seed: SEED, numRuns: 4, endOnFailure: true })
    if (failed) return String(errorInstance)
  }
  return undefined
}

const withData = (request: SentRequest, change: (data: Record<string, unknown>) => object): SentRequest => ({
  ...request,
  ...(request.body === undefined
    ? {}
    : { body: JSON.stringify({ data: change(JSON.parse(request.body).data) }) }),
})

const WRONG: readonly (readonly [string, Sabotage, RegExp])[] = [
  [
    'a create that drops a value',
    (request, answer) =>
      answer(
        request.method === 'POST'
          ? withData(request, (data) => Object.fromEntries(Object.entries(data).slice(0, -1)))
          : request,
      ),
    /is null\n|expected 201/,
  ],
  [
    'an update that is not stored',
    (request, answer) => answer(request.method === 'PUT' ? withData(request, () => ({})) : request),
    /expected/,
  ],
  [
    'a delete that deletes nothing',
    (request, answer) =>
      request.method === 'DELETE' ? { status: 204, headers: {}, body: '' } : answer(request),
    /expected 404/,
  ],
  [
    'a total that counts deleted documents',
    (() => {
      let deleted = 0
      return (request: SentRequest, answer: (request: SentRequest) => ApiResponse) => {
        const made = answer(request)
        if (request.method === 'DELETE') deleted++
        const counted = (_text: string, total: string): string => `"total":${Number(total) + deleted}`
        return { ...made, body: made.body.replace(/"total":(\d+)/, counted) }
      }
    })(),
    /total is \d+\nexpected \d+/,
  ],
  [
    'an update that always publishes',
    (request, answer) =>
      answer({
        ...request,
        url: request.method === 'PUT' ? request.url.replace('=draft', '=published') : request.url,
      }),
    /expected|is /,
  ],
  [
    'a create that answers 200',
    (request, answer) => {
      const made = answer(request)
      return made.status === 201 ? { ...made, status: 200 } : made
    },
    /expected 201/,
  ],
]

describe(`writes as commands, seed ${SEED}`, () => {
  test('writes as commands find no fault in the reference', async () => {
    expect(GRAPHS.length).toBeGreaterThan(RUNS / 2)
    expect(await failureOf()).toBeUndefined()
  })

  test('each command writes, and a sequence of commands begins with a creation', async () => {
    const property = fc.asyncProperty(writeCommands(GUIDE, { maxCommands: 8 }), async (all) => {
      const methods: string[] = []
      const { server } = targetFor(GUIDE, (request, answer) => {
        methods.push(request.method ?? 'GET')
        return answer(request)
      })
      const commands = [...all]
      await fc.asyncModelRun(() => ({ model: writtenDocuments(), real: { server, headers } }), commands)
      const writes = methods.filter((method) => method !== 'GET')
      expect(writes).toHaveLength(commands.length)
      expect(writes[0] ?? 'POST').toBe('POST')
    })
    await fc.assert(property, { seed: SEED, numRuns: 20 })
  })

  test.each(WRONG)('notice %s', async (_name, sabotage, sentence) => {
    expect(await failureOf(sabotage)).toMatch(sentence)
  })

  test.each(WRONG.slice(0, 3))(
    'a failure of %s can be repeated, and its report prints the writes',
    async (_name, sabotage) => {
      const run = (how: { readonly replayPath?: string } = {}) =>
        fc.asyncProperty(writeCommands(GUIDE, { maxCommands: 8, ...how }), async (all) => {
          const real = { ...targetFor(GUIDE, sabotage), headers }
          await fc.asyncModelRun(() => ({ model: writtenDocuments(), real }), all)
        })
      const first = await fc.check(run(), { seed: SEED })
      const text = fc.defaultReportMessage(first) ?? ''
      expect(text).toMatch(/\n {2}POST \/api\/\w+(\?status=\w+)? \{"data":/)
      expect(text).not.toContain('dice')
      const [, replayPath = ''] = /replayPath="([^"]+)"/.exec(text) ?? []
      const path = first.counterexamplePath ?? ''
      const again = await fc.check(run({ replayPath }), { seed: SEED, path, numRuns: 1 })
      expect([again.failed, again.counterexamplePath, again.numShrinks]).toEqual([true, path, 0])
    },
  )

  test('`removeWritten` leaves no document of the commands, even if a DELETE failed before', async () => {
    const answer = answerer(GUIDE)
    const server = sabotaged(answer, (request) =>
      request.method === 'DELETE' ? { status: 204, headers: {}, body: '' } : answer(request),
    )
    const lists = (): readonly string[] =>
      ['articles', 'authors', 'reviews'].map(
        (name) => answer({ url: `/api/${name}?status=draft`, headers }).body,
      )
    const before = lists()
    const property = fc.asyncProperty(writeCommands(GUIDE, { maxCommands: 8 }), async (all) => {
      const model = writtenDocuments()
      try {
        await fc.asyncModelRun(() => ({ model, real: { server, headers } }), all)
      } finally {
        await removeWritten(GUIDE, model, { server: answer, headers })
      }
    })
    expect((await fc.check(property, { seed: SEED, numRuns: 10 })).failed).toBe(true)
    expect(lists()).toEqual(before)
  })

  test('leave no document after `removeWritten`', async () => {
    const [first] = GRAPHS
    if (first === undefined) throw new Error('there is a graph')
    const model: WrittenDocuments = writtenDocuments()
    const real = targetFor(first.graph)
    const [commands] = fc.sample(first.commands, { seed: SEED, numRuns: 1 })
    await fc.asyncModelRun(() => ({ model, real }), commands ?? [])
    await removeWritten(first.graph, model, real)
    expect(model.documents.size).toBe(0)
  })
})
