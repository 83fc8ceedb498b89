/** Tests that project controllers which use Strapi's own parts answer as on a real server. */
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { CORE, DECOMPOSED } from '../../../src/sources/runner/thread/core/core-call.ts'
import { type Bag, call } from '../../../src/sources/runner/thread/core/reach.ts'
import { bodyOf, contextOf, graph, worldOf } from './world.ts'

interface Recorded {
  readonly path: string
  readonly as: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  readonly body: string
}

const file = new URL('../../../fixtures/project-code/core/answers.jsonl.gz', import.meta.url)
const recorded: readonly Recorded[] = gunzipSync(readFileSync(file))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line): Recorded => JSON.parse(line))

const world = worldOf()
const controllerOf = (name: string): object => {
  const make: unknown = world.load(`src/api/${name}/controllers/${name}.js`)
  return typeof make === 'function' ? make({ strapi: world.strapi }) : Object(make)
}
const controllers: Readonly<Record<string, object>> = {
  restaurants: controllerOf('restaurant'),
  articles: controllerOf('article'),
  homepage: controllerOf('homepage'),
  reports: controllerOf('report'),
}

const roleOf = (as: string): string =>
  as === 'none' ? graph.access.publicRole : (graph.access.tokens.get(as) ?? '')

/** Returns the controller, action and parameters that a path leads to. */
function actionOf(path: string): readonly [object, string, object] | undefined {
  const [, , first = '', second, third] = (path.split('?')[0] ?? '').split('/')
  const name = first === 'site' ? 'homepage' : first
  const controller = controllers[name]
  if (controller === undefined || (first === 'homepage' && second === undefined)) return undefined
  if (first === 'site') return [controller, 'find', {}]
  if (first === 'reports') return [controller, second ?? '', { name: third }]
  if (second === undefined) return [controller, 'find', {}]
  const isOwn = ['top', 'query', 'checked', 'raw'].includes(second)
  return isOwn ? [controller, second, { id: third }] : [controller, 'findOne', { id: second }]
}

interface Answer {
  readonly body: unknown
  readonly error?: unknown
}

async function answerOf({ path, as, headers }: Recorded): Promise<Answer> {
  const found = actionOf(path)
  if (found === undefined) return { body: undefined, error: 'no action' }
  const [controller, name, params] = found
  const context = contextOf(decodeURI(path), roleOf(as), { params, headers: headers ?? {} })
  world.strapi['requestContext'] = { get: () => context }
  try {
    const returned = await call(controller, name, context)
    return { body: bodyOf(context, returned) }
  } catch (error) {
    return { body: undefined, error }
  }
}

/**
 * Parts of the paths of recordings that other code answers: entity service, models of the server, and number checks.
 */
const OTHER = ['/raw/', '/restaurants/undefined', '/reports/model', '=a']
const isCovered = ({ path }: Recorded): boolean =>
  !OTHER.some((part) => path.includes(part) && !path.includes('_q='))

/**
 * Returns whether a body has the same members as the recorded body. The order of members is not compared, because it
 * depends on the document service.
 */
const isSame = (body: unknown, text: string): boolean => isDeepStrictEqual(plain(body), JSON.parse(text))
const plain = (body: unknown): unknown => JSON.parse(JSON.stringify(body) ?? 'null')

