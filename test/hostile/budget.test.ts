/** Tests that a request which needs many answers shares one budget among these answers. */
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { worldLayers } from '../../src/cli/serve/answering.ts'
import { around } from '../../src/cli/serve/around.ts'
import { buildGraph, createExplainer, otherwiseText } from '../../src/core.ts'
import { isAnswered, leftOutText } from '../../src/explain/explanation.ts'
import { explainFirstWrite } from '../../src/explain/writing/explained.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { serve } from '../../src/server/http/serve.ts'
import { createMock, type MockOptions } from '../../src/server/mock.ts'
import { graphOf } from '../support/datasets.ts'
import { dial, exchange, get } from '../support/raw.ts'

const graph = graphOf('guide')
const COSTLY = `/api/restaurants?sort=${'categories.restaurants.name,'.repeat(100)}id`

/**
 * Runs `work` with an explainer that has the given budget; returns the result, the steps of each answer, and the total
 * of steps.
 */
function counted<T>(budget: number, work: (explainer: ReturnType<typeof createExplainer>) => T) {
  const each: number[] = []
  const spent = (taken: number): void => void each.push(taken)
  const result = work(createExplainer(graph, { budget, spent }))
  return { result, each, steps: each.reduce((sum, one) => sum + one, 0) }
}

describe('the answers of other profiles', () => {
  const ofCostly = (budget: number) => counted(budget, ({ otherwise }) => otherwise({ url: COSTLY }))

  test.each([50_000, 200_000, 1_000_000])(
    'the answers of other profiles together stay within a budget of %d steps',
    (budget) => {
      const { result, each, steps } = ofCostly(budget)
      expect(each.length).toBeGreaterThan(1)
      expect(steps).toBeLessThanOrEqual(budget)
      expect(result.some((other) => !isAnswered(other))).toBe(true)
    },
  )

  test('with a low budget, an explanation lists some other profiles as omitted, and the remaining profiles have answers', () => {
    const all = ofCostly(10_000_000).result
    const some = ofCostly(1_000_000).result
    expect(leftOutText(all)).toBeNull()
    const compared = some.filter(isAnswered)
    expect(compared.length).toBeGreaterThan(0)
    expect(compared).toEqual(all.slice(0, compared.length))
    const left = some.filter((other) => !isAnswered(other))
    expect(left.length).toBeGreaterThan(50)
    expect(left[0]).toMatchObject({ status: null, budget: 1_000_000 })
    for (const one of [otherwiseText(some), String(leftOutText(some))]) {
      expect(one).toContain('because the budget for all profiles of a request is 1000000 steps: ')
      for (const { departure, says } of left) expect(one).toContain(departure ?? says)
    }
    expect(otherwiseText(all)).not.toContain('Omitted')
  })

  test('the answers of other profiles are all omitted if the request alone exceeds the budget', () => {
    const { result, each } = ofCostly(1_000)
    expect(each).toHaveLength(1)
    expect(result.filter(isAnswered)).toEqual([])
    expect(otherwiseText(result)).toMatch(/^Omitted profiles, /)
  })

  test('the answers of other profiles are calculated while other requests are answered', async () => {
    const events: string[] = []
    let ask = (): void => undefined
    // For each profile, the role of the token is looked up once; the first look-up sends a request to the busy server.
    const roleOfToken = (): string => {
      ask()
      ask = () => undefined
      return 'editor'
    }
    const running = await served(roleOfToken)
    const health = await dial(running)
    health.once('data', () => events.push('health'))
    ask = () => void health.write(get('/_health'))
    const url = '/_populace/otherwise?url=/api/restaurants?populate=*'
    const answer = await exchange(running, get(url, 'authorization: Bearer somebody', 'connection: close'))
    events.push('otherwise')
    if (events.length < 2) await once(health, 'data')
    health.destroy()
    await running.stop()
    expect(answer).toContain('"departure":"file-focalPoint"')
    expect(events).toEqual(['health', 'otherwise'])
  })
})

