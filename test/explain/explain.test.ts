/**
 * Tests explanations as data: the parsed parameters, the rows after each step, the reason for a refusal, and the
 * limits.
 */
import { describe, expect, test } from 'vitest'
import { createContentApi, explanationText, otherwiseText } from '../../src/core.ts'
import { graphOf } from '../support/datasets.ts'
import { expectNothingPrivate } from './outsiders.ts'

const graph = graphOf('strapi-5.54')
const api = createContentApi(graph)
const guide = createContentApi(graphOf('guide'))

describe('a request that is answered', () => {
  const found = api.explain(
    {
      url: '/api/articles?populate=author.articles&filters[views][$gt]=3&filters[author][name]=Ann&sort=title&_q=a&locale=fr',
    },
    { developer: true },
  )

  test('the explanation of an answered request lists each parameter in its long form', () => {
    expect(found.parameters.map(({ written, means }) => [written, means])).toEqual([
      ['populate=author.articles', 'populate[author][populate][articles]=true'],
      [
        'filters[views][$gt]=3&filters[author][name]=Ann',
        'filters[views][$gt]=3&filters[author][name][$eq]=Ann',
      ],
      ['sort=title', 'sort[0]=title:asc'],
      ['_q=a', '_q=a'],
      ['locale=fr', 'locale=fr'],
    ])
  })

  test('the explanation of an answered request lists the number of rows that remain after each step', () => {
    expect(found.places[0]?.steps.map(({ step, says }) => `${step}: ${says}`)).toEqual([
      'rows: api::article.article',
      'status: status published',
      'locale: locale fr',
      'filter: views $gt "3"',
      'filter: author.name $eq "Ann"',
      'search: _q "a"',
      'page: entries 1 to 25',
    ])
    expect(found.places[0]?.order).toBe('title asc, then by id')
    expect(found.cost?.steps).toBeGreaterThan(0)
  })

  test('the explanation of an answered request lists the rules that the answer follows, with their sentences', () => {
    expect(found.rules).toContainEqual({
      id: 'sort.text',
      says: expect.any(String),
      at: 'data',
    })
  })

  test('the explanation of an answered request is printed as text with its filters and without control characters', () => {
    const text = explanationText(found)
    expect(text).toContain('author.name $eq "Ann"')
    expect(text).not.toMatch(/[^\n -~→]/)
  })
})

test.each([
  ['sqlite', '', 'by locale', 102],
  ['sqlite', '&sort=kind', 'kind asc, then by locale', 102],
  ['postgres', '', 'by id', 100],
])(
  'the explanation names the order in which %s chooses one of several locales%s: %s',
  (database, more, order, id) => {
    const real = createContentApi(graph, { profile: `strapi-5.54-${database}` })
    const url = `/api/articles/x43okx602rewr3siteoss9va?fields=id&filters[locale][$ne]=a${more}`
    expect(real.explain({ url }).places[0]?.order).toBe(order)
    expect(real.answer({ url }).body).toContain(`"id":${id},`)
  },
)

test.each([
  ['api::review.review', 'false', 'on excludes each content type that it lists', 'request'],
  ['api::ledger.ledger', 'false', 'on excludes each content type that it lists', undefined],
  ['api::ledger.ledger', 'true', 'the role public lacks find on api::ledger.ledger', 'permission'],
  ['blocks.quote', 'true', 'on lists no content type', undefined],
])('a morph relation with %s as %s in `on` is absent because: %s', (kind, value, says, change) => {
  const url = `/api/bookmarks?populate[subject][on][${kind}]=${value}`
  const absent = guide.explain({ url }).places.flatMap((place) => place.absent)
  const subject = absent.find(({ attribute }) => attribute === 'subject')
  expect(subject?.sentence).toContain(says)
  expect(subject?.change?.kind).toBe(change)
})

test('among hidden rows, a row that matches the filters comes first, although its status hides it', () => {
  const url = '/api/articles?filters[title][$eq]=Grill Notes&fields=title'
  const { places } = guide.explain({ url }, { developer: true })
  const [first] = places[0]?.keptBack ?? []
  expect(first).toMatchObject({ documentId: 'articlegrill000000000003', reason: 'draft' })
  expect(JSON.stringify(first?.change)).toContain('status=draft')
})

