/** Tests how answers change with another release or database, and which change is the cause. */
import { describe, expect, test } from 'vitest'
import { compareServers } from '../../src/oracle/upgrade/compare.ts'
import {
  EXIT_OF,
  receivedRequests,
  upgradeHtml,
  upgradeMarkdown,
  upgradeReport,
  upgradeText,
} from '../../src/oracle/upgrade/index.ts'
import { serversNamed, switchesBack, withSwitches } from '../../src/oracle/upgrade/servers.ts'
import { type ApiRequest, createReferenceApi } from '../../src/reference/api.ts'
import { profile } from '../../src/reference/strapi/profile.ts'
import { ERAS } from '../../src/reference/strapi/versions.ts'
import { plainUrl } from '../../src/util/url/percent.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('strapi-5.54')
const compared = (from: string, to: string, urls: readonly string[]) => {
  const servers = serversNamed(from, to)
  const comparison = compareServers(
    graph,
    urls.map((url) => ({ url })),
    servers,
  )
  return upgradeReport(comparison, {
    from: servers.from.name,
    to: servers.to.name,
    warnings: [],
    leftOut: [],
  })
}

describe('the names of servers', () => {
  test.each([
    ['5.12', '5.54', 'strapi-5.12-sqlite', 'strapi-5.54-sqlite'],
    ['sqlite', 'postgres', 'strapi-5.54.0-sqlite', 'strapi-5.54.0-postgres'],
    ['5.12', 'postgres', 'strapi-5.12-postgres', 'strapi-5.12-postgres'],
    ['strapi-5.23.2-postgres+icu', '5.54', 'strapi-5.23.2-postgres+icu', 'strapi-5.54-postgres+icu'],
    ['strapi-5.23-sqlite', 'mariadb', 'strapi-5.23-sqlite', 'strapi-5.23-mariadb'],
    ['documented', 'strapi-5.54-sqlite', 'documented', 'strapi-5.54-sqlite'],
  ])('%s to %s', (from, to, first, second) => {
    const servers = serversNamed(from, to)
    expect([servers.from.name, servers.to.name]).toEqual([first, second])
  })

  test.each(['6.0x', 'oracle', '4.25', ''])('a comparison rejects %s as the name of a server', (name) => {
    expect(() => serversNamed(name, '5.54')).toThrow(/Unknown/)
  })
})

describe('all switches between two profiles together turn the first profile into the second', () => {
  test.each([
    ['5.0.0', '5.54.0'],
    ['5.54.0', '5.0.0'],
    ['5.40.0', '5.46.0'],
    ['sqlite', 'postgres'],
    ['postgres', 'mariadb'],
    ['documented', 'strapi-5.54-sqlite'],
    ['strapi-5.12-mariadb', 'strapi-5.54-postgres+c'],
  ])('%s and %s', (one, other) => {
    const { from, to } = serversNamed(one, other)
    const back = withSwitches(to, switchesBack(from, to))
    expect([...back.quirks].sort()).toEqual([...from.quirks].sort())
    expect([...back.changes].sort()).toEqual([...from.changes].sort())
    expect(back.database).toEqual(from.database)
  })
})

