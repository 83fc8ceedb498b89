/** Expensive requests, for the tests that count steps and for the bench that measures time. */

import type { Graph } from '../../src/reference/graph/graph.ts'
import { heavyGraph } from '../search/fuzz/heavy.ts'
import { graphOf } from '../support/datasets.ts'

const PAGES = 1_000
export const SQLITE = 'strapi-5.54-sqlite'
const POSTGRES = 'strapi-5.54-postgres'

export const guide = graphOf('guide')
export const heavy = heavyGraph(PAGES)

/**
 * Returns a dotted path that repeats the names in turn until it has the given number of steps: `path(3, 'a', 'b')`
 * is `a.b.a`.
 */
export const path = (steps: number, ...names: readonly string[]): string =>
  Array.from({ length: steps }, (_, at) => names[at % names.length]).join('.')

export type Attack = readonly [what: string, graph: Graph, url: string, status: number, profile?: string]

/** The first table of attacks: requests that once crashed the process or took seconds. */
export const SEEN: readonly Attack[] = [
  ['a path of 1,980 steps', guide, `/api/articles?populate=${path(1980, 'blocks', 'articles')}`, 200],
  ['a search for 15,000 underscores', guide, `/api/articles?_q=${'_'.repeat(15_000)}`, 200, SQLITE],
  ['a search for 7,500 underscores', guide, `/api/articles?_q=${'a_'.repeat(7_500)}`, 200, POSTGRES],
  [
    'a JSON operand 5,000 deep',
    guide,
    `/api/samplers?filters[json][$eq]=${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    200,
    POSTGRES,
  ],
  [
    'a JSON operand of 1,800 objects',
    guide,
    `/api/samplers?filters[json][$eq]=${'{"a":'.repeat(1_800)}1${'}'.repeat(1_800)}`,
    200,
    POSTGRES,
  ],
  [
    'a JSON superset 5,000 deep',
    guide,
    `/api/samplers?filters[json][$jsonSupersetOf]=${'['.repeat(5_000)}${']'.repeat(5_000)}`,
    200,
    POSTGRES,
  ],
  ['18 steps through a zone', heavy, `/api/pages?populate=${path(18, 'zone', 'pages')}`, 200],
  ['22 steps through a zone', heavy, `/api/pages?populate=${path(22, 'zone', 'pages')}`, 200],
  [
    '200 steps through a zone to nowhere',
    heavy,
    `/api/pages?populate=${path(200, 'zone', 'pages')}.nope`,
    400,
  ],
  [
    'a sort through four relations',
    heavy,
    `/api/pages?fields=id&sort=${path(4, 'categories', 'pages')}.title`,
    200,
  ],
  ['a sort through ten', heavy, `/api/pages?fields=id&sort=${path(10, 'categories', 'pages')}.title`, 200],
  ['a sort through one', heavy, '/api/pages?fields=id&sort=categories.name', 200],
  ['a sort through 100', heavy, `/api/pages?fields=id&sort=${path(100, 'categories', 'pages')}.title`, 200],
  [
    'a sort through 1,000',
    heavy,
    `/api/pages?fields=id&sort=${path(1_000, 'categories', 'pages')}.title`,
    200,
  ],
  ['1,000 times the same relation', heavy, `/api/pages?populate=${path(1_000, 'related')}`, 400],
  [
    '1,000 times the same relation of one row',
    heavy,
    `/api/pages?pagination[pageSize]=1&populate=${path(1_000, 'related')}`,
    400,
  ],
  ['15,900 nines and an x for an id', guide, `/api/articles?filters[id][$eq]=${'9'.repeat(15_900)}x`, 200],
  ['15,900 blanks and an x for an id', guide, `/api/articles?filters[id][$eq]=${'+'.repeat(15_900)}x`, 200],
  ['15,900 digits for an instant', guide, `/api/articles?filters[createdAt][$eq]=${'1'.repeat(15_900)}`, 400],
  [
    'a fraction of 15,800 digits',
    guide,
    `/api/articles?filters[createdAt][$eq]=2020-01-01T00:00:00.${'0'.repeat(15_800)}x`,
    400,
  ],
]

/** The second table of attacks: requests that repeat one part of the query language up to the length limit of a URL. */
export const BUILT: readonly Attack[] = [
  ['18 relations filtered through', heavy, `/api/pages?filters${'[related]'.repeat(18)}[title]=t1`, 200],
  [
    '300 conditions through a relation',
    heavy,
    `/api/pages?${Array.from({ length: 90 }, (_, at) => `filters[$or][${at}][related][title][$containsi]=t${at}`).join('&')}`,
    200,
  ],
  [
    'a populate path through a zone that leads back to itself, as long as a URL can be',
    heavy,
    `/api/pages?populate=related.${path(2_760, 'zone', 'pages')}`,
    400,
  ],
  ['60 keys of a sort', heavy, `/api/pages?sort=${Array(60).fill('categories.name').join(',')}`, 200],
  ['600 keys of a sort', heavy, `/api/pages?sort=${Array(600).fill('categories.name').join(',')}`, 400],
  [
    'a hundred negations of lists',
    heavy,
    `/api/pages?filters[related]${'[$not][related][$lte][]'.repeat(100)}=1`,
    400,
    'guide',
  ],
  [
    'forty negations of lists inside a populate, under an older release',
    heavy,
    `/api/pages?populate[related][filters][related]${'[$not][related][$lte][]'.repeat(40)}=1`,
    500,
    'strapi-5.12-sqlite,+deep-brackets',
  ],
  [
    'everything, four levels deep',
    heavy,
    '/api/pages?populate[related][populate][related][populate][related][populate]=*',
    200,
  ],
]

const LONG: readonly string[] = ['a sort through 1,000', '600 keys of a sort']

/** Returns whether the answer to the attack takes a second or more. */
export const isLong = ([what]: Attack): boolean => LONG.includes(what)
