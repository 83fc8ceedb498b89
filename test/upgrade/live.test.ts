/** Tests an upgrade report with real servers, and with other databases. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { httpTarget } from '../../src/oracle/target/http.ts'
import { compareServers } from '../../src/oracle/upgrade/compare.ts'
import {
  comparedElsewhere,
  compareLive,
  EXIT_OF,
  serversNamed,
  upgradeHtml,
  upgradeMarkdown,
  upgradeReport,
  upgradeText,
} from '../../src/oracle/upgrade/index.ts'
import type { LiveReport } from '../../src/oracle/upgrade/live.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('strapi-5.54')
const servers = serversNamed('5.12', '5.54')
/** Four requests: two get another answer after the upgrade, and one fails before and after it. */
const requests = [
  '/api/restaurants?fields=name',
  '/api/restaurants?pagination[page]=2&fields=name',
  '/api/articles?populate=author,categories&fields=title',
  '/api/articles?sort=nope',
].map((url) => ({ url }))

const methods: string[] = []
const running: Running[] = []
const serverOf = async (profile: string): Promise<string> => {
  const one = await serve(createReferenceApi(graph, { profile }), {
    port: 0,
    log: ({ method }) => methods.push(method),
  })
  running.push(one)
  return one.url
}
let older = ''
let newer = ''
beforeAll(async () => {
  older = await serverOf(servers.from.name)
  newer = await serverOf(servers.to.name)
})
afterAll(() => Promise.all(running.map(({ stop }) => stop())))

const plain = { receivedOf: <T>(request: T): T => request, roleOfToken: () => undefined }
async function liveWith(from: string | undefined, to: string | undefined): Promise<LiveReport> {
  const [first, second] = [from, to].map((url) =>
    url === undefined ? undefined : httpTarget(url, { timeout: 10_000, concurrency: 4 }),
  )
  const targets = { ...(first && { from: first }), ...(second && { to: second }) }
  try {
    return await compareLive(graph, requests, servers, targets, plain)
  } finally {
    await Promise.all([first?.close(), second?.close()])
  }
}
const reportWith = (live: LiveReport | null, urls = requests) =>
  upgradeReport(compareServers(graph, urls, servers), {
    ...{ from: '5.12', to: '5.54', warnings: [], leftOut: [], live },
  })

describe('real servers', () => {
  test('real servers on both sides confirm the predicted changes, and receive only GET requests', async () => {
    methods.length = 0
    const live = await liveWith(older, newer)
    expect(live).toMatchObject({ asked: 4, unanswered: 0, confirmed: 2, missing: [], surprises: [] })
    expect(methods).toEqual(Array.from({ length: 8 }, () => 'GET'))
    expect(upgradeText(reportWith(live))).toContain(
      '2 predicted changes are confirmed, 0 are not, 0 changes were not predicted.',
    )
  })

  test('real servers of the same release do not show the predicted changes', async () => {
    const { missing, confirmed } = await liveWith(newer, newer)
    expect([confirmed, missing.map(({ request }) => request)]).toEqual([
      0,
      [
        '/api/restaurants?pagination[page]=2&fields=name',
        '/api/articles?populate=author,categories&fields=title',
      ],
    ])
  })

  test('real servers with an unpredicted change give the verdict "breaks"', async () => {
    const live = await liveWith(newer, older)
    const surprises = [
      { request: '/api/x', path: 'status', predicted: 'no change', real: '200 → 500', breaks: true },
    ]
    const report = reportWith({ ...live, surprises }, requests.slice(0, 1))
    expect(report.verdict).toBe('breaks')
    expect(EXIT_OF[report.verdict]).toBe(1)
    expect(upgradeText(report)).toContain(
      '  not predicted: /api/x at status: predicted no change, real 200 → 500\n',
    )
  })

  test('real servers on one side only are compared with the prediction for that side', async () => {
    expect(await liveWith(older, undefined)).toMatchObject({ confirmed: 4, surprises: [] })
    const { confirmed, surprises } = await liveWith(undefined, older)
    expect([confirmed, surprises.length]).toEqual([2, 2])
    expect(surprises[0]).toMatchObject({ request: expect.stringContaining('/api/'), breaks: false })
  })

  test('a single server with other answers than predicted, or without answers, makes the verdict `not compared`', async () => {
    const live = await liveWith(older, undefined)
    expect(reportWith(live).verdict).toBe('breaks')
    const other = reportWith({ ...live, confirmed: 1 })
    expect([other.verdict, other.fix]).toEqual([
      'not compared',
      expect.stringMatching(/^Give the real server a copy/),
    ])
    const silent = reportWith({ ...live, unanswered: 3, confirmed: 1 })
    expect([silent.verdict, silent.fix]).toEqual([
      'not compared',
      expect.stringMatching(/^Start the real server/),
    ])
  })

  test('real servers that do not answer end the run, and the error has their URL', async () => {
    const dead = await serverOf('documented')
    await running.at(-1)?.stop()
    await expect(liveWith(dead, newer)).rejects.toThrow(`${dead}`)
  })
})

test('the report lists answers that differ on other databases', () => {
  const urls = [{ url: '/api/restaurants?sort=opened&fields=opened' }, { url: '/api/tags?fields=name' }]
  const found = comparedElsewhere(graph, urls, servers.to, {})
  expect(found.map(({ database }) => database)).toContain('postgres')
  expect(found.find(({ database }) => database === 'postgres')).toMatchObject({
    ...{ changed: 1, broken: 1, because: ['nulls'], request: '/api/restaurants?sort=opened' },
  })
  expect(comparedElsewhere(graph, urls.slice(1), servers.to, {})).toEqual([])
  const report = { ...reportWith(null), asked: 2, databases: found }
  const line =
    'On postgres, 1 request gets another answer (1 break), because of nulls: /api/restaurants?sort=opened'
  for (const text of [upgradeText(report), upgradeMarkdown(report), upgradeHtml(report)])
    expect(text).toContain(line)
  const many = upgradeText({ ...report, asked: 10_001 })
  expect(many).toContain('On postgres, 1 of the 2 most frequent requests gets another answer')
})

test('only the 10,000 most frequent requests are compared on other databases', () => {
  const [sorted, other] = [{ url: '/api/restaurants?sort=opened&fields=opened' }, { url: '/api/nothing' }]
  const most = Array.from({ length: 10_000 }, () => other)
  const within = comparedElsewhere(graph, [sorted, ...most], servers.to, {})
  expect(within.map(({ asked, changed }) => [asked, changed])).toContainEqual([10_000, 1])
  expect(comparedElsewhere(graph, [...most, sorted], servers.to, {})).toEqual([])
})

test('the comment for a pull request has a verdict and a table, and collapses all other parts', () => {
  const report = reportWith(null)
  const comment = upgradeMarkdown(report)
  const seen = comment.replaceAll(/<details>[\s\S]*?<\/details>/g, '')
  expect(seen.trim().split('\n').length).toBeLessThan(25)
  expect(seen).toContain('of these break')
  expect(comment.match(/<details>/g)).toHaveLength(1 + report.groups.length)
  const many = { ...report, groups: Array.from({ length: 500 }, () => report.groups).flat() }
  const long = upgradeMarkdown(many)
  expect(long.length).toBeLessThan(65_536)
  expect(long).toMatch(/more changes do not fit a comment: --format json has them\n$/)
})
