/** Tests the types for a project with code: the types describe the answers after the code has changed them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { type CodeEffect, type RouteQuery, requestAfter } from '../../src/reference/code-effect.ts'
import type { GivenMap } from '../../src/reference/parse/given.ts'
import { parseQueryString } from '../../src/reference/parse/url.ts'
import { declarationsOf, probedQuery, probesOf } from '../../src/tools/types/index.ts'
import { compile, REFUSED } from '../search/types/compile.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('strapi-5.54')
const api = createReferenceApi(graph)
const PLACE = { file: 'src/api/article/middlewares/populate.ts', line: 12 }
const ARTICLE = 'api::article.article'

const POPULATE: GivenMap = {
  author: true,
  seo: { populate: '*' },
  cover: { fields: ['url', 'name'] },
  sections: { on: { 'blocks.quote': true } },
}
type Change = (query: GivenMap) => GivenMap
const sets: Change = (query) => ({ ...query, populate: POPULATE })
const defaults: Change = (query) => ({ populate: POPULATE, ...query })
const depends: Change = (query) => {
  const { populate } = query
  const asked = Array.isArray(populate) ? Object.fromEntries(populate.map((name) => [name, true])) : {}
  return { ...query, populate: { ...asked, author: { fields: ['name'] } } }
}

function effectOf(asked: string, change: Change): CodeEffect {
  const query = change(parseQueryString(asked, () => undefined))
  const url = `/api/articles${asked === '' ? '' : `?${asked}`}`
  const changed = { part: 'query', kind: 'added', path: ['populate'], ...PLACE } as const
  return { core: { url, query }, changes: [changed], ran: [PLACE] }
}

function routeOf(change: Change, more: Partial<RouteQuery['effects'][number]> = {}): RouteQuery {
  const type = graph.schema.contentTypes.get(ARTICLE)
  const probes = type === undefined ? [] : probesOf(type, 'find')
  return {
    uid: ARTICLE,
    action: 'find',
    path: '/api/articles',
    effects: probes.map((asked) => ({ ...probedQuery(asked, effectOf(asked, change)), ...more })),
  }
}

/** Returns an answer after a change by code, as source text. */
const answered = (asked: string, change: Change): string =>
  api.answer(requestAfter({ url: '' }, effectOf(asked, change)) ?? { url: '' }).body

const declared = (...routes: readonly RouteQuery[]): string => declarationsOf(graph, { routes })
const program = (schema: string, ...lines: readonly string[]): string =>
  [
    `import type { Answer, AnswerOne } from './${schema}.schema.ts'`,
    ...lines,
    'export type Used = AnswerOne<never>',
    '',
  ].join('\n')
const holds = (name: string, query: string, body: string): string =>
  `export const ${name}: Answer<'${ARTICLE}'${query === '' ? '' : `, ${query}`}> = ${body}`
const NAMED = "{ populate: readonly ['tags'] }"

let faults: readonly string[] = []
const faultsIn = (file: string): readonly string[] => faults.filter((fault) => fault.includes(file))

beforeAll(async () => {
  const changed = routeOf((query) => query, {
    answer: [
      ['data', '0', 'author'],
      ['data', '0', 'minutes'],
    ],
  })
  faults = await compile({
    'sets.schema.ts': declared(routeOf(sets)),
    'sets.ts': program(
      'sets',
      holds('bare', '', answered('', sets)),
      holds('named', NAMED, answered('populate[0]=tags', sets)),
      'export const quote = bare.data[0]?.sections[0]?.__component',
      REFUSED,
      'export const tags = named.data[0]?.tags',
    ),
    'defaults.schema.ts': declared(routeOf(defaults)),
    'defaults.ts': program(
      'defaults',
      holds('bare', '', answered('', defaults)),
      holds('named', NAMED, answered('populate[0]=tags', defaults)),
      'export const tags = named.data[0]?.tags.length',
      REFUSED,
      'export const author = named.data[0]?.author',
    ),
    'depends.schema.ts': declared(routeOf(depends)),
    'depends.ts': program(
      'depends',
      holds('bare', '', answered('', depends)),
      holds('named', NAMED, answered('populate[0]=tags', depends)),
      'export const name: string | null | undefined = bare.data[0]?.author?.name',
    ),
    'changed.schema.ts': declared(changed),
    'changed.ts': program(
      'changed',
      `export const bare = {} as Answer<'${ARTICLE}'>`,
      'export const minutes = bare.data[0]?.minutes',
      'export const title: string | null | undefined = bare.data[0]?.title',
    ),
    'own.schema.ts': declared(routeOf((query) => query, { answer: null })),
    'own.ts': program('own', holds('anything', '', '{ hits: 3 }')),
  })
}, 120_000)

describe('the effect of code on populate', () => {
  test.each(['sets', 'defaults', 'depends'])(
    'the declared type describes the answers under code of the kind `%s`',
    (name) => {
      expect(faultsIn(`${name}.ts`)).toEqual([])
      expect(faultsIn(`${name}.schema.ts`)).toEqual([])
    },
  )

  test('the effect of code on populate is described in a comment with its file', () => {
    const at = 'src/api/article/middlewares/populate.ts:12'
    expect(declared(routeOf(sets))).toContain(`The project's own code sets populate: ${at}.`)
    expect(declared(routeOf(defaults))).toContain(`sets populate if the request does not: ${at}.`)
    expect(declared(routeOf(depends))).toContain(`changes populate depending on the request: ${at}.`)
  })
})

test('the type of an attribute that the code changes allows any JSON', () => {
  expect(faultsIn('changed')).toEqual([])
})

test('the type of an answer that only the code of a project gives allows any JSON', () => {
  expect(faultsIn('own')).toEqual([])
})

test('code of a project without an effect on answers does not change the types', () => {
  expect(declared(routeOf((query) => query))).toBe(declarationsOf(graph))
})

test('if a project rejects `populate=*`, its code is tried with each attribute', () => {
  const type = graph.schema.contentTypes.get(ARTICLE)
  const links = [...(type?.attributes.values() ?? [])].filter((one) => one.kind !== 'scalar' && !one.private)
  const longest = (type === undefined ? [] : probesOf(type, 'find')).find((one) =>
    one.includes('populate[2]='),
  )
  expect(links.length).toBeGreaterThan(2)
  for (const { name } of links) expect(longest).toMatch(new RegExp(`=${name}(&|$)`))
})
