/** Tests the engine of the explorer (the content API inside the page), and how the explorer shows answers as rows. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Explanation } from '../../src/explain/explanation.ts'
import { readFolder } from '../../src/reference/load/files/folder.ts'
import { Engine } from '../../src/tools/explorer/backend/engine.ts'
import { rowsOf, Sizes } from '../../src/tools/explorer/model/answer.ts'
import type { Json } from '../../src/util/json.ts'
import { type Asking, PUBLIC, publicRequest } from '../../src/util/url/explorer-url.ts'
import { root } from '../house/sources.ts'
import { guideApi } from './cases.ts'

const engine = new Engine()
engine.grant({ kind: 'open', files: readFolder(join(root, 'fixtures/guide')).files })

const ask = (asking: Partial<Asking>): { readonly status: number; readonly body: string } => {
  const answer = engine.grant({ kind: 'ask', asking: { ...publicRequest('/api/ledgers'), ...asking } })
  return answer as { readonly status: number; readonly body: string }
}

describe('the engine of the page', () => {
  test('the engine of the page gives the same answers as the API', () => {
    const url = '/api/restaurants?populate=*'
    expect(ask({ url }).body).toBe(guideApi.answer({ url }).body)
  })

  test('the engine of the page answers as any role, chosen by token or by name', () => {
    expect(ask({ caller: PUBLIC }).status).toBe(403)
    expect(ask({ caller: { kind: 'role', role: 'editor' } }).status).toBe(200)
    expect(ask({ caller: { kind: 'token', token: 'editor-token' } }).status).toBe(200)
    expect(ask({ caller: { kind: 'role', role: 'no such role' } }).status).toBe(401)
  })

  test('the engine of the page answers under any profile, and rejects an unknown one', () => {
    const url = '/api/restaurants?filters[name][$containsi]=É'
    expect(ask({ url, profile: 'strapi-5.54-sqlite' }).body).not.toBe(ask({ url }).body)
    expect(() => ask({ url, profile: 'strapi-6-oracle' })).toThrow(/version/)
  })

  test('the engine of the page rejects a faulty dataset, lists its faults, and keeps the previous dataset', () => {
    expect(() => engine.grant({ kind: 'open', files: { contentTypes: { a: 1 } } })).toThrow(
      'content-types/a.json',
    )
    expect(ask({ url: '/api/restaurants' }).status).toBe(200)
  })
})

describe('an answer as rows', () => {
  const url =
    '/api/restaurants?fields=name&populate[owner]=true&populate[branches]=true&pagination[pageSize]=2'
  const json: Json = JSON.parse(ask({ url }).body)
  const explanation = engine.grant({ kind: 'explain', asking: publicRequest(url) }) as Explanation
  const sizes = new Sizes(json)
  const rows = rowsOf(json, { toggled: new Set(), explanation, sizes })
  const at = (path: string) => rows.find((row) => row.path === path)

  test('a row with members has the number of bytes of its JSON', () => {
    expect(sizes.of(json)).toBe(Buffer.byteLength(JSON.stringify(json)))
    expect(at('data')?.bytes).toBe(Buffer.byteLength(JSON.stringify(Reflect.get(Object(json), 'data'))))
  })

  test('the first entry of an answer is expanded, and the second entry is collapsed', () => {
    expect(at('data.0.owner.name')?.kind).toBe('text')
    expect(at('data.1')?.isOpen).toBe(false)
    expect(at('data.1.name')).toBeUndefined()
  })

  test('an absent member of an answer is shown as a row with its reason and a proposal that adds it', () => {
    expect(at('data.0.slug')).toMatchObject({ kind: 'absent', absent: { reason: 'fields' } })
    expect(at('data.0.owner.avatar')).toMatchObject({ kind: 'absent', absent: { reason: 'not-populated' } })
    const change = at('data.0.owner.avatar')?.absent?.change
    const changed = change?.kind === 'request' ? ask({ url: change.url }).body : ''
    expect(JSON.parse(changed).data[0].owner).toHaveProperty('avatar')
  })

  test('in a large answer, the members of collapsed entries get no lines', () => {
    const large = { data: Array.from({ length: 50_000 }, (_, id) => ({ id, list: [1, 2, 3] })) }
    const seen = rowsOf(large, { toggled: new Set(), explanation: null, sizes: new Sizes(large) })
    expect(seen.length).toBe(50_000 + 1 + 5)
    expect(
      rowsOf(large, { toggled: new Set(['data']), explanation: null, sizes: new Sizes({}) }).length,
    ).toBe(1)
  })
})
