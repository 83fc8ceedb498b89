/**
 * Tests that the semantics answers every case of the suite like the reference, under the profile `documented` and
 * through the same API.
 */
import { describe, expect, test } from 'vitest'
import { type ContentApiOptions, createContentApi } from '../src/core.ts'
import { requestOf } from '../src/oracle/suite/request.ts'
import { loadSuite } from '../src/oracle/suite/suite.ts'
import type { ApiResponse } from '../src/reference/api.ts'
import { BOOK, library } from './graph/library.ts'
import { graphOf } from './support/datasets.ts'

const documented = loadSuite().filter(({ profile = 'documented' }) => profile === 'documented')

/**
 * The rule whose cases are not sent to the semantics, because an answer above the size limit would need too much
 * memory.
 */
const OF_THE_PLAN = 'limit.answer-size'
const cases = documented.filter(({ rules }) => !rules.includes(OF_THE_PLAN))

/** Returns the answer with parsed JSON, because the order of members has no meaning. */
const read = ({ status, headers, body }: ApiResponse) => ({
  status,
  headers,
  body: headers['content-type']?.startsWith('application/json') && body !== '' ? JSON.parse(body) : body,
})

describe('both evaluators', () => {
  test.each([...new Set(cases.map(({ dataset }) => dataset))])(
    'both evaluators answer the cases of %s alike',
    (dataset) => {
      const graph = graphOf(dataset)
      const plan = createContentApi(graph)
      const semantics = createContentApi(graph, { evaluator: 'semantics' })
      const own = cases.filter((one) => one.dataset === dataset)
      const answers = own.map((one) => ({ id: one.id, ...read(semantics.answer(requestOf(one))) }))
      expect(answers).toEqual(own.map((one) => ({ id: one.id, ...read(plan.answer(requestOf(one))) })))
    },
  )

  test('both evaluators show the row with the lowest id of a morph relation to one, whatever its sort', () => {
    const locales = ['en', 'fr'].map((locale, at) => ({ id: at + 1, documentId: 'a', locale, title: locale }))
    const about = [2, 1].map((id) => ({ __type: BOOK, id }))
    const access = { publicRole: 'public', roles: { public: { permissions: ['*'] } }, tokens: {} }
    const entries = { 'api-book-book': locales, 'api-note-note': [{ about }] }
    const url = `/api/notes?fields=id&populate[about][on][${BOOK}][sort]=id:desc&populate[about][on][${BOOK}][fields]=title`
    const answers = [{}, { evaluator: 'semantics' } as const].map((options) =>
      read(createContentApi(library(entries, { access }), options).answer({ url })),
    )
    expect(answers[0]?.body).toMatchObject({ data: [{ about: { id: 1, title: 'en' } }] })
    expect(answers[1]).toEqual(answers[0])
  })

  test('both evaluators are compared on more than 2,400 cases', () => {
    expect(documented.length - cases.length).toBeLessThan(5)
    expect(cases.length).toBeGreaterThan(2_400)
  })
})

describe('the evaluator semantics', () => {
  const graph = graphOf('guide')

  test('the evaluator semantics explains its answers like the reference', () => {
    const request = { url: '/api/articles?populate=author' }
    const { explain } = createContentApi(graph, { evaluator: 'semantics', profile: 'documented' })
    expect(explain(request)).toEqual(createContentApi(graph).explain(request))
  })

  test.each<readonly [string, ContentApiOptions, RegExp]>([
    [
      'another profile',
      { profile: 'strapi-5.54-sqlite' },
      /profile documented only, found strapi-5\.54-sqlite$/,
    ],
    ['a switch', { profile: 'documented,+ne-array-or' }, /profile documented only/],
    ['cite', { cite: () => undefined }, /does not accept the option cite$/],
    ['spent', { spent: () => undefined }, /does not accept the option spent$/],
    [
      'beforeFind',
      { beforeFind: { parameters: new Map(), ask: () => ({ kind: 'thrown' }) } },
      /option beforeFind$/,
    ],
    ['a budget', { budget: 1_000 }, /option budget$/],
  ])('the evaluator semantics refuses %s', (_what, options, message) => {
    expect(() => createContentApi(graph, { ...options, evaluator: 'semantics' })).toThrow(message)
    expect(() => createContentApi(graph, { ...options, evaluator: 'plan' })).not.toThrow()
  })
})
