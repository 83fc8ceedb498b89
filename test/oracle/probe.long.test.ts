/** Tests the probe of a target: it reports general problems in one sentence, and identifies the profile. */
import { describe, expect, test } from 'vitest'
import {
  type CheckOptions,
  check,
  checkTarget,
  datasetFolder,
  exitStatus,
  httpTarget,
  loadSuite,
  type Report,
  type Server,
  tokensOf,
} from '../../src/oracle/index.ts'
import { type ApiResponse, createReferenceApi } from '../../src/reference/api.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'
import { SEED } from '../support/seed.ts'
import { api, graph, PATIENT, suite } from './conforming.ts'
import { renamedServer } from './renamed.ts'

const few = suite.filter((_one, at) => at % 60 === 0)
const options: CheckOptions = {
  graph,
  seed: SEED,
  suite: few,
  runs: 5,
  look: true,
  profile: 'guess',
  ...PATIENT,
}

const plain = (status: number, body: string, type = 'application/json'): ApiResponse => ({
  status,
  headers: { 'content-type': type },
  body,
})

describe('an unfit target ends the check with one sentence', () => {
  const hanging: Server = () => new Promise(() => undefined)
  test.each<readonly [string, Server, RegExp, number]>([
    [
      'dead',
      () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:9')),
      /^Nothing answers at server: connect ECONNREFUSED 127\.0\.0\.1:9\. Start the server, or wait/,
      5,
    ],
    [
      'hanging',
      hanging,
      /^server accepted connections but answered none of the first 4 requests: no answer within 20 ms\.$/,
      5,
    ],
    [
      'HTML',
      () => plain(200, '<!doctype html><p>hello', 'text/html'),
      /^server answers text\/html instead of JSON \(`<!doctype html><p>hello`\)/,
      5,
    ],
    [
      'without the types',
      () => plain(404, '{"data":null}'),
      /^server answers 404 to requests for all 4 types tried, such as \/api\/\w+\. Check the address/,
      6,
    ],
    [
      'closed',
      () => plain(401, '{"data":null}'),
      /^server refuses all 4 types tried with 401\. .*--token ROLE=VALUE/,
      5,
    ],
    ['broken', () => plain(500, '{"data":null}'), /^server fails with 500 for all 4 types tried/, 5],
    [
      'empty',
      () => plain(200, '{"data":[],"meta":{"pagination":{"page":1,"pageSize":25,"pageCount":0,"total":0}}}'),
      /^server answers empty lists for all 4 types tried, but the dataset has 22 entries of them\. Load the/,
      5,
    ],
    [
      'at another address',
      ({ url, ...rest }) =>
        url.startsWith('/api') ? plain(404, '') : api.answer({ ...rest, url: `/api${url}` }),
      /but answers \/\w+\. The check adds \/api to each path; to omit it, pass `--settings FILE`/,
      6,
    ],
  ])('%s', async (_what, server, says, most) => {
    let asked = 0
    const report = await check(
      (request) => {
        asked++
        return server(request)
      },
      { ...options, timeout: server === hanging ? 20 : PATIENT.timeout },
    )
    expect(report.notices).toHaveLength(1)
    expect(report.notices[0]).toMatch(says)
    expect([report.verdict, exitStatus(report), report.causes, report.cases]).toEqual(['broken', 2, [], []])
    expect(asked).toBeLessThanOrEqual(most)
  })

  test('a check of an address without a server ends with one sentence', async () => {
    const report = await checkTarget(
      httpTarget('http://127.0.0.1:9', { ...PATIENT, concurrency: 4 }),
      options,
    )
    expect(report.notices.join()).toMatch(/^Nothing answers at http:\/\/127\.0\.0\.1:9: .*ECONNREFUSED/)
    expect(report.sent).toBe(4)
  })
})

