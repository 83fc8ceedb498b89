/** Tests writes that no recording shows: with departures turned off, and with the limits of Populace. */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import { WRITE_QUIRK_IDS } from '../../src/reference/strapi/write-quirks.ts'
import type { Json } from '../../src/util/json.ts'
import { firstIds, type WriteRuleId, type WritingState, write } from '../../src/writing/index.ts'
import { graphOf } from '../support/datasets.ts'

const TOKEN = 'Bearer tokenFull'
const JSON_TYPE = 'application/json'
const base = graphOf('strapi-5.54')
const begin = (graph: Graph = base): WritingState => ({
  graph,
  ids: firstIds(graph),
  time: Date.UTC(2027, 0, 1),
})

/** Sends one write; returns the new state, the answer and the cited rules. */
function put(
  state: WritingState,
  method: string,
  url: string,
  body?: Json,
  profile = 'documented',
): {
  readonly state: WritingState
  readonly status: number
  readonly body: Json
  readonly rules: Set<WriteRuleId>
} {
  const rules = new Set<WriteRuleId>()
  const headers = { authorization: TOKEN, 'content-type': JSON_TYPE }
  const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body))
  const request = { method, url, headers, ...(bytes === undefined ? {} : { body: bytes }) }
  const written = write(state, request, { profile, cite: (rule) => rules.add(rule) })
  expect(written).toBeDefined()
  if (written === undefined) return { state, status: 0, body: null, rules }
  const { status, body: text } = written.answer
  return { state: written.state, status, body: text === '' ? null : JSON.parse(text), rules }
}

const read = ({ graph }: WritingState, url: string, profile = 'documented'): Json =>
  JSON.parse(createReferenceApi(graph, { profile }).answer({ url, headers: { authorization: TOKEN } }).body)

const TWICE: Json = { __type: 'api::restaurant.restaurant', id: 1 }

const message = (body: Json): string => JSON.parse(JSON.stringify(body)).error?.message ?? ''