describe('an explanation for a caller who is no developer', () => {
  // `outsiders.long.test.ts` populates all relations.
  const url = '/api/articles?populate=author'
  test('an explanation for a caller who is no developer contains nothing private and no cost', () => {
    expectNothingPrivate(api, url)
  })
})

describe('a request that is refused', () => {
  test.each([
    [
      '/api/articles?filters[author][nme]=x',
      'nme',
      ['name', 'home'],
      '/api/articles?filters[author][name]=x',
    ],
    ['/api/articles?fields=titel,views', 'titel', ['title'], '/api/articles?fields=title,views'],
    ['/api/articles?sort=titel:desc', 'titel', ['title'], '/api/articles?sort=title:desc'],
    [
      '/api/articles?populate[autor][fields]=name',
      'autor',
      ['author'],
      '/api/articles?populate[author][fields]=name',
    ],
    [
      '/api/articles?filters[title][$contain]=a',
      '$contain',
      ['$contains', '$containsi', '$notIn'],
      '/api/articles?filters[title][$contains]=a',
    ],
  ])('%s', (url, key, nearest, corrected) => {
    expect(api.explain({ url }).refused).toMatchObject({ status: 400, key, nearest, corrected })
    expect(api.answer({ url: corrected }).status).toBe(200)
  })

  test('the explanation of a refused request reports the limit that the request exceeds', () => {
    const deep = `populate[relatedArticles]${'[populate][relatedArticles]'.repeat(9)}[populate][0]=tags`
    expect(api.explain({ url: `/api/articles?${deep}` }).refused).toMatchObject({
      key: '[0]',
      advice: expect.stringContaining('The parser reads 20 levels of brackets'),
    })
  })

  test.each([
    ['GET', '/api/article', undefined, 404, 'Did you mean articles?'],
    ['DELETE', '/api/articles', undefined, 405, 'This path does not have this method'],
    ['GET', '/api/secrets', undefined, 403, 'The role public lacks find on api::secret.secret.'],
    ['GET', '/api/articles', 'Bearer nobody', 401, 'The token is unknown'],
    ['GET', '/api/articles/nothing', undefined, 404, 'The request sees no row with this documentId'],
  ])('%s %s', (method, url, authorization, status, advice) => {
    const { refused, answer } = api.explain({ method, url, headers: { authorization } })
    expect(answer.status).toBe(status)
    expect(refused).toMatchObject({ status, advice: expect.stringContaining(advice) })
  })

  test('an error message that ends with a full stop gets no second full stop', () => {
    const { refused } = guide.explain({ url: '/api/articles?publicationFilter=none' })
    expect(refused?.message).toMatch(/[^.]\.$/)
    expect(refused?.advice).toBe(refused?.message)
  })

  test('the explanation of a request for a document without rows says that no row has this documentId', () => {
    expect(api.why({ url: '/api/articles/nothing' }, 'data.title')).toMatchObject({
      isThere: false,
      sentence: 'The request sees no row with this documentId.',
    })
  })
})

test.each([
  ['hasPublishedVersion', 'false'],
  ['publicationFilter', 'modified'],
])(
  'the explanation of an entry that %s excludes names the parameter and proposes its removal',
  (name, value) => {
    const { places } = guide.explain({ url: `/api/articles?fields=id&${name}=${value}` })
    expect(JSON.stringify(places)).toContain(`it does not match ${name}=${value}`)
    expect(JSON.stringify(places)).toContain(`no ${name}`)
  },
)

describe('different answers of other profiles', () => {
  test('different answers of other profiles are listed with the departure that causes the difference', () => {
    const found = guide.otherwise({ url: '/api/restaurants?populate=cover&pagination[pageSize]=2' })
    expect(found.find(({ departure }) => departure === 'file-focalPoint')).toMatchObject({
      at: 'data.0.cover.focalPoint',
      there: 'nothing',
    })
    expect(otherwiseText(found)).toContain('file-focalPoint: `focalPoint` of a file, before 5.35.0: ')
  })

  test('different answers of other profiles are an empty list if all profiles give the same answer', () => {
    expect(otherwiseText(guide.otherwise({ url: '/api/restaurants?fields=name' }))).toBe(
      'All profiles give the same answer.\n',
    )
  })
})
