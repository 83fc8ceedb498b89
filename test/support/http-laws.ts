/** Checks the live laws against servers over HTTP. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLaw } from '../../properties/check/law.ts'
import { report } from '../../properties/check/report.ts'
import { liveLaws } from '../../properties/laws/laws.ts'
import { serverAt } from '../../properties/server.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { graphOf } from './datasets.ts'
import { SEED } from './seed.ts'

export function lawsHoldOverHttp(runs: number): void {
  const graph = graphOf('guide')
  let running: Running
  beforeAll(async () => {
    running = await serve(createReferenceApi(graph), { port: 0 })
  })
  afterAll(() => running.stop())

  test.each(liveLaws.map((law) => [law.id, law] as const))('%s', async (_id, law) => {
    const verdict = await checkLaw(law, serverAt(running.url), graph, { runs, seed: SEED })
    expect(verdict.outcome === 'broken' ? report(verdict.failure, running.url) : '').toBe('')
  })
}
