/**
 * Tests explanations of answers that a project's code changes: they are true of the answer, and their proposals take
 * effect.
 */
import { describe, expect, test } from 'vitest'
import type { CodeRun } from '../../src/explain/code/run.ts'
import {
  createExplainer,
  explainVerified,
  explanationText,
  whyText,
  whyVerified,
} from '../../src/explain/index.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { type CodeChange, requestAfter } from '../../src/reference/code-effect.ts'
import type { GivenMap } from '../../src/reference/parse/given.ts'
import { parseQueryString } from '../../src/reference/parse/url.ts'
import type { ApiRequest } from '../../src/reference/request.ts'
import { isObject, type Json, parseJson } from '../../src/util/json.ts'
import { splitTarget } from '../../src/util/url/target.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('strapi-5.54')
const api = createReferenceApi(graph)
const explainer = createExplainer(graph, { developer: true })
const MIDDLEWARE = { file: 'src/api/article/middlewares/article-populate.ts', line: 53 }
const AT = `${MIDDLEWARE.file}:${MIDDLEWARE.line}`

/** The code of a project that changes the query before an answer, and the body after it. */
interface Code {
  readonly query?: (query: GivenMap) => GivenMap
  readonly body?: (body: Json) => Json
  readonly changes: readonly Omit<CodeChange, 'file' | 'line'>[]
  readonly alone?: { readonly status: number; readonly body: string }
}

const runOf =
  ({ query, body, changes, alone }: Code) =>
  async (request: ApiRequest): Promise<CodeRun> => {
    const placed = changes.map((change) => ({ ...change, ...MIDDLEWARE }))
    if (alone !== undefined) return { changes: placed, core: undefined, ran: [MIDDLEWARE], response: alone }
    const given: GivenMap = parseQueryString(splitTarget(request.url).search, () => undefined)
    const core = { url: request.url, ...(query === undefined ? {} : { query: query(given) }) }
    const effect = { changes: placed, core, ran: [MIDDLEWARE] }
    const { status, body: text } = api.answer(requestAfter(request, effect) ?? request)
    const json = parseJson(text) ?? null
    const changed = body === undefined || status !== 200 ? text : JSON.stringify(body(json))
    return { ...effect, response: { status, body: changed } }
  }

const OVERRIDES: Code = {
  query: (query) => ({ ...query, populate: { cover: true } }),
  changes: [{ part: 'query', kind: 'added', path: ['populate'] }],
}
const DEFAULTS: Code = {
  query: (query) => ({ populate: { cover: true }, ...query }),
  changes: [{ part: 'query', kind: 'added', path: ['populate'] }],
}
const entriesWith = (change: (entry: Json) => Json) => (body: Json) =>
  isObject(body) && Array.isArray(body['data']) ? { ...body, data: body['data'].map(change) } : body

