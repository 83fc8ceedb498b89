/** The laws of any server, over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, serve } from '../src/mock/serve.ts'
import { createContentApi } from '../src/reference/api.ts'
import { graphOf } from '../test/support/datasets.ts'
import { SEED } from '../test/support/seed.ts'
import { checkServer, report } from './check.ts'
import { liveLaws } from './laws/laws.ts'
import { serverAt } from './server.ts'

const graph = graphOf('guide')
let running: Running

beforeAll(async () => {
  running = await serve(createContentApi(graph), { port: 0 })
})
afterAll(() => running.stop())

test.each(liveLaws.map((law) => [law.id, law] as const))('%s', async (_id, law) => {
  const failure = await checkServer(law, serverAt(running.url), graph, { runs: 2, seed: SEED })
  expect(failure === undefined ? '' : report(failure)).toBe('')
})
