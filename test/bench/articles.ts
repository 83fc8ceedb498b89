/** A dataset with any number of articles. */

import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { Json } from '../../src/util/json.ts'
import { collection, relation } from '../graph/library.ts'

const TAGS = 40

const article = collection('article', {
  title: { type: 'string' },
  body: { type: 'text' },
  rank: { type: 'integer' },
  author: relation('manyToOne', 'api::author.author', { inversedBy: 'articles' }),
  tags: relation('manyToMany', 'api::tag.tag', { mappedBy: 'articles' }),
  next: relation('oneToOne', 'api::article.article'),
  cover: { type: 'media' },
  seo: { type: 'component', component: 'parts.seo' },
})

/**
 * Returns the tables of a dataset with `size` articles, their authors, tags and covers. Each article has links and a
 * component.
 */
export function filesOf(size: number): DatasetFiles {
  const authors = size / 10
  const articles = Array.from(
    { length: size },
    (_, at): Json => ({
      title: `Article ${at}`,
      body: 'words '.repeat(20),
      rank: at % 7,
      author: (at % authors) + 1,
      tags: [(at % TAGS) + 1, ((at + 1) % TAGS) + 1],
      next: ((at + 1) % size) + 1,
      cover: (at % authors) + 1,
      seo: { title: `Seo ${at}` },
    }),
  )
  const named = (count: number): Json[] => Array.from({ length: count }, (_, at) => ({ name: `n${at}` }))
  return {
    contentTypes: {
      article,
      author: collection('author', {
        name: { type: 'string' },
        articles: relation('oneToMany', 'api::article.article', { mappedBy: 'author' }),
      }),
      tag: collection('tag', {
        name: { type: 'string' },
        articles: relation('manyToMany', 'api::article.article', { inversedBy: 'tags' }),
      }),
    },
    components: { 'parts/seo': { attributes: { title: { type: 'string' } } } },
    entries: { article: articles, author: named(authors), tag: named(TAGS) },
    media: named(authors),
  }
}

export function build(files: DatasetFiles): Graph {
  const built = buildGraph(files)
  if ('graph' in built) return built.graph
  throw new Error(JSON.stringify(built.faults))
}
