/**
 * Tests the most frequent explanation: the reason why an attribute or an entry is missing from an answer. The
 * explanation is one sentence, with a proposed change if there is one.
 */
import { describe, expect, test } from 'vitest'
import { createContentApi } from '../../src/core.ts'
import { graphOf } from '../support/datasets.ts'

const api = createContentApi(graphOf('strapi-5.54'))
const why = (url: string, path: string, developer = false) => api.why({ url }, path, { developer })
const DOCUMENT = 'foxr0o86bu43095q36bvmoxj'

/** Expects that the answer to the proposed request contains the path. */
function expectShown(url: string, path: string): void {
  const { change } = why(url, path)
  if (change?.kind !== 'request') throw new Error(`${url} has no other request for ${path}`)
  expect(api.answer({ url: change.url }).status).toBe(200)
  expect(why(change.url, path)).toMatchObject({ isThere: true })
}

describe('why is it missing?', () => {
  test('the relation is not populated', () => {
    const url = '/api/articles?populate=cover'
    expect(why(url, 'data.0.author.email')).toEqual({
      path: 'data.0.author.email',
      isThere: false,
      reason: 'not-populated',
      rules: ['populate.adds'],
      sentence: 'author is missing: populate does not name it.',
      change: {
        kind: 'request',
        parameter: 'populate=cover,author',
        url: '/api/articles?populate=cover,author',
      },
    })
    expectShown(url, 'data.0.author.email')
  })

  test('`fields` does not list the attribute', () => {
    const url = '/api/articles?fields=title&populate[author][fields]=name'
    expect(why(url, 'data.0.body')).toMatchObject({
      reason: 'fields',
      sentence: 'body is missing: fields does not name it.',
      change: { parameter: 'fields=title,body' },
    })
    expectShown(url, 'data.0.body')
    expect(why(url, 'data[0].author.email')).toMatchObject({
      change: { parameter: 'populate[author][fields]=name,email' },
    })
    expectShown(url, 'data[0].author.email')
  })

  test('the attribute is private', () => {
    expect(why('/api/articles', 'data.0.internalNote', true)).toMatchObject({
      reason: 'private',
      sentence: 'internalNote is missing: it is private, and no answer shows private attributes.',
      change: null,
    })
    expect(why('/api/articles', 'data.0.internalNote')).toMatchObject({ reason: 'unknown' })
  })

  test('a relation is explained as missing if the role lacks the permission to find its type', () => {
    expect(why('/api/articles?populate=*', 'data.0.secret')).toMatchObject({
      reason: 'role',
      sentence: 'secret is missing: the role public lacks find on api::secret.secret.',
      change: { kind: 'permission', role: 'public', action: 'api::secret.secret.find' },
    })
  })

  test('a relation is explained as empty if only the draft has the link, and an entry as missing if it is a draft', () => {
    const { places } = api.explain({ url: '/api/articles?populate=*&pagination[pageSize]=3' })
    expect(places[0]?.absent).toContainEqual({
      attribute: 'prequel',
      reason: 'draft',
      sentence: `prequel is empty: api::article.article ${DOCUMENT} is linked, and only the draft links to it, and the published entry does not.`,
      rule: null,
      entries: 1,
      change: {
        kind: 'request',
        parameter: 'status=draft',
        url: '/api/articles?populate=*&pagination[pageSize]=3&status=draft',
      },
    })
    const drafts = JSON.parse(
      api.answer({ url: '/api/articles?status=draft&locale=*&fields=id&pagination[limit]=100' }).body,
    )
    const draft = drafts.data
      .map(({ documentId }: { documentId: string }) =>
        why('/api/articles?pagination[limit]=100', `data.${documentId}`),
      )
      .find(({ reason }: { reason: string }) => reason === 'draft')
    expect(draft.sentence).toMatch(
      /is not in the answer: it is a draft, and the request asks for published entries\.$/,
    )
    expect(draft.change.parameter).toBe('status=draft')
  })

  test('an entry is explained as missing if it is in another locale', () => {
    const { data } = JSON.parse(api.answer({ url: '/api/articles?locale=fr&fields=id' }).body)
    const translated = data
      .map(({ documentId }: { documentId: string }) => documentId)
      .map((id: string) => ({ id, found: why(`/api/articles/${id}?locale=de`, 'data.title') }))
      .find(({ found }: { found: { reason: string | null } }) => found.reason === 'locale')
    expect(translated.found.sentence).toMatch(
      /is not in the answer: its locale is \w+, and the request asks for de\.$/,
    )
    expectShown(`/api/articles/${translated.id}?locale=de`, 'data.title')
  })

  test('an entry is explained as missing if a filter excludes it, at the root or within a relation', () => {
    const url = '/api/articles?filters[title][$eq]=nothing&filters[views][$gte]=0'
    expect(why(url, 'data.0.title')).toMatchObject({
      reason: 'filter',
      change: { parameter: 'filters[views][$gte]=0' },
    })
    expectShown(url, 'data.0.title')
    const inside = '/api/articles?populate[author][filters][name][$eq]=zz'
    expect(why(inside, 'data.0.author.name').sentence).toMatch(
      /^api::author\.author \w+ is not in the answer: it does not match the filter name \$eq "zz"\.$/,
    )
    expectShown(inside, 'data.0.author.name')
  })

  test('an entry is explained as missing if it is on another page', () => {
    const { data } = JSON.parse(
      api.answer({ url: '/api/articles?pagination[page]=2&pagination[pageSize]=3' }).body,
    )
    const url = '/api/articles?pagination[pageSize]=3'
    const path = `data.${data[0].documentId}.title`
    expect(why(url, path)).toMatchObject({
      reason: 'page',
      change: { parameter: 'pagination[page]=2&pagination[pageSize]=3' },
    })
    expectShown(url, path)
  })

  test('for a position after the end of a page, the explanation proposes a page with that position', () => {
    const url = '/api/articles?pagination[pageSize]=1'
    expect(why(url, 'data.1')).toMatchObject({
      isThere: false,
      reason: 'page',
      sentence: expect.stringMatching(
        / is not in the answer: it is entry 2 of \d+, on page 2, and the request asks for entry 1\.$/,
      ),
      change: { parameter: 'pagination[page]=1&pagination[pageSize]=2' },
    })
    expectShown(url, 'data.1')
    const second = '/api/articles?pagination[page]=2&pagination[pageSize]=3'
    expect(why(second, 'data.7')).toMatchObject({
      change: { parameter: 'pagination[start]=3&pagination[limit]=8' },
    })
    expectShown(second, 'data.7')
    const [id] = JSON.parse(api.answer({ url: '/api/articles' }).body).data
    const one = `/api/articles?filters[documentId]=${id.documentId}`
    expect(why(one, 'data.1')).toMatchObject({
      sentence: 'The list here has 1 entry; positions start at 0.',
      change: null,
    })
  })

  test('`on` does not list the component type', () => {
    const url = '/api/articles?populate[sections][on][blocks.hero]=true&pagination[limit]=100'
    const { places } = api.explain({ url })
    const absent = places[0]?.absent.find(({ reason }) => reason === 'kind')
    expect(absent?.sentence).toMatch(
      /^sections is empty: blocks\.\w+ \d+ is linked, and on does not list its type blocks\.\w+\.$/,
    )
    expect(absent?.change).toMatchObject({
      parameter: expect.stringMatching(
        /^populate\[sections]\[on]\[blocks\.hero]=true&populate\[sections]\[on]\[blocks\.\w+]=true$/,
      ),
    })
  })

  test('the name is misspelt', () => {
    expect(why('/api/articles', 'data.0.titel').sentence).toBe(
      'api::article.article has no attribute titel. Did you mean title?',
    )
    expect(why('/api/articles?populate=autor', 'data.0.author')).toMatchObject({
      sentence:
        'The answer is the error 400: Invalid key autor. autor is not valid in populate: the name is unknown, or this caller may not use it. Did you mean author?',
      change: { url: '/api/articles?populate=author' },
    })
  })

  test('a requested `__component` of an item is never reported as missing', () => {
    const url = '/api/articles?populate=sections&pagination[limit]=100'
    const { data } = JSON.parse(api.answer({ url }).body)
    const at = data.findIndex(({ sections }: { sections: readonly object[] }) => sections.length > 0)
    expect(why(url, `data.${at}.sections.0.__component`)).toMatchObject({ isThere: true, reason: null })
    expect(why(url, 'data.0.__component')).toMatchObject({ isThere: false, reason: 'unknown' })
  })

  test('the attribute is a password', () => {
    expect(why('/api/profiles', 'data.0.pin', true)).toMatchObject({ reason: 'never-answered', change: null })
    expect(why('/api/profiles', 'data.0.pin', true).sentence).toBe(
      'pin is missing: it is a password, and no answer shows passwords.',
    )
  })

  test('below a counted relation only `count` is present', () => {
    const url = '/api/articles?populate[tags][count]=true'
    expect(why(url, 'data.0.tags.count')).toMatchObject({ isThere: true, reason: null })
    expect(why(url, 'data.0.tags.0.name')).toMatchObject({
      isThere: false,
      reason: 'count',
      sentence: 'name is missing: tags has only the number of its entries, because count=true counts them.',
    })
  })

  test('a relation without links and a null value count as present', () => {
    expect(why('/api/articles?populate=mainTag', 'data.0.mainTag')).toMatchObject({
      isThere: true,
      reason: 'nothing-linked',
      change: null,
    })
    expect(why('/api/articles', 'data.0.id')).toMatchObject({ isThere: true, reason: null })
  })
})

describe('an explanation accepts any text as the path', () => {
  test.each([
    '',
    '.',
    'data',
    'data.',
    '[',
    '0',
    '__proto__',
    'data.constructor',
    'a.'.repeat(5_000),
    'data.0.'.repeat(300),
    '\u0000',
    'data.99999999999999999999',
  ])('%j', (path) => {
    for (const url of [
      '/api/articles?populate=*',
      '/api/nothing',
      '/api/articles?sort=nope',
      '/api/articles/x',
    ])
      expect(why(url, path).sentence.length).toBeLessThan(2_000)
  })
})
