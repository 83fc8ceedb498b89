/** Tests lists with more items than a function call may have arguments. */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import { world } from '../../src/server/world/index.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'
import { collection } from '../graph/library.ts'
import { withHalfTheStack } from './stack.ts'

const MANY = 70_000

const part = (name: string) => ({ collectionName: name, attributes: { name: { type: 'string' } } })

/**
 * Returns a dataset with one entry of the type `thing`, which has the given number of components in `parts`. The public
 * role may do everything.
 */
const files = (parts: number): DatasetFiles => ({
  contentTypes: {
    thing: collection('thing', {
      title: { type: 'string' },
      parts: { type: 'component', repeatable: true, component: 'a.part' },
      zone: { type: 'dynamiczone', components: ['a.part'] },
    }),
  },
  components: { 'a/part': part('parts') },
  entries: { thing: [{ title: 'wide', parts: Array.from({ length: parts }, () => ({})) }] },
  access: { publicRole: 'public', roles: { public: { permissions: ['*'] } } },
})

function graphWith(parts: number): Graph {
  const built = buildGraph(files(parts))
  if ('graph' in built) return built.graph
  throw new Error(JSON.stringify(built.faults))
}

test('an entry with very many components can be answered and filtered, and an edit preserves the entry', () => {
  const graph = graphWith(MANY)
  withHalfTheStack(() => {
    const url = '/api/things?populate=*&filters[parts][name][$null]=true&fields=title'
    expect(createReferenceApi(graph).answer({ url }).status).toBeLessThan(500)
    const edited = editGraph(graph, ({ entries }) => {
      const thing = entries['thing']?.[0]
      if (thing !== undefined) thing['title'] = 'wider'
    })
    const [row] = edited.tables.get('api::thing.thing')?.rows ?? []
    expect(row?.values['title']).toBe('wider')
    expect(row?.components['parts']).toHaveLength(MANY)
  })
})

describe('a body with many items', () => {
  const graph = graphWith(1)
  const [row] = graph.tables.get('api::thing.thing')?.rows ?? []
  const parts = Array.from({ length: MANY }, () => ({}))
  const taken = parts.slice(0, 49_000)

  test.each([
    ['components', { title: 'a', parts }],
    ['the maximum number of components', { title: 'a', parts: taken }],
    ['components of a zone', { title: 'a', zone: taken.map(() => ({ __component: 'a.part' })) }],
    ['members that are not known', Object.fromEntries(parts.map((_, at) => [`k${at}`, 1]))],
    ['lists in a list', { title: parts.map(() => []) }],
  ])('%s', (_what, data) => {
    const body = new TextEncoder().encode(JSON.stringify({ data }))
    const headers = { 'content-type': 'application/json' }
    for (const [method, url] of [
      ['POST', '/api/things'],
      ['PUT', `/api/things/${row?.documentId}`],
    ] as const) {
      const { answer } = withHalfTheStack(() => world(graph).send({ method, url, headers, body }))
      expect(answer.status).toBeLessThan(500)
    }
  })
})