describe('a comparison', () => {
  const urls = [
    '/api/restaurants?fields=name',
    '/api/restaurants?pagination[page]=2&fields=name',
    '/api/restaurants?populate=photos&fields=name&sort=name',
    '/api/articles?populate=author,categories&fields=title',
    '/api/articles?filters[title][$nope]=x',
    '/api/articles?sort=nope',
  ]
  const report = compared('5.12', '5.54', urls)
  const of = (name: string) => report.groups.filter(({ because }) => because?.name === name)

  test('a comparison counts all requests, the requests with equal answers, and the requests that break', () => {
    expect([report.asked, report.alike, report.broken]).toEqual([6, 2, 3])
  })

  test('a comparison of two servers lists for each change its effect, and the smallest request that shows it', () => {
    expect(of('page-without-pagesize')).toMatchObject([
      { effect: 'data', breaks: true, request: '/api/restaurants?pagination[page]=2', count: 1 },
    ])
    expect(of('empty-morph-many-is-array')).toMatchObject([
      {
        effect: 'data',
        breaks: true,
        request: '/api/restaurants?populate=photos',
        beforeText: 'null',
        afterText: '[]',
      },
    ])
    expect(of('populate-comma-list-accepted')).toMatchObject([
      { effect: 'accepted', breaks: false, request: '/api/articles?populate=author,categories' },
    ])
    expect(of('unknown-filter-operator-refused')).toMatchObject([
      { effect: 'refused', breaks: true, before: { status: 200 }, after: { status: 400 } },
    ])
  })

  test('a comparison of two servers gives the advice that a change has', () => {
    expect(of('page-without-pagesize')[0]?.instead).toContain('pagination[pageSize]')
  })

  test('a comparison of two servers lists breaking changes first', () => {
    const breaks = report.groups.map((group) => group.breaks)
    expect(breaks).toEqual([...breaks].sort((a, b) => Number(b) - Number(a)))
  })

  test('a comparison of two servers compares databases like releases', () => {
    const { groups, broken } = compared('sqlite', 'postgres', [
      '/api/restaurants?sort=opened&fields=opened',
      '/api/tags?fields=name',
    ])
    expect(groups).toMatchObject([{ because: { name: 'nulls', when: 'sqlite → postgres' } }])
    expect(broken).toBe(1)
  })

  test('a comparison of two servers finds two changes that affect the same request', () => {
    const both = '/api/restaurants?pagination[page]=2&populate=photos&sort=name'
    const alone = ['/api/restaurants?pagination[page]=2', '/api/restaurants?populate=photos&sort=name']
    const countsOf = (asked: readonly string[]) =>
      compared('5.12', '5.54', asked)
        .groups.map(({ because, count }) => `${because?.name} ${count}`)
        .sort()
    const counts = ['empty-morph-many-is-array 2', 'file-focalPoint 1', 'page-without-pagesize 2']
    expect(countsOf([alone[0] ?? '', both, alone[1] ?? ''])).toEqual(counts)
    expect(countsOf([both, ...alone])).toEqual(counts)
    expect(countsOf([...alone, both])).toEqual(counts)
  })

  test('a comparison of two servers finds no difference between a server and itself', () => {
    expect(compared('5.54', '5.54.0', urls)).toMatchObject({ alike: 6, broken: 0, groups: [] })
  })
})

describe('the report', () => {
  const nasty = '/api/restaurants?pagination[page]=2&x=<script>alert(1)</script>`|\u001b[31m'
  const report = compared('5.12', '5.54', [nasty])
  const kept = {
    ...report,
    groups: report.groups.map((group) => ({ ...group, request: nasty, urls: [nasty] })),
  }

  test('the report as text escapes control characters in requests', () => {
    const text = upgradeText(kept)
    expect(text).toContain('1. breaks, 1 request, another answer')
    expect(text).not.toContain('\u001b')
  })

  test('the report as Markdown quotes texts of requests', () => {
    const text = upgradeMarkdown(kept)
    expect(text).toContain('| 1 | **breaks** | 1 | another answer | `page-without-pagesize` (since 5.51.2) |')
    expect(text).toMatch(/^``\/api.*<script>.*``$/m)
    expect(text).not.toContain('\u001b')
  })

  test('the report as a page runs no script and loads no files', () => {
    const page = upgradeHtml(kept)
    expect(page).toContain('default-src &#39;none&#39;')
    expect(page).not.toContain('<script')
    expect(page).not.toContain('\u001b')
    expect(page).toContain('&lt;script&gt;')
  })
})

