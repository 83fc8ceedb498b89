/** Tests that the OpenAPI document is valid, and that it matches answers to random requests and generated queries. */
import SwaggerParser from '@apidevtools/swagger-parser'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asksFor, requestOf } from '../../properties/arbitraries/request.ts'
import { worlds } from '../../properties/arbitraries/world.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { openapiOf } from '../../src/tools/openapi/index.ts'
import { seenOf } from '../../src/tools/types/seen.ts'
import { isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { withFormats } from '../search/types/formats.ts'
import { misspelt } from '../search/types/misspelt.ts'
import { typedQuery, writtenQuery } from '../search/types/typed.ts'
import { graphOf } from '../support/datasets.ts'
import { SEED } from '../support/seed.ts'

const DATASETS = ['guide', 'corners', 'strapi-5.54']
const generated = fc.sample(worlds(), { numRuns: 6, seed: SEED }).map(withFormats)

/** Returns the value at a path of the OpenAPI document. */
function at(json: Json | undefined, ...path: readonly string[]): Json {
  return path.reduce<Json>((here, name) => (isObject(here) ? (here[name] ?? null) : null), json ?? null)
}

/** Compiles the schemas of a document on demand. */
function validatorOf(document: JsonObject): (path: readonly string[]) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, inlineRefs: false })
  ajv.addSchema({ $id: 'document', ...document })
  return (path) => {
    const names = path.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')))
    const validate = ajv.getSchema(`document#/${names.join('/')}`)
    if (validate === undefined) throw new Error(`There is no schema at ${path.join(' ')}`)
    return validate
  }
}

describe('an OpenAPI document', () => {
  test.each([
    ...DATASETS.map((name) => [name, graphOf(name)] as const),
    ...generated.map((graph, number) => [`of world ${number}`, graph] as const),
  ])('%s is valid', async (_name, graph) => {
    const document = JSON.parse(JSON.stringify(openapiOf(graph)))
    await expect(SwaggerParser.validate(document)).resolves.toHaveProperty('openapi', '3.1.0')
  })

  test('the validator that the tests use detects an invalid OpenAPI document', async () => {
    const document = JSON.parse(JSON.stringify(openapiOf(graphOf('corners'))))
    document.paths['/records'].get.parameters[0].in = 'nowhere'
    await expect(SwaggerParser.validate(document)).rejects.toThrow()
  })

  test('an OpenAPI document contains the given server and title, and only the paths that the given role may use', () => {
    const graph = graphOf('guide')
    expect(openapiOf(graph)).toMatchObject({ servers: [{ url: '/api' }], info: { title: 'Content API' } })
    const named = openapiOf(graph, { server: 'https://cms.example/', title: 'Guide' })
    expect(named).toMatchObject({ servers: [{ url: 'https://cms.example/api' }], info: { title: 'Guide' } })
    const seen = openapiOf(graphOf('strapi-5.54'), { role: 'public' })
    expect(Object.keys(Object(openapiOf(graphOf('strapi-5.54')).paths))).toContain('/secrets')
    expect(Object.keys(Object(seen.paths))).not.toContain('/secrets')
    expect(() => openapiOf(graph, { role: 'no-role' })).toThrow(/no role no-role/)
  })
})

describe('a tool that resolves every reference', () => {
  const graphs = [...DATASETS.map((name) => graphOf(name)), ...generated]
  test('a tool that resolves every reference has to visit only a limited number of paths through the schemas', () => {
    const visited = graphs.map((graph) => visitsOf(openapiOf(graph), MOST_VISITS))
    expect(visited.filter((visits) => visits > MOST_VISITS)).toEqual([])
  })
})

/**
 * The limit of visits, for which Prism needs a few seconds. If every schema described its links in full, the number of
 * visits would double with each relation.
 */
const MOST_VISITS = 1_000_000