describe('under a middleware that sets populate', () => {
  test('an attribute that the middleware populates counts as present', async () => {
    const run = await runOf(OVERRIDES)({ url: '/api/articles' })
    expect(explainer.why({ url: '/api/articles' }, 'data.0.cover')).toMatchObject({ isThere: false })
    const why = explainer.why({ url: '/api/articles' }, 'data.0.cover', run)
    expect(why).toMatchObject({ isThere: true, setBy: MIDDLEWARE })
    expect(whyText(why)).toContain(`populate was set by ${AT}`)
  })

  test('the explanation describes the request that the middleware has changed', async () => {
    const request = { url: '/api/articles?fields=title' }
    const found = explainer.explain(request, await runOf(OVERRIDES)(request))
    expect(found.request.url).toBe(request.url)
    expect(found.parameters).toMatchObject([
      { name: 'fields', written: 'fields=title' },
      { name: 'populate', written: 'populate[cover]=true', setBy: MIDDLEWARE },
    ])
    expect(found.parameters[0]).not.toHaveProperty('setBy')
    expect(found.places.map(({ at }) => at)).toContain('data.cover')
    expect(found.code).toMatchObject({
      received: '/api/articles?fields=title&populate[cover]=true',
      parameters: [{ name: 'populate', setBy: MIDDLEWARE }],
    })
    expect(explanationText(found)).toContain(`populate[cover]=true  (set by ${AT})`)
  })

  test('if the code overrides a proposal, the explanation names the line of the code', async () => {
    const why = await whyVerified(explainer, { url: '/api/articles' }, 'data.0.author', runOf(OVERRIDES))
    expect(why).toMatchObject({
      isThere: false,
      reason: 'not-populated',
      change: null,
      decidedBy: MIDDLEWARE,
    })
    expect(why.sentence).toContain(`The project's code sets this: ${AT}.`)
  })

  test('a proposal that the code respects stays in the explanation, and the answer to its request has the path', async () => {
    const request = { url: '/api/articles' }
    const why = await whyVerified(explainer, request, 'data.0.author', runOf(DEFAULTS))
    expect(why).toMatchObject({
      setBy: MIDDLEWARE,
      change: { kind: 'request', url: '/api/articles?populate[cover]=true&populate[author]=true' },
    })
    const { url } = why.change?.kind === 'request' ? why.change : { url: '' }
    const run = await runOf(DEFAULTS)({ url })
    expect(explainer.why({ url }, 'data.0.author', run)).toMatchObject({ isThere: true })
  })

  test('if the code removes a proposed attribute, the explanation names the line of the code', async () => {
    const REMOVES: Code = {
      body: entriesWith((entry) => {
        if (!isObject(entry)) return entry
        const { author: _, ...rest } = entry
        return rest
      }),
      changes: [{ part: 'answer', kind: 'removed', path: ['data', '0', 'author'] }],
    }
    const runs = runOf(REMOVES)
    const why = await whyVerified(explainer, { url: '/api/articles' }, 'data.0.author', runs)
    expect(why).toMatchObject({ reason: 'not-populated', change: null, decidedBy: MIDDLEWARE })
    const found = await explainVerified(explainer, { url: '/api/articles' }, runs)
    const absent = found.places.flatMap((place) => place.absent)
    expect(absent.find(({ attribute }) => attribute === 'author')).toMatchObject({
      change: null,
      decidedBy: MIDDLEWARE,
    })
    expect(absent.find(({ attribute }) => attribute === 'cover')?.change).toMatchObject({ kind: 'request' })
  })

  test('an explanation that was not verified proposes no request', async () => {
    const request = { url: '/api/articles' }
    const why = explainer.why(request, 'data.0.author', await runOf(DEFAULTS)(request))
    expect(why.change).toBeNull()
    expect(why.toTry).toHaveLength(1)
  })

  test('the explanation of a whole answer keeps only proposals that take effect', async () => {
    const request = { url: '/api/articles' }
    const author = async (code: Code) =>
      (await explainVerified(explainer, request, runOf(code))).places[0]?.absent.find(
        ({ attribute }) => attribute === 'author',
      )
    expect(await author(OVERRIDES)).toMatchObject({ change: null, decidedBy: MIDDLEWARE })
    expect(await author(DEFAULTS)).toMatchObject({ change: { kind: 'request' }, setBy: MIDDLEWARE })
  })

  test('if a filter that the code adds hides an entry, the explanation names the code, and proposes no request', async () => {
    const published = /"documentId":"(\w+)"/.exec(api.answer({ url: '/api/articles' }).body)?.[1]
    const code: Code = {
      query: (query) => ({ ...query, filters: { documentId: 'none' } }),
      changes: [{ part: 'query', kind: 'added', path: ['filters'] }],
    }
    const why = await whyVerified(explainer, { url: '/api/articles' }, `data.${published}`, runOf(code))
    expect(why).toMatchObject({
      isThere: false,
      reason: 'filter',
      setBy: MIDDLEWARE,
      decidedBy: MIDDLEWARE,
      change: null,
    })
  })
})

