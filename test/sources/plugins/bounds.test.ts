/** Tests that populate plugins stay within the budget, even if all types link to each other. */
import { expect, test } from 'vitest'
import { createReferenceApi } from '../../../src/reference/api.ts'
import { buildGraph } from '../../../src/reference/load/build.ts'
import type { DatasetFiles } from '../../../src/reference/load/files/files.ts'
import { readPlugins } from '../../../src/sources/plugins/plugins.ts'
import type { Json } from '../../../src/util/json.ts'

const NUMBERS = [...Array(12).keys()]
const others = (own: number) => NUMBERS.filter((number) => number !== own)

/** Returns a dataset whose types all link to each other, so that the number of paths is exponential. */
function tangle(): DatasetFiles {
  const typeOf = (own: number): Json => ({
    kind: 'collectionType',
    collectionName: `t${own}`,
    info: { singularName: `t${own}`, pluralName: `t${own}s` },
    attributes: Object.fromEntries(
      others(own).map((to) => [
        `to${to}`,
        { type: 'relation', relation: 'manyToMany', target: `api::t${to}.t${to}` },
      ]),
    ),
  })
  const rowOf = (own: number): Json => ({
    id: 1,
    ...Object.fromEntries(others(own).map((to) => [`to${to}`, [1]])),
  })
  const pin: Json = {
    kind: 'collectionType',
    collectionName: 'pins',
    info: { singularName: 'pin', pluralName: 'pins' },
    attributes: { on: { type: 'relation', relation: 'morphToOne' } },
  }
  return {
    contentTypes: { pin, ...Object.fromEntries(NUMBERS.map((own) => [`t${own}`, typeOf(own)])) },
    entries: Object.fromEntries(NUMBERS.map((own) => [`t${own}`, [rowOf(own)]])),
  }
}

/** The budget in steps; following all paths would need far more. */
const BUDGET = 300_000

const dependencies = { 'strapi-plugin-populate-all': '1.5.2', 'strapi-v5-plugin-populate-deep': '4.3.3' }

test.each([
  ['pLevel=4', 200, ''],
  ['pLevel=99', 400, 'Invalid populate: '],
  ['populate=all', 400, 'Invalid populate: '],
  ['populate=all&pLevel=3', 200, ''],
])(
  'a request over types that all link to each other stays within the budget of steps: %s',
  (query, status, message) => {
    const dataset = tangle()
    const built = buildGraph(dataset)
    if (!('graph' in built)) throw new Error('the types are sound')
    const { withPlugins } = readPlugins({
      text: (path) => (path === 'package.json' ? JSON.stringify({ dependencies }) : undefined),
      config: undefined,
      dataset,
    })
    const api = withPlugins(createReferenceApi)(built.graph, {
      profile: 'strapi-5.54-sqlite',
      budget: BUDGET,
    })
    const answer = api.answer({ url: `/api/t0s?${query}` })
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body).error?.message ?? '').toContain(message)
  },
)
