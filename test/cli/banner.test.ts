/** Tests the counts and the advice in the first lines of `serve`. */
import { expect, test } from 'vitest'
import { bannerOf } from '../../src/cli/serve/banner.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { DEFAULT_FILES } from '../../src/reference/load/files/files.ts'
import { profile } from '../../src/reference/strapi/profile.ts'
import { parseJson } from '../../src/util/json.ts'
import { graphOf as built, collection } from '../graph/library.ts'
import { graphOf } from '../support/datasets.ts'

const guide = graphOf('guide')
const files = { ...DEFAULT_FILES, contentTypes: {} }

const linesFor = (graph: Graph, verbose?: true): readonly string[] =>
  bannerOf(
    { graph, source: { kind: 'dataset folder', files, graph, notes: [] }, profile: 'documented' },
    {
      ...{ asked: profile('documented'), reveal: false, adminUrl: undefined, path: '.' },
      ...(verbose === undefined ? {} : { verbose }),
      url: 'http://localhost:1337',
    },
  ).split('\n')

test('the counts in the banner of `serve` equal the totals of the lists', () => {
  const counted = linesFor(guide, true).flatMap((line) => {
    const [, count, path] = /^ +(\d+) {2}http:\/\/localhost:1337(\/api\/\S+)$/.exec(line) ?? []
    return path === undefined ? [] : [{ path, count: Number(count) }]
  })
  const { answer } = createReferenceApi(guide)
  const totals = counted.flatMap(({ path }) => {
    const { body } = answer({ url: path, headers: { authorization: 'Bearer admin-token' } })
    const total: unknown = Object(parseJson(body)).meta?.pagination?.total
    return typeof total === 'number' ? [{ path, count: total }] : []
  })
  expect(totals.length).toBeGreaterThan(5)
  expect(counted.filter(({ path }) => totals.some((one) => one.path === path))).toEqual(totals)
})

test('the banner of a source without entries names the option that creates entries', () => {
  const empty = built({ contentTypes: { cheese: collection('cheese', { name: { type: 'string' } }) } })
  expect(linesFor(empty)).toContain('No entries yet: --fake 20 creates some.')
  expect(linesFor(guide).join()).not.toContain('--fake')
})