describe('changes of the answer by code', () => {
  const added: Code = {
    body: entriesWith((entry) => (isObject(entry) ? { ...entry, author: 'Ann', extra: 1 } : entry)),
    changes: [
      { part: 'answer', kind: 'added', path: ['data', '0', 'author'] },
      { part: 'answer', kind: 'added', path: ['data', '0', 'extra'] },
    ],
  }
  const removed: Code = {
    body: entriesWith((entry) => (isObject(entry) ? { documentId: entry['documentId'] ?? null } : entry)),
    changes: [{ part: 'answer', kind: 'removed', path: ['data', '0', 'title'] }],
  }

  test.each(['author', 'extra'])('%s is explained as added', async (name) => {
    const request = { url: '/api/articles' }
    const run = await runOf(added)(request)
    const why = explainer.why(request, `data.0.${name}`, run)
    expect(why).toMatchObject({ isThere: true, reason: null, setBy: MIDDLEWARE })
    expect(why.sentence).toBe(`${AT} added ${name}: the content API's answer lacks it.`)
    const { response: _, ...traced } = run
    expect(explainer.why(request, `data.0.${name}`, traced)).toEqual(why)
  })

  test('title is explained as removed', async () => {
    const request = { url: '/api/articles' }
    const run = await runOf(removed)(request)
    const why = explainer.why(request, 'data.0.title', run)
    expect(why).toMatchObject({ isThere: false, reason: 'code', change: null, setBy: MIDDLEWARE })
    expect(why.sentence).toBe(`${AT} removed title: the content API's answer contains it.`)
    expect(explainer.why(request, 'data.0.body', run)).toMatchObject({ isThere: false, reason: 'code' })
    expect(explainer.why(request, 'data.0.author', run)).toMatchObject({ reason: 'not-populated' })
  })

  test('the explanation lists the attributes of the answer after the code has changed it', async () => {
    const request = { url: '/api/articles' }
    const [more] = explainer.explain(request, await runOf(added)(request)).places
    expect(more?.shown).toContain('author')
    expect(more?.absent.map(({ attribute }) => attribute)).not.toContain('author')
    const [less] = explainer.explain(request, await runOf(removed)(request)).places
    expect(less?.shown).toEqual(['documentId'])
    expect(less?.absent.find(({ attribute }) => attribute === 'title')).toMatchObject({ reason: 'code' })
  })

  test('an empty relation keeps its reason after the code changes another attribute', async () => {
    const code: Code = {
      body: entriesWith((entry) => (isObject(entry) ? { ...entry, extra: 1 } : entry)),
      changes: [{ part: 'answer', kind: 'added', path: ['data', '0', 'extra'] }],
    }
    const request = { url: '/api/articles?populate=localizations' }
    const plain = explainer.explain(request).places[0]?.absent
    const under = explainer.explain(request, await runOf(code)(request)).places[0]?.absent
    const emptyIn = (all: typeof plain) => all?.find(({ reason }) => reason === 'nothing-linked')
    expect(emptyIn(plain)).toBeDefined()
    expect(emptyIn(under)).toEqual(emptyIn(plain))
  })

  test('after the code reverses a list, a path counts as present exactly if the changed answer has it', async () => {
    const code: Code = {
      body: (body) =>
        isObject(body) && Array.isArray(body['data']) ? { ...body, data: [...body['data']].reverse() } : body,
      changes: [{ part: 'answer', kind: 'changed', path: ['data'] }],
    }
    const request = { url: '/api/articles?populate=author' }
    const run = await runOf(code)(request)
    const why = explainer.why(request, 'data.0.author.name', run)
    expect(why.isThere).toBe(typeof run.response?.body === 'string' && hasName(parseJson(run.response.body)))
  })
})

function hasName(body: Json | undefined): boolean {
  const data = isObject(body) ? body['data'] : undefined
  const entry: Json | undefined = Array.isArray(data) ? data[0] : undefined
  const author = isObject(entry) ? entry['author'] : undefined
  return isObject(author) && 'name' in author
}

describe('code that answers without the content API', () => {
  const alone: Code = { changes: [], alone: { status: 200, body: '{"hits":3}' } }

  test('code that answers without the content API is named in the explanation', async () => {
    const request = { url: '/api/own/route' }
    const run = await runOf(alone)(request)
    expect(explainer.why(request, 'hits', run)).toMatchObject({
      isThere: true,
      sentence: expect.stringMatching(
        / is in the answer: .* answers this request without the content API\.$/,
      ),
    })
    const found = explainer.explain(request, run)
    expect(found).toMatchObject({
      answer: { status: 200, characters: 10 },
      refused: null,
      places: [],
      code: { received: null, answeredBy: MIDDLEWARE },
    })
    expect(explanationText(found)).toContain(`${AT} answers this request without the content API`)
  })

  test('code that answers without the content API is not named if no route of the project has the path', async () => {
    const request = { url: '/api/articles' }
    const body =
      '{"data":null,"error":{"status":404,"name":"NotFoundError","message":"Not Found","details":{}}}'
    const answered = await runOf({ ...alone, alone: { status: 404, body } })(request)
    const run = { ...answered, changes: [], unrouted: 'api::article.article' }
    const advice =
      "No route of the project has this path. Define it in src/api/article/routes, for example with factories.createCoreRouter('api::article.article')."
    expect(explainer.explain(request, run)).toMatchObject({ refused: { advice }, code: { answeredBy: null } })
    expect(explainer.why(request, 'data', run).sentence).toContain(advice)
  })

  test('a route that an earlier route shadows is named with the earlier route', async () => {
    const request = { url: '/api/articles/featured' }
    const route = { method: 'GET', path: '/api/articles/featured', file: 'routes/own.ts', line: 3 }
    const by = { method: 'GET', path: '/api/articles/:id', file: 'routes/article.ts', line: 2 }
    const run = { ...(await runOf(alone)(request)), shadowed: { ...route, by } }
    const sentence =
      'GET /api/articles/:id (routes/article.ts:2) answers in place of GET /api/articles/featured (routes/own.ts:3), because it is the earlier route.'
    expect(explanationText(explainer.explain(request, run))).toContain(sentence)
    expect(explainer.why(request, 'data.title', run).sentence).toContain(sentence)
    expect(explainer.why(request, 'hits', run).sentence).not.toContain(sentence)
  })

  test('an error of the code is explained with its message', async () => {
    const request = { url: '/api/articles' }
    const body = '{"data":null,"error":{"status":403,"message":"Closed on Sundays"}}'
    const run = await runOf({ ...alone, alone: { status: 403, body } })(request)
    expect(explainer.explain(request, run).refused).toMatchObject({
      status: 403,
      message: 'Closed on Sundays',
      setBy: MIDDLEWARE,
    })
  })
})