test('the eras (groups of releases with equal changes) begin with 5.0.0, have profiles, and differ in their changes', () => {
  expect(ERAS[0]).toBe('5.0.0')
  expect(ERAS.length).toBeGreaterThan(25)
  for (const era of ERAS)
    expect(() => createReferenceApi(graph, { profile: `strapi-${era}-sqlite` })).not.toThrow()
  const changes = ERAS.map((era) => [...profile(`strapi-${era}-sqlite`).changes].join())
  // Release 5.0.6 reverts a change of 5.0.4, so it has the same changes as 5.0.0.
  expect(new Set(changes).size).toBe(ERAS.length - 1)
})

describe("under a project's own code", () => {
  const URL = '/api/articles?populate=author,categories'
  const servers = serversNamed('5.12', '5.54')

  test('a comparison sends the request to both servers as the code of the project has changed it', async () => {
    const asked = [{ url: URL }, { url: '/api/own' }]
    const { requests, receivedOf, ownAnswers } = await receivedRequests(asked, async (request) =>
      request.url === URL ? { ...request, query: { populate: ['author'] } } : undefined,
    )
    expect(ownAnswers).toMatchObject([{ count: 1, examples: ['/api/own'] }])
    expect(compareServers(graph, requests, servers)).toMatchObject({ asked: 1, alike: 0 })
    expect(compareServers(graph, requests, servers, { receivedOf })).toMatchObject({ asked: 1, alike: 1 })
  })

  test('code runs only for the most frequent requests, and the result lists the other requests', async () => {
    const asked = Array.from({ length: 20_003 }, (_, at) => ({ url: `/api/articles?a=${at}` }))
    const { requests, ownAnswers } = await receivedRequests(asked, async (request) => request)
    expect(requests).toEqual(asked.slice(0, 20_000))
    expect(ownAnswers).toMatchObject([
      {
        why: expect.stringMatching(/^beyond the 20000 /),
        count: 3,
        examples: asked.slice(20_000).map(({ url }) => url),
      },
    ])
  })

  test('a difference is shown with the request of the client, not with the request that the code has changed', async () => {
    const asked = [{ url: '/api/articles?sort=title' }]
    const { requests, receivedOf } = await receivedRequests(asked, async ({ url }) => ({
      url,
      query: { populate: 'author,categories' },
    }))
    const { groups } = compareServers(graph, requests, servers, { receivedOf })
    expect(groups[0]?.smallest.request).toBe(asked[0])
  })
})

