/**
 * A dataset with many links for the fuzzer: self-relations, cycles, and two components with a relation of the same
 * name.
 */

import type { Graph } from '../../../src/reference/graph/graph.ts'
import { buildGraph } from '../../../src/reference/load/build.ts'
import { invariant } from '../../../src/util/invariant.ts'
import type { Json } from '../../../src/util/json.ts'

const toMany = (target: string): Json => ({ type: 'relation', relation: 'oneToMany', target })
const manyToMany = (target: string, side: 'inversedBy' | 'mappedBy', other: string): Json => ({
  type: 'relation',
  relation: 'manyToMany',
  target,
  [side]: other,
})
const PAGE = 'api::page.page'
const CATEGORY = 'api::category.category'

/**
 * The number of category entries, which does not depend on the number of pages. Each page has one or two categories.
 */
const CATEGORIES = 20
/** The maximum number of entries in the relation `related` of each page. */
const RELATED = 3

/**
 * Builds a graph with `pages` pages. Each page links to up to three pages, to one or two categories, and to a page
 * through each of two components of a zone.
 */
export function heavyGraph(pages: number): Graph {
  const at = (index: number): number => (index % pages) + 1
  const page = (_: unknown, index: number): Json => ({
    id: index + 1,
    title: `t${(index * 7919) % pages}`,
    rank: (index * 31) % 97,
    data: { a: [index % 7, { b: null }] },
    related: [...new Set([at(index + 1), at(index * 3 + 1), at(index * 5 + 2)].slice(0, RELATED))],
    categories: [...new Set([(index % CATEGORIES) + 1, ((index * 3) % CATEGORIES) + 1])],
    zone: [
      { __component: 'a.one', label: '1', pages: [at(index * 2)] },
      { __component: 'a.two', label: '2', pages: [at(index * 3)] },
    ],
  })
  const built = buildGraph({
    contentTypes: {
      page: {
        kind: 'collectionType',
        info: { singularName: 'page', pluralName: 'pages' },
        attributes: {
          title: { type: 'string' },
          rank: { type: 'integer' },
          data: { type: 'json' },
          zone: { type: 'dynamiczone', components: ['a.one', 'a.two'] },
          related: toMany(PAGE),
          categories: manyToMany(CATEGORY, 'inversedBy', 'pages'),
        },
      },
      category: {
        kind: 'collectionType',
        info: { singularName: 'category', pluralName: 'categories' },
        attributes: { name: { type: 'string' }, pages: manyToMany(PAGE, 'mappedBy', 'categories') },
      },
    },
    components: {
      'a/one': { attributes: { label: { type: 'string' }, pages: toMany(PAGE) } },
      'a/two': { attributes: { label: { type: 'string' }, pages: toMany(PAGE) } },
    },
    entries: {
      page: Array.from({ length: pages }, page),
      category: Array.from(
        { length: CATEGORIES },
        (_, index): Json => ({ id: index + 1, name: `c${index}` }),
      ),
    },
  })
  invariant('graph' in built, 'the world is sound')
  return built.graph
}