/** Returns the number of values in a document whose references are resolved, counted up to a limit. */
function visitsOf(document: JsonObject, most: number): number {
  let visits = 0
  const visit = (json: Json, above: readonly string[]): void => {
    visits++
    if (visits > most || typeof json !== 'object' || json === null) return
    const name = isObject(json) ? json['$ref'] : undefined
    if (typeof name !== 'string') for (const one of Object.values(json)) visit(one, above)
    else if (!above.includes(name)) visit(at(document, ...name.split('/').slice(1)), [...above, name])
  }
  visit(document, [])
  return visits
}

interface Described {
  readonly document: JsonObject
  readonly validator: (path: readonly string[]) => ValidateFunction
}

const described = (document: JsonObject): Described => ({ document, validator: validatorOf(document) })

interface AnsweredOperation {
  readonly url: string
  readonly status: number
  readonly fault: string | undefined
}

/** Answers random requests, grouped by operation and status. */
function answersIn(
  graph: Graph,
  count: number,
  seed: number,
  isForAll = false,
): readonly AnsweredOperation[] {
  const { prefix } = graph.settings
  const byRole = new Map<string | undefined, Described>()
  const describedFor = (role: string | undefined): Described => {
    const known = byRole.get(role) ?? described(openapiOf(graph, role === undefined ? {} : { role }))
    byRole.set(role, known)
    return known
  }
  return fc.sample(asksFor(graph), { numRuns: count, seed }).flatMap((ask): AnsweredOperation[] => {
    const { document, validator } = describedFor(isForAll ? undefined : ask.role.name)
    const path = `/${ask.target === 'single' ? ask.type.singularName : ask.type.pluralName}`
    const key = ask.target === 'document' ? `${path}/{documentId}` : path
    // Sends only parameters that the OpenAPI document lists for the operation.
    const seen = seenOf(graph, { role: ask.role.name })
    const codes = graph.locales.codes.map(({ code }) => code)
    const typed = typedQuery(ask.query, ask.type, ask.target === 'list', seen, codes)
    if (asksForCount(typed)) return []
    const request = requestOf({ ...ask, query: writtenQuery(typed) })
    const { status, body } = createReferenceApi(graph).answer(request)
    expect(request.url.startsWith(`${prefix}${path}`)).toBe(true)
    const response = at(document, 'paths', key, 'get', 'responses', String(status))
    if (at(document, 'paths', key) === null) return []
    const isOk = status === 200
    const name = String(at(response, '$ref')).split('/').at(-1) ?? ''
    const media = ['content', 'application/json', 'schema']
    const validate = validator(
      isOk
        ? ['paths', key, 'get', 'responses', '200', ...media]
        : ['components', 'responses', name, ...media],
    )
    const isValid = validate(JSON.parse(body))
    return [{ url: request.url, status, fault: isValid ? undefined : JSON.stringify(validate.errors) }]
  })
}

/**
 * Returns whether the query requests the number of linked entries. The OpenAPI document omits the option `count`, so
 * that a relation has one type.
 */
const asksForCount = (query: JsonObject): boolean => /"count":/.test(JSON.stringify(query.populate ?? null))

