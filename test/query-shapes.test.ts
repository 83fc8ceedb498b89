/** Tests that query strings of the same shape are parsed to the same result, except for their operands. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../src/reference/api.ts'
import { parseQuery } from '../src/reference/parse/query.ts'
import { filled, shapeOf, templateOf } from '../src/reference/parse/shape.ts'
import type { QuerySyntax } from '../src/reference/parse/syntax.ts'
import { parseQueryString } from '../src/reference/parse/url.ts'
import { graphOf } from './support/datasets.ts'
import { readRecordings } from './support/recordings.ts'

const parse = (search: string): QuerySyntax => parseQuery(parseQueryString(search, () => undefined))

const operandsOf = ({ filters, pagination }: QuerySyntax) => ({ filters, pagination })

/** Parses `search` with the template of `first`; undefined if `first` has no template. */
function byTemplate(first: string, search: string): ReturnType<typeof operandsOf> | undefined {
  const template = templateOf(shapeOf(first), parse)
  return template && filled(template, shapeOf(search).operands)
}

test.each([
  ['filters[a][$eq]=1&sort=b', ['1']],
  ['filters%5Ba%5D=A%20b&pagination[page]=2', ['A%20b', '2']],
  ['filters[$or][0][a]=x&filters[$or][1][b][$in][]=y', ['x', 'y']],
  ['filters[a]=x=y', ['x=y']],
  ['fields=a&populate[b][filters][c]=1&status=draft&locale[a]=1', []],
  ['filters[a]=&filters[b]&filters=c&filters[c=d', []],
  ['filters[a]=b]=c&filters[b]=[$eq&filters[c]=%5Bd', []],
  ['pagination[withCount]=true&pagination[limit]=5', ['5']],
  ['filters[a]=\u0000', []],
])('%s has the operands %o', (search, operands) => {
  expect(shapeOf(search).operands).toEqual(operands)
})

test.each([
  ['a parameter name that is not a filter', 'filtersOf[a]=1'],
  ['a page within a page', 'pagination[page][a]=1'],
  ['the parameter withCount with a percent-encoded letter', 'pagination[with%43ount]=true'],
  ['a bracket that is part of the name', 'filters]=1'],
])('%s has no template', (_, search) => {
  expect(shapeOf(search).operands.length).toBeGreaterThan(0)
  expect(templateOf(shapeOf(search), parse)).toBeUndefined()
})

test('a query has no template under an older release that reads one of its values as a name', () => {
  const before = (search: string): QuerySyntax =>
    parseQuery(parseQueryString(search, () => undefined, { before: { mergesValues: true } }))
  const shaped = shapeOf('filters[a][b]=1&filters[a]=c')
  expect(templateOf(shaped, before)).toBeUndefined()
  expect(templateOf(shaped, parse)).toBeDefined()
})

describe('a template', () => {
  const searches = readRecordings().map(({ path }) => path.slice(path.indexOf('?') + 1))

  test('a template gives the parsed filters and pagination of each recorded query string of its shape', () => {
    const firsts = new Map<string, string>()
    let others = 0
    for (const search of searches) {
      const { shape, operands } = shapeOf(search)
      if (operands.length === 0) continue
      const first = firsts.get(shape) ?? search
      firsts.set(shape, first)
      if (first !== search) others++
      const found = byTemplate(first, search)
      if (found !== undefined) expect(found).toEqual(operandsOf(parse(search)))
    }
    expect(firsts.size).toBeGreaterThan(500)
    expect(others).toBeGreaterThan(100)
  })

  test('a template accepts any text as an operand', () => {
    const text = fc.string({ unit: fc.constantFrom(...'a1 +%=[]25BDé\u0000,'), maxLength: 6 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [first, search] = [one, other].map((value) => `filters[a]=${value}&filters[b][0]=x`)
        if (first === undefined || search === undefined || shapeOf(first).shape !== shapeOf(search).shape)
          return
        // A query string that contains the internal mark for operands (U+0000) has no template.
        const expected = first.includes('\u0000') ? undefined : operandsOf(parse(search))
        expect(byTemplate(first, search)).toEqual(expected)
      }),
    )
  })
})

test('a query string that contains the internal mark for operands has no template', () => {
  const api = createReferenceApi(graphOf('guide'))
  for (const text of ['1', '2', '3']) api.answer({ url: `/api/articles?filters[id][$gt]=${text}` })
  const url = '/api/articles?filters[id][$gt]=\u0000'
  expect(api.answer({ url })).toEqual(createReferenceApi(graphOf('guide')).answer({ url }))
})

test('wrong operands get the same error with and without a template', () => {
  const graph = graphOf('guide')
  const [api, fresh] = [createReferenceApi(graph), () => createReferenceApi(graph, { keep: { bytes: 0 } })]
  const urls = ['2', '1', '3', 'x', '', '2.5', '[', '4'].map(
    (text) => `/api/articles?filters[id][$gt]=${text}&pagination[page]=${text}`,
  )
  for (const url of urls) expect(api.answer({ url })).toEqual(fresh().answer({ url }))
})
