/** Tests writes of the query engine, which run outside a transaction. */
import { expect, test } from 'vitest'
import { createReferenceApi } from '../../../src/reference/api.ts'
import { isObject, type Json } from '../../../src/util/json.ts'
import { firstIds } from '../../../src/writing/index.ts'
import { callService } from '../../../src/writing/service/service.ts'
import type { WritingState } from '../../../src/writing/writer.ts'
import { graphOf } from '../../support/datasets.ts'

const ARTICLE = 'api::article.article'

function fresh(): WritingState {
  const graph = graphOf('strapi-5.54')
  return { graph, ids: firstIds(graph), time: 0 }
}

const call = (state: WritingState, method: string, params: Json) =>
  callService(state, { service: 'query', uid: ARTICLE, method, args: [params] })

test('a created or updated row stays written if the read after the write fails', () => {
  const before = fresh()
  const made = call(before, 'create', { data: { title: 'Stays' }, populate: '*' })
  expect(made).toMatchObject({
    ok: false,
    error: { name: 'Error', message: 'Populate must be an object', details: null },
  })
  const found = call(made.state, 'findMany', { where: { title: 'Stays' } })
  expect(found).toMatchObject({ ok: true, value: [{ title: 'Stays' }] })
  const [row] = found.ok && Array.isArray(found.value) ? found.value : []
  const where = { id: isObject(row) ? (row['id'] ?? null) : null }
  const changed = call(made.state, 'update', { where, data: { title: 'Changed' }, populate: '*' })
  expect(changed.ok).toBe(false)
  expect(call(changed.state, 'count', { where: { title: 'Changed' } })).toMatchObject({ value: 1 })
})

test('a row of a localized type without a locale is found only with locale=*', () => {
  const made = call(fresh(), 'create', { data: { title: 'No locale', slug: 'no-locale' } })
  expect(made).toMatchObject({ ok: true, value: { title: 'No locale', locale: null } })
  const titles = (query: string): Json => {
    const url = `/api/articles?fields=title&filters[slug]=no-locale&${query}`
    const api = createReferenceApi(made.state.graph)
    const { body } = api.answer({ url, headers: { authorization: 'Bearer tokenFull' } })
    return JSON.parse(body).data
  }
  expect(titles('')).toEqual([])
  expect(titles('locale=en')).toEqual([])
  expect(titles('locale=*')).toMatchObject([{ title: 'No locale' }])
})