describe('the verdict', () => {
  const servers = serversNamed('5.12', '5.54')
  const judgedOf = (urls: readonly string[], token?: string, hits: readonly number[] = []) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const requests: readonly ApiRequest[] = urls.map((url) => ({ url, headers }))
    const hitsOf = (request: ApiRequest): number => hits[requests.indexOf(request)] ?? 1
    return upgradeReport(compareServers(graph, requests, servers, { hitsOf }), {
      ...{ from: '5.12', to: '5.54', warnings: [], leftOut: [] },
    })
  }
  const good = ['/api/restaurants?fields=name', '/api/tags?sort=name']

  test('the verdict is "alike" if all answers are the same', () => {
    expect(judgedOf(good)).toMatchObject({
      verdict: 'alike',
      fix: null,
      statuses: { before: { 200: 2 }, after: { 200: 2 } },
      failing: [],
    })
  })

  test('the verdict is "not compared" if both sides refuse most requests, and the report says how to fix it', () => {
    const report = judgedOf(good, 'nobody-knows-this')
    expect(report).toMatchObject({ verdict: 'not compared', alike: 2, statuses: { before: { 401: 2 } } })
    expect(report.failing).toMatchObject([{ status: 401, count: 2, urls: good }])
    expect(EXIT_OF[report.verdict]).toBe(2)
    const text = upgradeText(report)
    expect(text.split('\n')[1]).toMatch(
      /^Not compared: 2 of 2 requests fail on both sides, .*--token ROLE=VALUE/,
    )
    expect(text).not.toContain('all get the same answer')
    expect(upgradeMarkdown(report)).toContain('Not compared')
    expect(upgradeHtml(report)).toContain('class="verdict different"')
  })

  test('the verdict is "not compared" if most of the traffic fails, and the report lists the failures', () => {
    const report = judgedOf(['/api/restaurants?sort=nope', ...good], undefined, [90, 5, 5])
    expect(report.verdict).toBe('not compared')
    expect(judgedOf(['/api/restaurants?sort=nope', ...good]).verdict).toBe('alike')
    expect(upgradeText(report)).toContain(
      'Fails already: 1 request, 400 Invalid key nope: /api/restaurants?sort=nope',
    )
  })

  test('the verdict is "not compared" without requests, as when code of the project answers all requests', () => {
    const report = judgedOf([])
    expect([report.verdict, EXIT_OF[report.verdict]]).toEqual(['not compared', 2])
    expect(upgradeText(report).split('\n')[1]).toMatch(/^Not compared: no request reaches the content API\. /)
    for (const text of [upgradeText(report), upgradeMarkdown(report), upgradeHtml(report)]) {
      expect(text).not.toContain('alike')
      expect(text).not.toMatch(/Statuses( on|:)|class="how"></)
    }
  })

  test('the verdict counts how often requests that break occur', () => {
    const report = judgedOf(['/api/restaurants?pagination[page]=2', ...good], undefined, [30, 10, 60])
    expect(report).toMatchObject({ verdict: 'breaks', broken: 1, brokenHits: 30, hits: 100 })
    expect(upgradeText(report)).toContain('1 of these break (30 % of the traffic)')
    expect(report.groups[0]).toMatchObject({ count: 1, hits: 30, percent: 30 })
  })

  test('the verdict uses the roles of API tokens that the dataset does not list', () => {
    const request = { url: '/api/restaurants', headers: { authorization: 'Bearer mine' } }
    const role = graph.access.roles.get(graph.access.publicRole)
    const answered = compareServers(graph, [request], servers, {
      roleOfToken: (token) => (token === 'mine' ? role : undefined),
    })
    expect([...answered.statuses.before]).toEqual([[200, 1]])
  })
})

test('a request is shown with its encoding removed', () => {
  const url = '/api/restaurants?%70agination%5Bpage%5D=%32'
  const [group] = compareServers(graph, [{ url }], serversNamed('5.12', '5.54')).groups
  expect(group?.smallest.request.url).toBe('/api/restaurants?pagination[page]=2')
  expect(group?.urls).toEqual(['/api/restaurants?pagination[page]=2'])
})

test.each([
  ['/content/orders?sort=status', 'data'],
  ['/content/orders?populate[parcels][sort]=status', 'refused'],
])('a sort by an own attribute named `status` breaks since 5.45.0: %s', (url, effect) => {
  const headers = { authorization: 'Bearer clerk-token' }
  const servers = serversNamed('5.44', '5.45')
  const [group] = compareServers(graphOf('corners'), [{ url, headers }], servers).groups
  expect(group).toMatchObject({ oneSwitch: { id: 'sort-status' }, effect })
})

test('a comparison in which most requests fail still counts the other requests that break', () => {
  const urls = ['/api/nothing', '/api/nobody', '/api/restaurants?%70agination[page]=2']
  const report = compared('5.12', '5.54', urls)
  expect(report).toMatchObject({ verdict: 'not compared', broken: 1 })
  expect(report.failing[0]?.urls).toEqual(urls.slice(0, 2))
  expect(upgradeText(report)).toContain('; 1 of the others break.')
})

test.each([
  ['a%5B%5D=%24x%2Cy', 'a[]=$x,y'],
  ['a=%26%3D%25%20%2B%23%3f', 'a=%26%3D%25%20%2B%23%3f'],
  ['a=%C3%A4%0a%1f%7f', 'a=%C3%A4%0a%1f%7f'],
])('the URL %s is shown as %s', (url, plain) => {
  expect(plainUrl(url)).toBe(plain)
})
