/** Tests that answers with arbitrary values give rows or faults, and never an exception. */
import { expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { buildGraph, filesOf } from '../../src/reference/load/build.ts'
import { collectFaults } from '../../src/reference/schema/fault.ts'
import { unwrapped } from '../../src/sources/rest/dataset.ts'
import { isList, isObject, type Json } from '../../src/util/json.ts'
import { graphOf } from '../support/datasets.ts'

const ODD: readonly Json[] = [
  null,
  true,
  -1,
  1e300,
  '',
  'x',
  [],
  {},
  [[]],
  [null],
  { data: null },
  { id: 1 },
  { id: 'x', documentId: 5 },
  { documentId: 'x', locale: 7, publishedAt: false },
  { __type: 'api::nothing.nothing', id: 1 },
  { __component: 'no.such' },
  { count: 2 },
  JSON.parse('{"__proto__": {"id": 1}, "constructor": 1, "id": 2, "documentId": "p"}'),
]

/** Returns a source of random integers below a bound; the same seed gives the same integers. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

/** Replaces one value by an unusual value, or by a value from another place. */
function changed(json: Json, roll: (below: number) => number): Json {
  const odd = (): Json => ODD[roll(ODD.length)] ?? null
  if (roll(6) === 0) return odd()
  if (isList(json) && json.length > 0) {
    const at = roll(json.length)
    return json.map((item, index) => (index === at ? changed(item, roll) : item))
  }
  if (!isObject(json)) return odd()
  const entries = Object.entries(json)
  const at = roll(entries.length + 1)
  if (at === entries.length)
    return { ...json, [['nope', 'localizations', 'related', 'attributes'][roll(4)] ?? '']: odd() }
  return Object.fromEntries(
    entries.map(([key, value], index) => [key, index === at ? changed(value, roll) : value]),
  )
}

test('300 answers with unusual values are read or rejected with faults', () => {
  const graph = graphOf('guide')
  const api = createReferenceApi(graph, { profile: 'strapi-5.54-sqlite' })
  const { entries: _, media: __, ...rest } = filesOf(graph) ?? { contentTypes: {} }
  const answer = (plural: string): Json =>
    JSON.parse(
      api.answer({ url: `/api/${plural}?populate=*`, headers: { authorization: 'Bearer admin-token' } }).body,
    )
  const sound = {
    article: answer('articles'),
    restaurant: answer('restaurants'),
    category: answer('categories'),
  }
  let loaded = 0
  for (let seed = 1; seed <= 300; seed++) {
    const roll = dice(seed)
    const entries = {
      ...sound,
      article: changed(sound.article, roll),
      restaurant: changed(sound.restaurant, roll),
    }
    const collected = collectFaults()
    const { files, given } = unwrapped({ ...rest, entries, media: [] }, collected.report)
    const built = buildGraph(files)
    if ('graph' in built) {
      if (collected.faults.length === 0) loaded++
      continue
    }
    for (const fault of built.faults.map(given)) expect(fault.file).toMatch(/^(entries|media)/)
  }
  expect(loaded).toBeGreaterThan(10)
  expect(loaded).toBeLessThan(290)
})
