/**
 * Tests the parts of the lab that need no real server: differences, shrinking, the rows of a dataset, and copies of
 * projects.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, WireRequest } from '../../src/oracle/target/target.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'
import { graphOf } from '../support/datasets.ts'
import { firstOf } from './compare/difference.ts'
import { isExcessive } from './compare/excess.ts'
import { kindOf } from './compare/kind.ts'
import { randomRequests } from './compare/requests.ts'
import { compareAll } from './compare/run.ts'
import { type Different, shrunk } from './compare/shrink.ts'
import { type Compare, comparer } from './compare/sides.ts'
import { formatReplay, isClean, reasonToSkip, replaySuite, suiteRequests } from './compare/suite.ts'
import { copyProject, dependenciesOf } from './server/copy.ts'
import { ranksOf } from './server/ranks.ts'
import { fillingOf } from './server/rows.ts'

const guide = graphOf('guide')
const get = (url: string): WireRequest => ({ method: 'GET', url, headers: {} })
const answer = (status: number, body: Answer['body']): Answer => ({ status, body })
const different: Different = {
  kind: 'different',
  real: answer(500, null),
  ours: answer(200, null),
  difference: { path: 'status', expected: 500, found: 200 },
}

describe('requests', () => {
  test('the same seed generates the same requests, without duplicates or dangerous ones', () => {
    const some = randomRequests(guide, 'malformed', 200, 3)
    expect(some).toEqual(randomRequests(guide, 'malformed', 200, 3))
    expect(new Set(some.map((one) => JSON.stringify(one))).size).toBe(200)
    expect(some.filter(({ url }) => url.split(/populate/).length > 40)).toEqual([])
    expect(randomRequests(guide, 'sound', 50, 3)).not.toEqual(randomRequests(guide, 'sound', 50, 4))
  })
})

describe('differences', () => {
  test('the lab compares the status and the body of answers, but not the order of keys', () => {
    expect(firstOf(answer(200, { a: 1, b: 2 }), answer(200, { b: 2, a: 1 }))).toBeNull()
    expect(firstOf(answer(200, { a: [1] }), answer(200, { a: [2] }))?.path).toBe('/a/0')
    expect(firstOf(answer(200, null), answer(400, null))?.path).toBe('status')
  })

  test('the lab shrinks a request with a difference, and the kind of the difference is the shape of the request', async () => {
    const compare: Compare = async ({ url }) =>
      url.includes('[owner]') ? different : { kind: 'alike', real: answer(200, null) }
    const first = get('/api/restaurants?sort=name&filters[$or][0][owner][name]=Ann&locale=en')
    const small = await shrunk({ request: first, compared: different }, compare)
    expect(small.request.url).toBe('/api/restaurants?filters[owner]=')
    expect(kindOf(small, guide)).toBe('500 | 200 · list filters[<relation>]=')
  })

  test('differences are found for each answer of a wrong server', async () => {
    const target = (body: string) => ({
      name: 'fake',
      ask: async () => ({ kind: 'answered' as const, answer: answer(200, body), text: body }),
      close: async () => undefined,
    })
    const sides = { graph: guide, profile: 'documented', tokens: new Map() }
    const requests = [get('/api/restaurants'), get('/api/nothing')]
    const settings = { concurrency: 2, most: 2, print: () => undefined }
    const tally = await compareAll(requests, { ...sides, target: target('x') }, settings)
    expect([tally.asked, tally.different, tally.alike]).toEqual([2, 2, 0])
    const compared = await comparer({ ...sides, target: target('x') })(get('/api/restaurants'))
    expect(compared.kind).toBe('different')
  })
})

describe('a replay of the suite', () => {
  const all = suiteRequests('fixtures/guide')
  const some = all.filter(({ cases }) =>
    cases.some(({ id }) => id === 'http.not-found.root' || id.startsWith('filters.shape.')),
  )
  const api = createReferenceApi(guide, { profile: 'strapi-5.54-sqlite' })
  const replayOn = (answerTo: (request: WireRequest) => Answer | undefined) =>
    replaySuite(
      some,
      {
        ...{ graph: guide, profile: 'strapi-5.54-sqlite', tokens: new Map() },
        target: {
          name: 'fake',
          ask: async (request) => {
            const real = answerTo(request)
            if (real === undefined) return { kind: 'failed', why: 'timeout', message: 'late' }
            return { kind: 'answered', answer: real, text: '' }
          },
          close: async () => undefined,
        },
      },
      1,
    )
  const right = (request: WireRequest): Answer => {
    const { status, headers, body } = api.answer(request)
    return { status, headers, body: JSON.parse(body) }
  }

  test('a replay of the suite sends each request once, but no writes and no deep populate', () => {
    const keys = all.map(({ request }) => JSON.stringify(request))
    expect(new Set(keys).size).toBe(keys.length)
    expect(all.length).toBeGreaterThan(2000)
    expect(reasonToSkip({ ...get('/api/restaurants'), method: 'DELETE' })).toBe('it may write')
    expect(reasonToSkip(get(`/api/authors?populate=${Array(13).fill('mentor').join('.')}`))).toContain('12')
    expect(reasonToSkip(get('/api/authors?populate=mentor.mentor'))).toBeUndefined()
  })

  test('a replay of the suite accepts each answer that a case allows, and lists every other difference', async () => {
    const redirect = { status: 302, headers: { location: '/admin' }, body: 'Redirecting to /admin.' }
    const clean = await replayOn((request) => (request.url === '/' ? redirect : right(request)))
    expect([clean.alike, clean.differing.length, isClean(clean)]).toEqual([some.length, 0, true])
    const wrong = await replayOn((request) =>
      request.url.includes('[$not][0]') ? answer(400, {}) : right(request),
    )
    expect(isClean(wrong)).toBe(false)
    expect(formatReplay(wrong, 'http://host')).toContain('filters.shape.not-list\n   curl')
  })

  test('a replay of the suite ends if the server stops answering', async () => {
    let asked = 0
    const lost = await replayOn(() => {
      asked++
      return undefined
    })
    expect([asked, lost.leftOut.length, isClean(lost)]).toEqual([3, some.length, false])
  })
})

describe('an answer that shows too much', () => {
  const graph = editGraph(guide, ({ contentTypes }) => {
    Object.assign(Object(contentTypes.author).attributes, { secret: { type: 'string', private: true } })
  })
  const shows = (author: object): boolean =>
    isExcessive(get('/api/authors'), answer(200, { data: [{ id: 1, documentId: 'a', ...author }] }), graph)

  test('an answer counts as showing too much if it has a private or an unknown attribute', () => {
    expect(shows({ name: 'Ann' })).toBe(false)
    expect(shows({ secret: 'x' })).toBe(true)
    expect(shows({ nobodyKnows: 1 })).toBe(true)
  })
})

describe('tables', () => {
  test('`ranksOf` gives numbers that increase along every list of links', () => {
    const ranks = ranksOf([
      ['a', 'b', 'c'],
      ['c', 'd'],
      ['x', 'b'],
    ])
    expect(Object.fromEntries(ranks)).toEqual({ a: 1, x: 1, b: 2, c: 3, d: 4 })
    expect(
      ranksOf([
        ['a', 'b'],
        ['b', 'a'],
      ]).size,
    ).toBe(0)
  })

  test('tables contain every row and component of a dataset once, and no link twice', () => {
    const { tables, parts, links } = fillingOf(guide)
    const rows = [...guide.tables.values()].reduce((sum, table) => sum + table.rows.length, 0)
    const written = tables.flatMap((table) => table.rows)
    expect(written.filter(({ documentId }) => documentId !== undefined).length).toBe(rows)
    expect(written.length).toBe(rows + parts.length)
    const keys = links.map(
      ({ owner, ownerId, field, target }) => `${owner} ${ownerId} ${field} ${target.type} ${target.id}`,
    )
    expect(links.length).toBeGreaterThan(50)
    expect(new Set(keys).size).toBe(keys.length)
    expect(links.every(({ order }) => order >= 1)).toBe(true)
    // Two bookmarks have the same subject. The second bookmark has only this subject, so the column of the bookmark
    // must hold it.
    const subject = links.find(({ ownerId, field }) => ownerId === 5 && field === 'subject')
    expect(subject).toMatchObject({ isFirst: true, order: 2, target: { id: 1 } })
  })
})

describe('a copy of a project', () => {
  const home = mkdtempSync(join(tmpdir(), 'populace-lab-'))
  const from = join(home, 'site')
  const older = join(home, 'older')
  const dir = join(home, 'newer')
  const modules = join(home, 'modules')
  beforeAll(() => {
    for (const folder of ['site/src', 'site/dist', 'site/node_modules/x', 'older/.tmp', 'modules'])
      mkdirSync(join(home, folder), { recursive: true })
    const dependencies = {
      ...{ '@strapi/strapi': '5.47.1', '@strapi/plugin-cloud': '5.47.1', '@strapi/plugin-seo': '^2.0.4' },
      ...{ 'better-sqlite3': '11.7.0', pg: '8.8.0' },
    }
    writeFileSync(join(from, 'package.json'), JSON.stringify({ dependencies }))
    writeFileSync(join(from, 'src', 'index.js'), 'module.exports = {}')
    writeFileSync(join(older, '.tmp', 'data.db'), 'rows')
    writeFileSync(join(older, 'auth.json'), '{}')
    copyProject({ dir, from, graph: guide, modules, port: 1, after: older })
  })
  afterAll(() => rmSync(home, { recursive: true }))

  test('a copy of a project has the packages of Strapi in its release, and all other packages unchanged', () => {
    expect(dependenciesOf(from, '5.54.0')).toMatchObject({
      ...{ '@strapi/strapi': '5.54.0', '@strapi/plugin-cloud': '5.54.0', '@strapi/plugin-seo': '^2.0.4' },
      ...{ 'better-sqlite3': '12.10.0', pg: '8.8.0' },
    })
  })

  test('a copy of a project has the code and the database of the older copy, but no build output', () => {
    expect(readFileSync(join(dir, '.tmp', 'data.db'), 'utf8')).toBe('rows')
    expect(['src/index.js', 'auth.json', 'serve.js'].filter((name) => !existsSync(join(dir, name)))).toEqual(
      [],
    )
    expect(['dist', 'node_modules/x'].filter((name) => existsSync(join(dir, name)))).toEqual([])
  })

  test('a copy of a project gets an API token with full access', () => {
    const { roles, tokens } = JSON.parse(readFileSync(join(dir, 'filling.json'), 'utf8'))
    expect([tokens['full-access'], roles['full-access']]).toEqual(['full-access', ['*']])
  })
})