test('a 403 answer for a missing permission does not count as an answer of the code that ran before', async () => {
  const request = { url: '/api/secrets' }
  const alone = api.answer(request)
  expect(alone.status).toBe(403)
  const run = await runOf({ changes: [], alone })(request)
  const found = explainer.explain(request, run)
  expect(found).toMatchObject({
    refused: { status: 403 },
    code: { received: '/api/secrets', answeredBy: null },
  })
  expect(explanationText(found)).not.toContain('without the content API')
})

test('if the content API rejects a request, the proposal corrects the request of the caller', async () => {
  const request = { url: '/api/articles?fields=titel' }
  const found = await explainVerified(explainer, request, runOf(DEFAULTS))
  expect(found.refused).toMatchObject({ status: 400, key: 'titel', corrected: '/api/articles?fields=title' })
})

test('without code, the verified explanation equals the unverified explanation', async () => {
  const request = { url: '/api/articles' }
  expect(await explainVerified(explainer, request, async () => undefined)).toEqual(explainer.explain(request))
  expect(await whyVerified(explainer, request, 'data.0.author', async () => undefined)).toEqual(
    explainer.why(request, 'data.0.author'),
  )
})

test('for a release that rejects names separated by commas, the proposal is a list', () => {
  const older = createExplainer(graph, { profile: 'strapi-5.47.1-sqlite', developer: true })
  const { change } = older.why({ url: '/api/articles?populate=cover' }, 'data.0.author')
  expect(change).toMatchObject({ parameter: 'populate[0]=cover&populate[1]=author' })
  const { url } = change?.kind === 'request' ? change : { url: '' }
  expect(older.why({ url }, 'data.0.author')).toMatchObject({ isThere: true })
})

describe('if Strapi itself refuses a call of the code', () => {
  const refusedRun = (place?: typeof MIDDLEWARE): CodeRun => ({
    ...{ changes: [], core: undefined, ran: [{ file: 'src/api/x/controllers/x.ts', line: 2 }, MIDDLEWARE] },
    refusal: { call: 'strapi.contentAPI.validate.query', ...(place === undefined ? {} : { place }) },
    response: { status: 400, body: '{"data":null,"error":{"status":400,"message":"Invalid key nope"}}' },
  })
  const place = { file: 'src/api/x/controllers/x.ts', line: 9 }

  test('if Strapi refuses a call of the code, the explanation names the call and its line, not the code that ran last', () => {
    const { refused, code } = explainer.explain({ url: '/api/own' }, refusedRun(place))
    expect(refused?.setBy).toEqual(place)
    expect(code?.answeredBy).toEqual(place)
    expect(refused?.advice).toBe(
      'src/api/x/controllers/x.ts:9 calls strapi.contentAPI.validate.query, and Strapi itself refuses this call with 400.',
    )
  })

  test('if the line of a refused call is unknown, the explanation names only the call', () => {
    const { refused, code } = explainer.explain({ url: '/api/own' }, refusedRun())
    expect(refused).not.toHaveProperty('setBy')
    expect(code?.answeredBy).toBeNull()
    expect(refused?.advice).toBe(
      "Strapi's own strapi.contentAPI.validate.query refuses the request with 400.",
    )
  })

  test('if the code set the refused parameter, the explanation names the line that set it', () => {
    const error = { status: 400, message: 'Invalid key nope', details: { key: 'nope', param: 'filters' } }
    const { refused } = explainer.explain(
      { url: '/api/own' },
      {
        ...refusedRun(),
        changes: [{ part: 'query', kind: 'added', path: ['filters'], ...place }],
        response: { status: 400, body: JSON.stringify({ data: null, error }) },
      },
    )
    expect(refused).toMatchObject({ parameter: 'filters', setBy: place })
    expect(refused?.advice).toContain('filters was set by src/api/x/controllers/x.ts:9.')
  })
})
