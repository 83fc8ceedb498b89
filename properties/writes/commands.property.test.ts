/**
 * Tests that `writeCommands` finds no fault in the reference for any schema. `commands.property.long.test.ts` tests
 * that `writeCommands` finds faults of wrong servers.
 */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answerer,
  failureOf,
  GRAPHS,
  GUIDE,
  headers,
  RUNS,
  sabotaged,
  targetFor,
} from '../../test/support/sabotaged.ts'
import { SEED } from '../../test/support/seed.ts'
import { removeWritten, writeCommands } from './commands.ts'
import { type WrittenDocuments, writtenDocuments } from './documents.ts'

describe(`writes as commands, seed ${SEED}`, () => {
  test('the commands of `writeCommands` find no fault in the reference', async () => {
    expect(GRAPHS.length).toBeGreaterThan(RUNS / 2)
    expect(await failureOf(undefined, GRAPHS.slice(0, 2))).toBeUndefined()
  })

  test('each generated command writes, and each sequence of commands begins with the creation of a document', async () => {
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

  test('`removeWritten` deletes every document that the commands wrote, even if a DELETE failed before', async () => {
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

  test('after `removeWritten`, no document that the commands wrote is left', async () => {
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
