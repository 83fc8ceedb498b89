/** How answers grow with the data: the same page of 25 out of 1,000 and 10,000 rows. Read the ratios, not the times. */

import { bench, describe } from 'vitest'
import type { Json } from '../../src/ground/json.ts'
import { createContentApi } from '../../src/reference/api.ts'
import { buildGraph } from '../../src/reference/graph/build.ts'

const AUTHORS = 500

function world(posts: number) {
  const result = buildGraph({
    contentTypes: {
      post: {
        kind: 'collectionType',
        info: { singularName: 'post', pluralName: 'posts' },
        attributes: {
          title: { type: 'string' },
          views: { type: 'integer' },
          author: {
            type: 'relation',
            relation: 'manyToOne',
            target: 'api::author.author',
            inversedBy: 'posts',
          },
        },
      },
      author: {
        kind: 'collectionType',
        info: { singularName: 'author', pluralName: 'authors' },
        attributes: {
          name: { type: 'string' },
          posts: { type: 'relation', relation: 'oneToMany', target: 'api::post.post', mappedBy: 'author' },
        },
      },
    },
    entries: {
      author: Array.from({ length: AUTHORS }, (_, at): Json => ({ id: at + 1, name: `Author ${at}` })),
      post: Array.from(
        { length: posts },
        (_, at): Json => ({
          id: at + 1,
          title: `Post ${at}`,
          views: (at * 7919) % 1000,
          author: (at % AUTHORS) + 1,
        }),
      ),
    },
  })
  if (!('graph' in result)) throw new Error(JSON.stringify(result.faults.slice(0, 3)))
  return createContentApi(result.graph)
}

const worlds = [1_000, 10_000].map((rows) => ({ rows, api: world(rows) }))

const requests: Readonly<Record<string, string>> = {
  'a page': '/api/posts',
  'a page with its relation': '/api/posts?populate=author',
  'a page two levels deep': '/api/posts?populate[author][populate]=posts',
  'filtered by value': '/api/posts?filters[views][$lt]=10',
  'filtered through a relation': '/api/posts?filters[author][name][$contains]=7',
  sorted: '/api/posts?sort=views:desc',
  'sorted through a relation': '/api/posts?sort=author.name',
}

for (const [name, url] of Object.entries(requests)) {
  describe(name, () => {
    for (const { rows, api } of worlds) {
      bench(`${rows} rows`, () => void api.answer({ url }), { time: 300 })
    }
  })
}