describe("controllers of a project that use Strapi's own parts", () => {
  const covered = recorded.filter((line) => line.status === 200 && isCovered(line))

  test("controllers that use Strapi's own parts have recordings", () => {
    expect(recorded.length).toBeGreaterThan(300)
    expect(covered.length).toBeGreaterThan(190)
  })

  test("controllers that use Strapi's own parts give the same answers as on the real server", async () => {
    const wrong: string[] = []
    for (const line of covered) {
      const { body, error } = await answerOf(line)
      if (!isSame(body, line.body))
        wrong.push(
          `${line.as} ${line.path}\n  ${String(error ?? JSON.stringify(body)).slice(0, 600)}\n  ${line.body.slice(0, 600)}`,
        )
    }
    expect(wrong).toEqual([])
  })

  test("errors of Strapi's own parts in controllers have the recorded name and message of the real server", async () => {
    const wrong: string[] = []
    for (const line of recorded.filter(
      (one) => one.status === 400 && !one.path.includes('/error/') && isCovered(one),
    )) {
      const { error } = await answerOf(line)
      const expected = JSON.parse(line.body).error
      const found = {
        name: Reflect.get(Object(error), 'name'),
        message: Reflect.get(Object(error), 'message'),
      }
      const isRefusal = Reflect.get(Object(error), 'refusal') !== undefined
      if (!isRefusal && (found.name !== expected.name || found.message !== expected.message))
        wrong.push(`${line.path} ${JSON.stringify(found)} ${line.body}`)
    }
    expect(wrong).toEqual([])
  })
})

describe("one of Strapi's own actions", () => {
  const uid = 'api::restaurant.restaurant'
  const make = () => {
    const { strapi, core } = worldOf()
    const asked: unknown[] = []
    const context: Bag = contextOf('/x?fields=name', 'public', { params: { id: 'd' } })
    Reflect.set(context, CORE, async (action: unknown) => {
      asked.push(action)
      return { data: 'from the server', meta: {} }
    })
    return { strapi, core, asked, context, controller: core.coreController(strapi, uid) }
  }

  test("one of Strapi's own actions makes one call to the server if the project does not change it", async () => {
    const { asked, context, controller } = make()
    expect(await call(controller, 'findOne', context)).toEqual({ data: 'from the server', meta: {} })
    expect(asked).toEqual([{ uid, name: 'findOne', id: 'd' }])
  })

  test("one of Strapi's own actions sets the status 201 for create and 204 for delete, as in Strapi", async () => {
    const { context, controller } = make()
    expect(await call(controller, 'create', context)).toEqual({ data: 'from the server', meta: {} })
    expect(context['status']).toBe(201)
    expect(await call(controller, 'delete', context)).toBeUndefined()
    expect(context['status']).toBe(204)
  })

  test.each(['documents', 'service', 'helper'])(
    "one of Strapi's own actions does not leave the whole action to the server if code changes a %s",
    async (what) => {
      const { strapi, core, asked, context } = make()
      if (what === 'documents') Reflect.set(strapi, DECOMPOSED, (type: string) => type === uid)
      if (what === 'service')
        strapi['service'] = () => ({ find: async () => ({ results: [], pagination: {} }) })
      const config = what === 'helper' ? { sanitizeOutput: async (data: unknown) => data } : {}
      const controller = Reflect.apply(core.factories(strapi).createCoreController, undefined, [uid, config])
      const made: unknown = typeof controller === 'function' ? controller({ strapi }) : undefined
      const answer = Object(await call(made, 'find', context))
      expect(Array.isArray(answer.data)).toBe(true)
      expect(asked).toEqual([])
    },
  )

  test("one of Strapi's own routers has only the routes that its options select", () => {
    const { strapi, core } = make()
    const { createCoreRouter } = core.factories(strapi)
    const routesOf = (options: object): unknown =>
      Object(createCoreRouter(uid, options)).routes.map(({ method, path }: Bag) => `${method} ${path}`)
    expect(routesOf({ only: ['findOne', 'find'] })).toEqual(['GET /restaurants/:id', 'GET /restaurants'])
    expect(routesOf({ except: ['find', 'create'] })).toEqual([
      'GET /restaurants/:id',
      'PUT /restaurants/:id',
      'DELETE /restaurants/:id',
    ])
    const config = { find: { auth: false } }
    expect(Object(createCoreRouter(uid, { config })).routes[0]).toEqual({
      method: 'GET',
      path: '/restaurants',
      handler: `${uid}.find`,
      config: { auth: false },
    })
  })
})