/** Serves the guide's dataset with its explorer over HTTP. */
function served(roleOfToken: () => string) {
  const mock = createMock(graph)
  const base = {
    graph: () => graph,
    began: () => graph,
    trace: mock.trace,
    use: () => undefined,
    reset: () => undefined,
    make: (one: Graph, as: MockOptions = {}) => createMock(one, as),
    newIds: mock.newIds,
    roleOfToken,
  }
  const layers = worldLayers(base, {
    around: around({ journal: 1, admin: true }),
    admin: true,
    origin: () => 'http://origin.example',
    explorer: { file: '', explains: 'role', profile: 'documented' },
  })
  return serve(mock.api, { port: 0, layers: [...layers, ...mock.layers] })
}

describe('an explanation', () => {
  test('an explanation lists no places if the request uses most of the budget', () => {
    const within = (budget: number) =>
      createExplainer(graph, { budget, developer: true }).explain({ url: COSTLY })
    const { cost, places } = within(1_000_000)
    expect(places.length).toBeGreaterThan(0)
    const budget = Math.ceil(1.5 * (cost?.steps ?? 0))
    expect(within(budget)).toMatchObject({ answer: { status: 200 }, places: [], hasMorePlaces: true })
  })

  test('an explanation tries fewer proposals if the answers are long, because writing them also costs steps', () => {
    const text = 'x'.repeat(100_000)
    const names = ['first', 'second', 'third', 'fourth', 'fifth'] as const
    const link = { type: 'relation', relation: 'oneToOne', target: 'api::page.page' }
    const built = buildGraph({
      contentTypes: {
        page: {
          kind: 'collectionType',
          info: { singularName: 'page', pluralName: 'pages' },
          attributes: { text: { type: 'text' }, ...Object.fromEntries(names.map((name) => [name, link])) },
        },
      },
      entries: { page: [{ documentId: 'a', text }] },
      access: { publicRole: 'public', roles: { public: { permissions: ['*'] } } },
    })
    if (!('graph' in built)) throw new Error(JSON.stringify(built.faults))
    const proposed = (budget: number): number => {
      const { places } = createExplainer(built.graph, { budget }).explain({ url: '/api/pages' })
      return places.flatMap(({ absent }) => absent).filter(({ change }) => change?.kind === 'request').length
    }
    expect(proposed(1_000_000)).toBeGreaterThanOrEqual(names.length)
    expect(proposed(60_000)).toBeGreaterThan(0)
    expect(proposed(60_000)).toBeLessThan(names.length)
  })

  test('an explanation of a rejected request tries corrections within one shared budget', () => {
    const tried = (budget: number): readonly [number, string | null | undefined] => {
      let asked = 0
      const roleOfToken = (): string => {
        asked += 1
        return 'editor'
      }
      const url = `${COSTLY}&fields=opene`
      const headers = { authorization: 'Bearer somebody' }
      const { refused } = createExplainer(graph, { budget, roleOfToken }).explain({ url, headers })
      expect(refused?.nearest).toEqual(['opened', 'isOpen'])
      return [asked, refused?.corrected]
    }
    const [once, corrected] = tried(1_000_000)
    expect(corrected).toContain('&fields=opened')
    // The first of the two nearest names uses up the whole budget.
    expect(tried(10_000)).toEqual([once, null])
  })
})

describe('a proposed body in place of a rejected body', () => {
  const values = {
    categories: ['categoryfood000000000001'],
    ...{ name: 'x', description: 'a', stars: 1, averageRating: 1, price: 'fair', isOpen: true },
  }
  // The explainer suggests no names for so many unknown names, so it tries to remove each value from the body.
  const strange = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, 1]))
  const populate = 'populate[categories][populate][restaurants][populate]=categories'

  function mendedWithin(budget: number) {
    let steps = 0
    const spent = (taken: number): void => {
      steps += taken
    }
    const request = {
      method: 'POST',
      url: `/api/restaurants?${populate}`,
      headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ data: { ...values, ...strange } })),
    }
    return { explained: explainFirstWrite(graph, request, { budget, spent }), steps: () => steps }
  }

  test('a proposed body in place of a rejected body is found within one budget for all tried bodies', () => {
    const all = mendedWithin(10_000)
    expect(all.explained?.body).toEqual({ data: values })
    const some = mendedWithin(300)
    expect(some.explained).toMatchObject({ status: 400, rule: 'write.keys.unknown' })
    expect(all.steps()).toBeGreaterThan(900)
    expect(some.steps()).toBeLessThan(600)
    expect(some.explained?.body).not.toEqual(all.explained?.body)
  })
})
