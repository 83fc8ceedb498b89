/** Tests the OpenAPI document of a project whose code changes queries or answers. */
import SwaggerParser from '@apidevtools/swagger-parser'
import { describe, expect, test } from 'vitest'
import type { RouteQuery } from '../../src/reference/code-effect.ts'
import { openapiOf } from '../../src/tools/openapi/index.ts'
import { declarationsOf } from '../../src/tools/types/index.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('strapi-5.54')
const place = { file: 'src/api/article/middlewares/populate.ts', line: 12 }
const routeOf = (more: Partial<RouteQuery['effects'][number]>): RouteQuery => ({
  uid: 'api::article.article',
  action: 'find',
  path: '/api/articles',
  effects: ['', 'populate=*'].map((asked) => ({ asked, query: { populate: ['author'] }, place, ...more })),
})
const CUSTOM = [
  { method: 'GET', path: '/api/articles/:id', file: 'src/api/article/routes/own.ts' },
  { method: 'GET', path: '/api/episodes/:guid/download.:extension', file: 'src/api/episode/routes/own.ts' },
  { method: 'POST', path: '/api/episodes/:guid/download.:ending', file: 'src/api/episode/routes/own.ts' },
  { method: 'ALL', path: '/feeds/(.*)', file: 'src/index.ts' },
]
const answerOf = (route: RouteQuery): unknown =>
  Object(openapiOf(graph, { routes: [route] })['paths'])['/articles'].get.responses['200'].content[
    'application/json'
  ].schema

describe('under the code of a project', () => {
  test('the OpenAPI document of a project with code is valid', async () => {
    const document = openapiOf(graph, { routes: [routeOf({}), routeOf({ answer: null })], custom: CUSTOM })
    const copy = JSON.parse(JSON.stringify(document))
    await expect(SwaggerParser.validate(copy)).resolves.toHaveProperty('openapi', '3.1.0')
  })

  test("an answer's description names the line of the code that sets populate", () => {
    expect(answerOf(routeOf({}))).toMatchObject({
      allOf: [{ $ref: '#/components/schemas/ArticleList' }],
      description: "The project's own code sets populate: src/api/article/middlewares/populate.ts:12.",
    })
  })

  test('in the OpenAPI document, an attribute that the code changes may have any value', () => {
    const answer = answerOf(
      routeOf({
        query: undefined,
        answer: [
          ['data', '0', 'title'],
          ['data', '1', 'minutes'],
        ],
      }),
    )
    expect(answer).toMatchObject({
      properties: {
        data: { items: { properties: { title: {}, minutes: {}, slug: { type: expect.anything() } } } },
      },
    })
  })

  test('in the OpenAPI document, an answer that only the code gives may have any content', () => {
    expect(Object.keys(Object(answerOf(routeOf({ answer: null }))))).toEqual(['description'])
  })

  test('custom routes are paths of the OpenAPI document, and their description names the file', () => {
    const paths = Object(openapiOf(graph, { custom: CUSTOM })['paths'])
    expect(paths['/articles/{id}']).toBeUndefined()
    expect(Object.keys(paths['/episodes/{guid}/download.{extension}'])).toEqual(['get', 'post'])
    expect(paths['/episodes/{guid}/download.{extension}'].get).toMatchObject({
      summary: "A route of the project's own code: src/api/episode/routes/own.ts",
      parameters: [{ name: 'guid' }, { name: 'extension' }],
    })
    expect(paths['/feeds/{rest}']).toMatchObject({ servers: [{ url: '/' }], get: {} })
  })
})

test('without code, the OpenAPI document depends only on the schema', () => {
  expect(openapiOf(graph, { routes: [], custom: [] })).toEqual(openapiOf(graph))
})

test('the OpenAPI document and the types omit actions without a route', () => {
  const actions = ['find', 'findOne', 'create', 'update', 'delete'].map((action) => `api::tag.tag.${action}`)
  const unreached = [...actions, 'api::article.article.findOne', 'api::article.article.delete']
  const paths = Object(openapiOf(graph, { unreached })['paths'])
  expect(Object.keys(paths).filter((path) => path.startsWith('/tags'))).toEqual([])
  expect(Object.keys(paths['/articles'])).toEqual(['get', 'post'])
  expect(Object.keys(paths['/articles/{documentId}'])).toEqual(['parameters', 'put'])
  const types = declarationsOf(graph, { unreached })
  expect(types).toContain('at `/api/articles`')
  expect(types).not.toContain('at `/api/tags`')
})

test('each operation has its own id even if a route of the code has the name of another operation', () => {
  const custom = ['/api/article', '/api/art-icle'].map((path) => ({ method: 'DELETE', path, file: 'own.ts' }))
  const paths = Object.values<object>(Object(openapiOf(graph, { custom })['paths']))
  const ids = paths.flatMap((item) => Object.values(item).flatMap(({ operationId = [] }) => operationId))
  expect(ids).toEqual(expect.arrayContaining(['deleteArticle', 'deleteArticle2', 'deleteArtIcle']))
  expect(new Set(ids).size).toBe(ids.length)
})