describe('the schemas of the document', () => {
  test('the schemas of the OpenAPI document match the answers to random requests', () => {
    const asked = [
      ...generated.flatMap((graph, number) => answersIn(graph, 42, SEED + number)),
      ...DATASETS.flatMap((name) => answersIn(graphOf(name), 45, SEED, true)),
    ]
    expect(asked.filter(({ fault }) => fault !== undefined).slice(0, 3)).toEqual([])
    expect(asked.filter(({ status }) => status === 200).length).toBeGreaterThan(250)
    expect(asked.length).toBeGreaterThan(300)
  })

  test('the schemas of the OpenAPI document match answers with the statuses 400, 401, 403 and 404', () => {
    const graph = graphOf('strapi-5.54')
    const document = openapiOf(graph)
    const api = createReferenceApi(graph)
    const statuses = [
      { url: '/api/articles?fields=nope' },
      { url: '/api/articles?pagination[page]=1&pagination[start]=1' },
      { url: '/api/articles', headers: { authorization: 'Bearer nobody' } },
      { url: '/api/secrets' },
      { url: '/api/articles/none' },
    ].map((request) => {
      const { status, body } = api.answer(request)
      const key = at(document, 'paths', '/articles', 'get', 'responses', String(status), '$ref')
      const name = String(key).split('/').at(-1) ?? ''
      const validate = validatorOf(document)([
        'components',
        'responses',
        name,
        'content',
        'application/json',
        'schema',
      ])
      expect(validate(JSON.parse(body)), body).toBe(true)
      expect(validate({ ...JSON.parse(body), data: {} })).toBe(false)
      return status
    })
    expect(new Set(statuses)).toEqual(new Set([400, 401, 403, 404]))
  })

  test('the schemas of the OpenAPI document accept generated queries, and reject a misspelt name', () => {
    const counts = { sound: 0, misspelt: 0 }
    for (const [number, graph] of generated.entries()) {
      const document = openapiOf(graph)
      const seen = seenOf(graph)
      const codes = graph.locales.codes.map(({ code }) => code)
      const validator = validatorOf(document)
      for (const ask of fc.sample(asksFor(graph), { numRuns: 24, seed: SEED + number })) {
        if (ask.target !== 'list') continue
        const path = ['paths', `/${ask.type.pluralName}`, 'get', 'parameters']
        const listed = at(document, ...path)
        const keys = (Array.isArray(listed) ? listed : []).map(
          (one: Json) => String(at(one, '$ref')).split('/').at(-1) ?? '',
        )
        const isSound = (query: JsonObject): boolean =>
          ['populate', 'filters'].every((name) => {
            const key = keys.find((one) => at(document, 'components', 'parameters', one, 'name') === name)
            const schema = ['components', 'parameters', key ?? '', 'schema']
            return query[name] === undefined || validator(schema)(query[name])
          })
        const query = typedQuery(ask.query, ask.type, true, seen, codes)
        const { populate, filters } = query
        const own = {
          ...(isObject(populate) ? { populate } : {}),
          ...(filters === undefined ? {} : { filters }),
        }
        if (asksForCount(own)) continue
        expect(isSound(own), JSON.stringify(own)).toBe(true)
        counts.sound++
        for (const wrong of misspelt(own, 20).filter(hasWrongKey)) {
          expect(isSound(wrong), JSON.stringify(wrong)).toBe(false)
          counts.misspelt++
        }
      }
    }
    expect(counts.sound).toBeGreaterThan(60)
    expect(counts.misspelt).toBeGreaterThan(40)
  })
})

/**
 * Returns whether the query misspells a key that the OpenAPI document should list. The document lists the keys of
 * objects at the root of a query and below one relation. It does not restrict the texts of populate paths.
 */
function hasWrongKey(query: JsonObject): boolean {
  const level = linksAbove(query)
  return level !== undefined && level <= 1
}

/** Returns the number of relations above the misspelt key; undefined if no key is misspelt. */
function linksAbove(json: Json, within: 'options' | 'populate' | 'filters' = 'options'): number | undefined {
  if (Array.isArray(json)) return firstOf(json.map((one: Json) => linksAbove(one, within)))
  if (!isObject(json)) return undefined
  return firstOf(
    Object.entries(json).map(([name, value]) => {
      if (name.startsWith('nope-')) return 0
      const isName = within !== 'options' && !name.startsWith('$')
      const isQuery = within === 'options' && (name === 'populate' || name === 'filters')
      const below = linksAbove(value, isQuery ? name : within === 'populate' ? 'options' : within)
      return below === undefined ? undefined : below + (isName ? 1 : 0)
    }),
  )
}

const firstOf = (levels: readonly (number | undefined)[]): number | undefined =>
  levels.find((level) => level !== undefined)
