/** How long answers take: a page of 25 out of 1,000 and 10,000 rows. Read the ratios, not the times. */
import { bench, describe } from 'vitest'
import { createContentApi } from '../../src/reference/api.ts'
import { buildGraph } from '../../src/reference/graph/build.ts'
import { growing, REQUESTS } from '../support/growing.ts'

function world(rows: number) {
  const files = growing(rows)
  const result = buildGraph(files)
  if (!('graph' in result)) throw new Error(JSON.stringify(result.faults.slice(0, 3)))
  return { rows, files, api: createContentApi(result.graph) }
}

const worlds = [1_000, 10_000].map(world)

describe('loading', () => {
  for (const { rows, files } of worlds) bench(`${rows} rows`, () => void buildGraph(files), { time: 300 })
})

for (const [name, url] of Object.entries(REQUESTS)) {
  describe(name, () => {
    for (const { rows, api } of worlds) {
      bench(`${rows} rows`, () => void api.answer({ url }), { time: 300 })
    }
  })
}
