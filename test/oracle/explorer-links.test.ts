/** Tests the links of a report: they open the explorer with the request and the role, and never contain a token. */
import { beforeAll, describe, expect, test } from 'vitest'
import { type Cause, check, type Report, requestOf, writeReport } from '../../src/oracle/index.ts'
import { explorerPage, linked, serveLine } from '../../src/oracle/report/explorer.ts'
import { onWire } from '../../src/oracle/target/wire.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { LOOK } from '../../src/util/look.ts'
import { viewIn } from '../../src/util/url/explorer-url.ts'
import { SEED } from '../support/seed.ts'
import { graph, PATIENT, some, suite } from './conforming.ts'

const PAGE = 'http://127.0.0.1:1337/_populace'
const PROFILE = 'documented,-zone-fields'
const linking = { page: PAGE, profile: PROFILE, access: graph.access }

const wrong = createReferenceApi(graph, { profile: 'documented,like=sqlite,+count-ignored' }).answer
let report: Report
/** The first cause of the report, without its link to the explorer. */
let cause: Cause

beforeAll(async () => {
  report = await check(wrong, {
    graph,
    suite: some.filter(({ id }, at) => at % 3 === 0 || id.startsWith('populate.count')),
    seed: SEED,
    runs: 50,
    ...PATIENT,
  })
  const [first] = report.causes
  if (first === undefined) throw new Error('nothing differs')
  const { explorer: _, ...rest } = first
  cause = rest
})

/** Returns the explorer link of a request, and the request that the explorer reads from this link. */
function linkOf(request: Parameters<typeof onWire>[0]) {
  const example = { ...cause.example, request: onWire(request) }
  const { explorer } = linked({ ...cause, example }, linking)
  if (explorer === undefined) return undefined
  const hash = explorer.address.slice(PAGE.length)
  return { ...explorer, hash, asking: viewIn(hash)?.asking }
}

const bearer = (token: string) => ({ url: '/api/articles', headers: { authorization: `Bearer ${token}` } })

describe('a link', () => {
  test('each cause on the report page has a link to the explorer, and the page has no other links', () => {
    const html = writeReport('html', report)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to?.replaceAll('&amp;', '&'))
    expect(links.length).toBe(report.causes.length)
    expect(links).toEqual(report.causes.map(({ explorer }) => explorer?.address))
    expect(html).toContain('npx populace serve --profile documented --developer')
    expect(JSON.parse(writeReport('json', report)).causes[0].explorer.address).toBe(links[0])
  })

  test('a link to the explorer contains the request of each suite case that reads, with the role and without the token', () => {
    const tokens = [...graph.access.tokens.keys()]
    const roles = new Set<string>()
    for (const one of suite) {
      const request = requestOf(one)
      const link = linkOf(request)
      const { method, url, headers } = onWire(request)
      expect(link !== undefined, one.id).toBe(['GET', 'HEAD'].includes(method))
      if (link === undefined) continue
      expect(link.asking?.url, one.id).toBe(url.replaceAll(/%5[bB]/g, '[').replaceAll(/%5[dD]/g, ']'))
      expect(link.asking?.profile).toBe(PROFILE)
      expect(tokens.filter((token) => link.address.includes(token))).toEqual([])
      const caller = link.asking?.caller
      if (caller?.kind === 'role') roles.add(caller.role)
      const isNamed = caller?.kind === 'role' || headers.authorization === undefined
      expect(link.without.includes('authorization'), one.id).toBe(!isNamed)
    }
    expect(roles.size).toBeGreaterThan(1)
  })

  test('a link to the explorer lists the parts that the explorer does not send', () => {
    expect(linkOf(bearer('reader-token'))).toMatchObject({
      asking: { caller: { kind: 'role', role: 'reader' } },
      without: [],
    })
    const unknown = linkOf(bearer('nobody-was-given-this'))
    expect(unknown).toMatchObject({ asking: { caller: { kind: 'public' } }, without: ['authorization'] })
    expect(unknown?.address).not.toContain('nobody-was-given-this')
    expect(linkOf({ method: 'HEAD', url: '/api/articles', headers: { 'x-a': 'b' } })?.without).toEqual([
      'method HEAD',
      'x-a',
    ])
    expect(linkOf({ method: 'POST', url: '/api/articles' })).toBeUndefined()
  })

  test('a link to the explorer is omitted for a dataset that is not served', () => {
    const example = { ...cause.example, files: { contentTypes: {}, entries: {} } }
    expect(linked({ ...cause, example }, linking).explorer).toBeUndefined()
  })

  test('a link to the explorer uses the address of the explorer from the options', async () => {
    const readings = some.filter(({ request }) => request.method === 'GET')
    const options = { graph, suite: readings.slice(0, 1), runs: 0, ids: 'exact' as const, ...PATIENT }
    const other = await check(() => ({ status: 500, headers: {}, body: '{}' }), {
      ...options,
      explorer: 'https://a.example/_populace',
      served: ['my data'],
    })
    expect(other.causes[0]?.explorer?.address).toMatch(
      /^https:\/\/a\.example\/_populace#role=admin&profile=documented&url=\/api\//,
    )
    expect(other.serve).toBe("npx populace serve 'my data' --profile documented --developer")
    const asked: string[] = []
    const never = check(
      (request) => {
        asked.push(request.url)
        return wrong(request)
      },
      { ...options, explorer: 'javascript:alert(1)' },
    )
    await expect(never).rejects.toThrow(RangeError)
    expect(asked).toEqual([])
  })
})

test.each([
  '',
  'a.example',
  '/_populace',
  'javascript:alert(1)',
  'file:///x',
  'http://a:b@c.example',
  'http://c.example/#x',
])('%j is not an explorer', (text) => expect(() => explorerPage(text)).toThrow(RangeError))

test.each([
  ['http://127.0.0.1:1337/_populace', ''],
  ['http://localhost:4000/_populace', ' --port 4000'],
  ['http://localhost/_populace', ' --port 80'],
  ['https://a.example/_populace', ''],
])('what serves %s', (page, more) => {
  const line = serveLine(["it's"], { ...linking, page: explorerPage(page) })
  expect(line).toBe(`npx populace serve 'it'\\''s' --profile ${PROFILE} --developer${more}`)
})

test('the HTML report has the style of the explorer', () => {
  expect(writeReport('html', report)).toContain(LOOK)
})