describe('the notices of a report begin with problems of the target', () => {
  test('missing types', async () => {
    const report = await check(
      (request) =>
        request.url.startsWith('/api/authors') ? plain(404, '{"data":null}') : api.answer(request),
      options,
    )
    expect(report.notices[0]).toMatch(
      /^1 of \d+ types tried answer 404 \(api::author\.author\)\. .* `--data DIR`/,
    )
    expect(report.profile).toBe('documented')
  })

  test('a server with only one type gets one cause for all missing types, and another cause for its own fault', async () => {
    const names = [...graph.schema.contentTypes.values()]
      .filter(({ uid }) => uid.startsWith('api::') && uid !== 'api::category.category')
      .map(({ kind, singularName, pluralName }) => (kind === 'singleType' ? singularName : pluralName))
    const report = await check(
      (request) => {
        const [, name = ''] = /^\/api\/([\w-]+)/.exec(request.url) ?? []
        const answer = api.answer(names.includes(name) ? { ...request, url: '/api/nothing' } : request)
        return { ...answer, body: answer.body.replace('"pageSize":', '"size":') }
      },
      {
        ...options,
        suite: [...few, ...suite.filter(({ request }) => request.url.startsWith('/api/categories'))],
        causes: 0,
      },
    )
    expect(report.causes.map(({ rule }) => rule)).toEqual(['endpoint.path', 'list.page-size'])
  })

  test('a content type with another number of entries than the dataset is reported', async () => {
    const other = editGraph(graph, (dataset) => {
      dataset.entries['author'] = []
    })
    const report = await check(createReferenceApi(other).answer, options)
    expect(report.notices[0]).toMatch(
      /^1 of 4 types tried have another number of entries \(api::author\.author: 0, expected \d+\)/,
    )
  })

  test('a token that the target refuses is reported', async () => {
    const unknown: Server = (request) =>
      api.answer(
        /^bearer /i.test(request.headers?.authorization ?? '')
          ? { ...request, headers: { authorization: 'Bearer x' } }
          : request,
      )
    const report = await check(unknown, options)
    expect(
      report.notices.filter((notice) =>
        /refuses the dataset's token of the role \w+, so the check does not send it\. .*`--token \w+=VALUE`/.test(
          notice,
        ),
      ).length,
    ).toBeGreaterThan(0)
    // The refused token is the only problem, and the check does not send it.
    expect(report.causes.map(({ key }) => key)).toEqual([])
    const tokens = tokensOf(
      [...graph.access.roles.keys()]
        .filter((role) => [...graph.access.tokens.values()].includes(role))
        .map((role) => `${role}=own-${role}`),
      graph.access,
    )
    const back = new Map([...tokens].map(([name, own]) => [`Bearer ${own}`, `Bearer ${name}`]))
    const known: Server = ({ headers = {}, ...rest }) =>
      api.answer({
        ...rest,
        headers: {
          ...headers,
          authorization: back.get(headers.authorization ?? '') ?? headers.authorization,
        },
      })
    expect((await check(known, { ...options, tokens })).notices.join()).not.toMatch(/token/)
  })
})

describe('the profile that a target resembles', () => {
  const lab = loadDataset(datasetFolder('strapi-5.54'))
  const looked = async (
    server: Server,
    more: CheckOptions = {},
  ): Promise<Report & { readonly asked: number }> => {
    let asked = 0
    let atLook = 0
    const report = await check(
      (request) => {
        asked++
        return server(request)
      },
      {
        ...options,
        onLook: () => {
          atLook = asked
        },
        ...more,
      },
    )
    return { ...report, asked: atLook }
  }

  test('the profile that a target resembles is `documented` for the reference, also with other ids and with faults', async () => {
    const flawed = createReferenceApi(graph, { profile: 'documented,like=sqlite,+count-ignored' }).answer
    for (const server of [api.answer, renamedServer(graph), flawed]) {
      const report = await looked(server)
      expect([report.profile, report.notices.join()]).toEqual([
        'documented',
        expect.not.stringMatching(/answers like/),
      ])
      expect(report.asked).toBeLessThanOrEqual(10)
    }
  })

  test.each([
    ['strapi-5.54-sqlite', 'strapi-5.54-sqlite'],
    ['strapi-5.54-postgres', 'strapi-5.54-postgres'],
    ['strapi-5.54-mariadb', 'strapi-5.54-mariadb'],
  ])('%s over its dataset', async (profile, name) => {
    const cases = loadSuite()
      .filter(({ dataset }) => dataset === 'strapi-5.54')
      .slice(0, 30)
    const server = createReferenceApi(lab, { profile }).answer
    const report = await looked(server, { graph: lab, dataset: 'strapi-5.54', suite: cases })
    expect(report.profile).toBe(name)
    expect(report.notices.join('\n')).toMatch(
      /^The server answers like 5\.\d+(–5\.\d+)? on .*, so the check compares with that/m,
    )
    expect(report.verdict).toBe('conformant')
    expect(report.asked).toBeLessThanOrEqual(10)
  })

  test('the profile that a target resembles is a range of releases if the target answers like an older release', async () => {
    const server = createReferenceApi(lab, { profile: 'strapi-5.12-sqlite' }).answer
    const report = await looked(server, { graph: lab, dataset: 'strapi-5.54', suite: false })
    const [, first = 0, last = 0] = (
      /like 5\.(\d+)(?:–5\.(\d+))? on SQLite/.exec(report.notices.join()) ?? []
    ).map(Number)
    expect(first).toBeLessThanOrEqual(12)
    expect(last || first).toBeGreaterThanOrEqual(12)
    expect((last || first) - first).toBeLessThan(40)
  })
})
