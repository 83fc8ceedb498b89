/** Tests the values that copies of a row store, and the built-in attributes of administrators in each release. */
import { expect, test } from 'vitest'
import type { Json } from '../../../src/util/json.ts'
import { firstIds } from '../../../src/writing/index.ts'
import { callService } from '../../../src/writing/service/service.ts'
import type { WritingState } from '../../../src/writing/writer.ts'
import { graphOf } from '../../support/datasets.ts'

const KITCHENSINK = 'api::kitchensink.kitchensink'
const BIG = '9007199254740993'
const ROUNDED = '9007199254740992'
const graph = graphOf('strapi-5.54')
const fresh: WritingState = { graph, ids: firstIds(graph), time: 0 }

const counted = (state: WritingState, aBiginteger: string): Json | undefined => {
  const asked = { service: 'query', uid: KITCHENSINK, method: 'count' } as const
  const made = callService(state, { ...asked, args: [{ where: { aBiginteger } }] })
  return made.ok ? made.value : undefined
}

const call = (state: WritingState, method: string, params: Json, profile = 'strapi-5.54-sqlite') =>
  callService(state, { service: 'documents', uid: KITCHENSINK, method, args: [params] }, { profile })

const documentOf = (state: WritingState): string =>
  state.graph.tables.get(KITCHENSINK)?.rows.at(-1)?.documentId ?? ''

test('a write stores every digit of a biginteger, and a clone on SQLite stores the rounded integer', () => {
  const [bigs, rounds] = [counted(fresh, BIG), counted(fresh, ROUNDED)]
  expect([bigs, rounds]).toEqual([2, 0])
  const made = call(fresh, 'create', { data: { aBiginteger: BIG } })
  expect(made).toMatchObject({ ok: true, value: { aBiginteger: ROUNDED } })
  expect([counted(made.state, BIG), counted(made.state, ROUNDED)]).toEqual([3, 0])
  const copied = call(made.state, 'clone', { documentId: documentOf(made.state), data: {} })
  expect(copied.ok).toBe(true)
  expect([counted(copied.state, BIG), counted(copied.state, ROUNDED)]).toEqual([3, 1])
})

test('a clone on PostgreSQL keeps every digit of a biginteger', () => {
  const made = call(fresh, 'create', { data: { aBiginteger: BIG } }, 'strapi-5.54-postgres')
  const copied = call(made.state, 'clone', { documentId: documentOf(made.state) }, 'strapi-5.54-postgres')
  expect(copied.ok).toBe(true)
  expect([counted(copied.state, BIG), counted(copied.state, ROUNDED)]).toEqual([4, 0])
})

test.each([
  ['strapi-5.50.2-sqlite', false],
  ['strapi-5.50-sqlite', false],
  ['strapi-5.51.0-sqlite', true],
  ['strapi-5.54-sqlite', true],
])('under %s, administrators have the attribute resetPasswordTokenExpiresAt: %s', (profile, has) => {
  const guide = graphOf('guide')
  const args = [{ select: ['resetPasswordToken', 'resetPasswordTokenExpiresAt'] }]
  const asked = { service: 'query', uid: 'admin::user', method: 'findMany', args } as const
  const found = callService({ graph: guide, ids: firstIds(guide), time: 0 }, asked, { profile })
  expect(found.ok).toBe(has)
})

test('the other locales of a document get their copies of shared components in the order of the locales', () => {
  const uid = 'api::article.article'
  const documentId = 'x43okx602rewr3siteoss9va'
  const draftIn = (state: WritingState, locale: string) =>
    state.graph.tables
      .get(uid)
      ?.rows.find((row) => row.documentId === documentId && row.locale === locale && row.status === 'draft')
  expect(draftIn(fresh, 'fr')?.id).toBeLessThan(draftIn(fresh, 'de')?.id ?? 0)
  const { state } = callService(
    fresh,
    {
      service: 'documents',
      uid,
      method: 'update',
      args: [{ documentId, locale: 'en', data: { highlights: [{ label: 'one' }] } }],
    },
    { profile: 'strapi-5.54-sqlite' },
  )
  const [inGerman, inFrench] = ['de', 'fr'].map(
    (locale) => draftIn(state, locale)?.components['highlights']?.[0],
  )
  expect(inGerman?.id).toBeGreaterThan(0)
  expect(inGerman?.id).toBeLessThan(inFrench?.id ?? 0)
})