describe('under the profile of the documentation', () => {
  test('an unknown locale is rejected', () => {
    const refused = put(begin(), 'POST', '/api/tags?locale=xx', { data: { name: 'x' } })
    expect(refused.status).toBe(400)
    expect(message(refused.body)).toContain('expected one of en, fr, de')
    const rule: WriteRuleId = 'write.locale.known'
    expect(refused.rules).toContain(rule)
    expect(
      put(begin(), 'POST', '/api/tags?locale=xx', { data: { name: 'x' } }, 'documented,+locale-unchecked')
        .status,
    ).toBe(201)
  })

  test('an unknown status is rejected', () => {
    expect(put(begin(), 'POST', '/api/reviews?status=foo', { data: { title: 'x' } }).status).toBe(400)
  })

  test('DELETE ignores filters', () => {
    const url = '/api/categories/bqp7vfkjgr4c7um3hm0opfg9'
    const gone = put(begin(), 'DELETE', `${url}?filters[name]=zzz`)
    expect(gone.status).toBe(204)
    expect(gone.state.graph).not.toBe(base)
    const refused = put(
      begin(),
      'DELETE',
      `${url}?filters[name]=zzz`,
      undefined,
      'documented,+delete-filters',
    )
    expect(refused.state.graph).toBe(base)
  })

  test('half of a surrogate pair in a text is stored unchanged, or replaced as SQLite does', () => {
    const nameUnder = (profile: string): string => {
      const made = put(
        begin(),
        'POST',
        '/api/tags?fields=name',
        { data: { name: 'a\ud800b \ud83d\ude00' } },
        profile,
      )
      return JSON.parse(JSON.stringify(made.body)).data.name
    }
    expect(nameUnder('documented')).toBe('a\ud800b \ud83d\ude00')
    expect(nameUnder('documented,+surrogates-replaced')).toBe('a\ufffd\ufffd\ufffdb \ud83d\ude00')
    expect(nameUnder('strapi-5.54-sqlite')).toBe('a\ufffd\ufffd\ufffdb \ud83d\ude00')
    expect(nameUnder('strapi-5.54-postgres')).toBe('a\ud800b \ud83d\ude00')
  })

  test('DELETE with a list of locales deletes each of these locales', () => {
    const made = put(begin(), 'POST', '/api/tags', { data: { name: 'n' } })
    const { documentId } = JSON.parse(JSON.stringify(made.body)).data
    const path = `/api/tags/${documentId}`
    const french = put(made.state, 'PUT', `${path}?locale=fr`, { data: { name: 'nf' } })
    const german = put(french.state, 'PUT', `${path}?locale=de`, { data: { name: 'nd' } })
    const rowsAfter = (query: string): readonly (string | null)[] => {
      const gone = put(german.state, 'DELETE', `${path}?${query}`)
      expect(gone.status).toBe(204)
      const rule: WriteRuleId = 'write.delete.locales'
      expect(gone.rules).toContain(rule)
      const { byDocument } = gone.state.graph.tables.get('api::tag.tag') ?? {}
      return (byDocument?.get(documentId) ?? []).map(({ locale }) => locale)
    }
    expect(rowsAfter('locale[]=fr&locale[]=de')).toEqual(['en'])
    expect(rowsAfter('locale[]=en&locale[]=xx')).toEqual(['de', 'fr'])
    expect(rowsAfter('locale[]=*')).toEqual(['de', 'en', 'fr'])
  })

  test('connecting a file to a single media attribute replaces its file', () => {
    const url = '/api/restaurants?fields=name&populate[cover][fields]=name'
    const made = put(begin(), 'POST', url, { data: { name: 'x', cover: { connect: [1] } } })
    expect(JSON.stringify(made.body)).toContain('wine 1.png')
    const { documentId } = JSON.parse(JSON.stringify(made.body)).data
    const path = `/api/restaurants/${documentId}?populate[cover][fields]=name`
    expect(
      JSON.stringify(put(made.state, 'PUT', path, { data: { cover: { connect: [3] } } }).body),
    ).toContain('garden 3.gif')
    const unchanged = put(
      made.state,
      'PUT',
      path,
      { data: { cover: { connect: [3] } } },
      'documented,+file-connect-keeps',
    )
    expect(JSON.stringify(unchanged.body)).toContain('wine 1.png')
  })

  test('a to-one relation keeps the first of several connected entries', () => {
    const url = '/api/authors?fields=name&populate[mentor][fields]=name'
    const data = { name: 'x', mentor: { connect: [6, 4, 5] } }
    const mentor = (profile: string): Json => {
      const made = put(begin(), 'POST', url, { data }, profile)
      return JSON.parse(JSON.stringify(made.body)).data.mentor.id
    }
    expect(mentor('documented')).toBe(6)
    expect(mentor('documented,+connect-keeps-lowest')).toBe(4)
  })

  test('with the departure, the other side of a to-one morph relation links the first entry, and loses it', () => {
    const profile = 'documented,+morph-one-written'
    const query = '?fields=name&populate[bookmarks][fields]=label'
    const linked = ({ body }: { readonly body: Json }): readonly number[] =>
      JSON.parse(JSON.stringify(body)).data.bookmarks.map(({ id }: { readonly id: number }) => id)
    const make = (name: string, state: WritingState, bookmarks: Json) =>
      put(state, 'POST', `/api/restaurants${query}`, { data: { name, bookmarks } }, profile)
    const first = make('a', begin(), [2, 1])
    const second = make('b', first.state, [2])
    const documentOf = ({ body }: { readonly body: Json }): string =>
      JSON.parse(JSON.stringify(body)).data.documentId
    const [old, own] = [first, second].map((one) => `/api/restaurants/${documentOf(one)}${query}`)
    const changed = put(second.state, 'PUT', own ?? '', { data: { bookmarks: { connect: [1] } } }, profile)
    expect([linked(first), linked(second), linked(changed)]).toEqual([[2], [2], []])
    expect(linked({ body: read(second.state, old ?? '') })).toEqual([])
    expect(make('c', begin(), []).status).toBe(400)
    expect(put(begin(), 'POST', '/api/restaurants', { data: { name: 'd', bookmarks: [1] } }).status).toBe(400)
  })

  test('a morph relation cannot link an entry of an unknown type by its id', () => {
    const data = { items: [{ __type: 'api::nothing.nothing', id: 1 }] }
    expect(message(put(begin(), 'POST', '/api/bookmarks', { data }).body)).toBe(
      'Model api::nothing.nothing not found',
    )
    expect(put(begin(), 'POST', '/api/bookmarks', { data }, 'strapi-5.54-sqlite').status).toBe(500)
  })

  test('a component that its zone does not list is rejected', () => {
    const body = { data: { name: 'x', blocks: [{ __component: 'blocks.cta', label: 'x' }] } }
    expect(put(begin(), 'POST', '/api/restaurants', body).status).toBe(400)
    expect(put(begin(), 'POST', '/api/restaurants', body, 'documented,+zone-unlisted').status).toBe(201)
  })

  test('an update that links an article to itself gets the same answer as a later GET', () => {
    const made = put(begin(), 'POST', '/api/articles', { data: { title: 'self' } })
    const { documentId } = JSON.parse(JSON.stringify(made.body)).data
    const query = '?populate[relatedArticles][fields]=title&fields=title'
    const url = `/api/articles/${documentId}${query}`
    const linked = put(made.state, 'PUT', url, { data: { relatedArticles: [documentId] } })
    expect(linked.body).toEqual(read(linked.state, url))
    expect(JSON.stringify(linked.body)).toContain('relatedArticles":[{')
  })

  test.each(['strapi-5.54-postgres', 'strapi-5.54-mariadb'])(
    'on %s, a text in a JSON attribute must itself be valid JSON',
    (profile) => {
      const written = (aJson: Json) =>
        put(begin(), 'POST', '/api/kitchensinks?fields=aJson', { data: { aJson } }, profile)
      const shown = (aJson: Json): Json => JSON.parse(JSON.stringify(written(aJson).body)).data.aJson
      expect(written('plain').status).toBe(500)
      expect(written('').status).toBe(500)
      expect(shown('[1]')).toEqual([1])
      expect(shown('"plain"')).toBe(profile.endsWith('postgres') ? '"plain"' : 'plain')
      expect(shown(false)).toBe(profile.endsWith('postgres') ? false : 0)
    },
  )

  test.each(WRITE_QUIRK_IDS)('with %s as the only departure, a category can be created', (id) => {
    expect(
      put(begin(), 'POST', '/api/categories', { data: { name: 'new' } }, `documented,+${id}`).status,
    ).toBe(201)
  })
})

