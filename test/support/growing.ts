/** A dataset with any number of posts and their authors, linked in both directions. */

import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { Json } from '../../src/util/json.ts'

const AUTHORS = 100

/** Returns the files of a dataset with `posts` posts. */
export const growing = (posts: number): DatasetFiles => ({
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

/** The requests whose cost is measured, by name. */
export const REQUESTS: Readonly<Record<string, string>> = {
  'a page': '/api/posts',
  'a page with its relation': '/api/posts?populate=author',
  'a page two levels deep': '/api/posts?populate[author][populate]=posts',
  'filtered by value': '/api/posts?filters[views][$lt]=10',
  'filtered through a relation': '/api/posts?filters[author][name][$contains]=7',
  sorted: '/api/posts?sort=views:desc',
  'sorted through a relation': '/api/posts?sort=author.name',
}
