/** Tests that the commands of `writeCommands` find the faults of wrong servers, and that a failure can be repeated. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ApiResponse } from '../../src/reference/api.ts'
import { failureOf, GUIDE, headers, type Sabotage, targetFor } from '../../test/support/sabotaged.ts'
import { SEED } from '../../test/support/seed.ts'
import type { SentRequest } from '../server.ts'
import { writeCommands } from './commands.ts'
import { writtenDocuments } from './documents.ts'

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
  test('the commands of `writeCommands` find no fault in the reference', async () => {
    expect(await failureOf()).toBeUndefined()
  })

  test.each(WRONG)(
    'the commands of `writeCommands` find the fault of a server: %s',
    async (_name, sabotage, sentence) => {
      expect(await failureOf(sabotage)).toMatch(sentence)
    },
  )

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
})