describe('the bodies of writes', () => {
  test('a dot in a name of a form means a nested object, like brackets', () => {
    const body = (text: string) => new TextEncoder().encode(text)
    const headers = { authorization: TOKEN, 'content-type': 'application/x-www-form-urlencoded' }
    for (const text of ['data.name=dotted', 'data[name]=dotted']) {
      const request = { method: 'POST', url: '/api/tags?fields=name', headers, body: body(text) }
      const written = write(begin(), request)
      expect(written?.answer.status).toBe(201)
      expect(JSON.parse(written?.answer.body ?? '').data.name).toBe('dotted')
    }
  })

  test('a read-only attribute is rejected in an entry, and ignored in a linked entry', () => {
    const createdAt = '2020-01-01T00:00:00.000Z'
    const refused = put(begin(), 'POST', '/api/articles', { data: { title: 'x', createdAt } })
    expect(message(refused.body)).toBe('Invalid key createdAt')
    const data = { title: 'x', categories: [{ id: 1, createdAt }] }
    expect(put(begin(), 'POST', '/api/articles', { data }).status).toBe(201)
  })

  test('connecting an entry twice with different positions is rejected', () => {
    const connect = [{ id: 1 }, { id: 1, position: { start: true } }]
    const refused = put(begin(), 'POST', '/api/articles', { data: { title: 'x', categories: { connect } } })
    expect(refused.status).toBe(400)
    expect(message(refused.body)).toContain('You cannot connect the same relation twice')
  })

  test('connecting an entry twice without positions links it once', () => {
    const data = { title: 'x', categories: { connect: [{ id: 1 }, { id: 1 }] } }
    const made = put(begin(), 'POST', '/api/articles?populate[categories][fields]=name', { data })
    expect(made.status).toBe(201)
    expect(JSON.parse(JSON.stringify(made.body)).data.categories).toHaveLength(1)
  })

  test.each<[string, Json, number]>([
    ['restaurants', { name: 'x', bookmarks: { connect: [1, 1] } }, 500],
    ['restaurants', { name: 'x', bookmarks: [1, 1] }, 201],
    ['bookmarks', { items: { connect: [TWICE, TWICE] } }, 201],
    ['bookmarks', { items: [TWICE, TWICE] }, 201],
  ])(
    'on a real server, only the target of a morph relation fails if a row is connected twice: %s %j',
    (type, data, status) => {
      expect(put(begin(), 'POST', `/api/${type}`, { data }, 'strapi-5.54-sqlite').status).toBe(status)
    },
  )

  test('a uid attribute must be unique in its locale, but not across locales', () => {
    const slug = 'of-its-own'
    const first = put(begin(), 'POST', '/api/articles?locale=en', { data: { title: 'x', slug } })
    expect(first.status).toBe(201)
    const twice = put(first.state, 'POST', '/api/articles?locale=en', { data: { title: 'y', slug } })
    expect(message(twice.body)).toBe('This attribute must be unique')
    expect(put(first.state, 'POST', '/api/articles?locale=fr', { data: { title: 'y', slug } }).status).toBe(
      201,
    )
  })

  test('a new locale of a document gets the values of attributes without localization, even if the body contains null', () => {
    const first = put(begin(), 'POST', '/api/articles?locale=en', { data: { title: 'x', views: 7 } })
    const { documentId } = JSON.parse(JSON.stringify(first.body)).data
    const url = `/api/articles/${documentId}?locale=fr&fields=views`
    const other = put(first.state, 'PUT', url, { data: { title: 'y', views: null } })
    expect(other.body).toMatchObject({ data: { views: 7 } })
  })

  test('DELETE with a locale deletes only that locale', () => {
    const url = '/api/articles/ypz011asqu7fxf7m1u7sbm9m'
    const gone = put(begin(), 'DELETE', url)
    expect(gone.status).toBe(204)
    expect(read(gone.state, `${url}?locale=en`)).toMatchObject({ error: { status: 404 } })
    expect(read(gone.state, `${url}?locale=fr&fields=title`)).toMatchObject({
      data: { documentId: 'ypz011asqu7fxf7m1u7sbm9m' },
    })
  })

  test('a written password is stored as a digest', () => {
    const made = put(begin(), 'POST', '/api/kitchensinks', { data: { aPassword: 'secret words' } })
    const rows = made.state.graph.tables.get('api::kitchensink.kitchensink')?.rows ?? []
    const stored = rows.map(({ values }) => String(values['aPassword']))
    expect(stored.some((value) => value.includes('secret words'))).toBe(false)
    expect(stored.some((value) => /^sha256:[0-9a-f]{64}$/.test(value))).toBe(true)
  })

  test('JSON that is encoded as text once or twice is stored as its value', () => {
    const once = JSON.stringify({ a: 1 })
    for (const aJson of [{ a: 1 }, once, JSON.stringify(once)]) {
      const { body } = put(begin(), 'POST', '/api/kitchensinks?fields=aJson', { data: { aJson } })
      expect(body).toMatchObject({ data: { aJson: { a: 1 } } })
    }
  })
})

