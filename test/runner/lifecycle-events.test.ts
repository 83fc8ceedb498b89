/** Tests that each call fires the lifecycle events that a real server fired. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  CORE_CALLS,
  documentActions,
  type EventCall,
  type EventWorld,
  lifecycleEvents,
} from '../../src/sources/runner/thread/strapi/lifecycle-events.ts'

const FILE = new URL('../../fixtures/project-code/lifecycle-events.jsonl.gz', import.meta.url)

/** A call to the real server, with the events of the type that it has fired. */
interface RecordedEvents extends EventCall {
  readonly uid: string
  readonly world: EventWorld
  readonly actions: readonly string[]
  readonly events: readonly { readonly action: string; readonly id?: number }[]
}

const recorded = gunzipSync(readFileSync(FILE))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line): RecordedEvents => JSON.parse(line))

describe('lifecycle events of the real server', () => {
  test.each(
    recorded.map((call, at) => [`${at + 1} ${call.service}.${call.method} of ${call.uid}`, call] as const),
  )('%s', (_, call) => {
    expect(lifecycleEvents(call, call.world).map(({ action }) => action)).toEqual(
      call.events.map(({ action }) => action),
    )
  })

  test.each(recorded.map((call, at) => [`${at + 1} ${call.service}.${call.method}`, call] as const))(
    'the rows that %s passes to its events are the recorded rows',
    (_, call) => {
      const steps = lifecycleEvents(call, call.world)
      const named = steps.flatMap(({ on }, at) => (on.kind === 'known' ? [[at, on.row.id]] : []))
      const wanted = named.map(([at = 0]) => [at, call.events[at]?.id])
      // Calls of the document service find rows by documentId, so some events have no recorded id.
      expect(named.filter((_, at) => wanted[at]?.[1] !== undefined)).toEqual(
        wanted.filter(([, id]) => id !== undefined),
      )
    },
  )

  test('each recorded call runs as many document middlewares as on the real server', () => {
    for (const call of recorded) {
      const isUnknown = call.service === 'entity' && typeof call.args[0] === 'number' && !call.world.exists
      expect(isUnknown ? [] : documentActions(call)).toHaveLength(call.actions.length)
    }
    expect(documentActions({ service: 'documents', method: 'publish' })).toEqual(['publish'])
    expect(CORE_CALLS.collectionType['find']).toEqual(['findMany', 'count'])
  })
})