describe('safety', () => {
  test.each<readonly [value: Json, instant: string | null, boolean: boolean | null]>([
    [[1], '1970-01-01T00:00:00.001Z', true],
    [[['0']], '1970-01-01T00:00:00.000Z', false],
    [['2024-01-02'], '2024-01-02T00:00:00.000Z', null],
    [[1, 2], null, null],
    [['x'], null, null],
    [[null], null, null],
    [[{}], null, null],
  ])('the list %j counts as its item for a datetime and a boolean', (value, instant, boolean) => {
    const made = (name: string): Json => {
      const { body } = put(begin(), 'POST', '/api/kitchensinks', { data: { [name]: value } })
      return JSON.parse(JSON.stringify(body)).data?.[name] ?? null
    }
    expect([made('aDatetime'), made('aBoolean')]).toEqual([instant, boolean])
  })

  test('a body of more than 900 levels is rejected', () => {
    const deep = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    const refused = put(begin(), 'POST', '/api/kitchensinks', { data: { aJson: deep(2000) } })
    const rule: WriteRuleId = 'write.body.depth'
    expect(refused.status).toBe(400)
    expect(refused.rules).toContain(rule)
    expect(put(begin(), 'POST', '/api/kitchensinks', { data: { aJson: deep(800) } }).status).toBe(201)
  })

  test('a body of more than 50,000 lists and objects is rejected', () => {
    const wide = (parts: number): Json => Array.from({ length: parts }, () => ({}))
    const refused = put(begin(), 'POST', '/api/kitchensinks', { data: { aJson: wide(60_000) } })
    const rule: WriteRuleId = 'write.body.depth'
    expect(refused.status).toBe(400)
    expect(refused.rules).toContain(rule)
    expect(put(begin(), 'POST', '/api/kitchensinks', { data: { aJson: wide(49_000) } }).status).toBe(201)
  })

  test('a write that exceeds the limits of the dataset is rejected, and changes nothing', () => {
    const small = buildGraph(
      {
        contentTypes: {
          note: {
            info: { singularName: 'note', pluralName: 'notes' },
            options: {},
            attributes: { data: { type: 'json' } },
          },
        },
        access: {
          publicRole: 'public',
          roles: { public: { permissions: ['*'] } },
          tokens: { tokenFull: 'public' },
        },
      },
      { limits: { values: 500 } },
    )
    if (!('graph' in small)) throw new Error('the dataset is sound')
    const state = begin(small.graph)
    const refused = put(state, 'POST', '/api/notes', { data: { data: Array.from({ length: 600 }, () => 1) } })
    const rule: WriteRuleId = 'write.room'
    expect(refused.status).toBe(400)
    expect(refused.rules).toContain(rule)
    expect(refused.state).toBe(state)
    expect(put(state, 'POST', '/api/notes', { data: { data: [1] } }).status).toBe(201)
  })

  test('a rejected write returns the same state object', () => {
    const state = begin()
    for (const profile of ['documented', 'strapi-5.54-sqlite']) {
      const body = { data: { name: 'x', critics: { connect: [{ id: 1, position: { before: 99 } }] } } }
      expect(put(state, 'POST', '/api/restaurants', body, profile).state).toBe(state)
      expect(put(state, 'PUT', '/api/articles/nobody', { data: {} }, profile).state).toBe(state)
      expect(put(state, 'DELETE', '/api/articles/nobody', undefined, profile).state).toBe(state)
    }
  })

  test('equal writes give equal worlds', () => {
    const run = (): WritingState => {
      let state = begin()
      for (const name of ['a', 'b', 'c'])
        state = put(state, 'POST', '/api/categories', { data: { name } }).state
      return state
    }
    const [one, other] = [run(), run()]
    expect(one.ids).toEqual(other.ids)
    expect(read(one, '/api/categories?sort=id:desc')).toEqual(read(other, '/api/categories?sort=id:desc'))
  })
})
