/** Tests the probing requests through a project's code, with a function in place of the worker thread. */
import { afterEach, expect, test, vi } from 'vitest'
import { CodeOutput } from '../../src/cli/code/output.ts'
import { probed, probedRoutes, unknownLines } from '../../src/cli/code/probing.ts'
import type { Started } from '../../src/cli/source.ts'
import { filesOf } from '../../src/reference/load/build.ts'
import { graphOf } from '../support/datasets.ts'

afterEach(() => vi.restoreAllMocks())

const graph = graphOf('strapi-5.54')
const LISTS = ['/api/articles', '/api/tags', '/api/authors', '/api/categories']

/** Makes a started project whose code answers the requests to `LISTS`, after a call of `work` for each request. */
function startedWith(work: (path: string) => void, more: Partial<Started> = {}): Started {
  return {
    source: { kind: 'test', files: filesOf(graph) ?? { contentTypes: {} }, notes: [] },
    graph,
    profile: 'strapi-5.54-sqlite',
    code: {
      report: { routes: [], files: [{ file: 'own.ts', state: 'ran' }], problems: [] },
      concerns: (_method, target) => LISTS.includes(target.split('?')[0] ?? ''),
      hasRoute: () => false,
      answer: async ({ target }) => {
        work(target.split('?')[0] ?? '')
        const response = { status: 200, headers: {}, body: '{"data":[]}' }
        return { response, effect: { changes: [], ran: [], core: undefined } }
      },
      useHost: () => undefined,
      end: () => undefined,
    },
    ...more,
  }
}

/** Probes a project on a machine on which each request takes `time(path)` milliseconds. */
async function onClock(time: (path: string) => number) {
  let now = 0
  const started = startedWith((path) => {
    now += time(path)
  })
  return probedRoutes(started, undefined, () => now)
}

test('the result of the probes does not depend on the speed of the machine', async () => {
  const [fast, slow] = [await onClock(() => 1), await onClock(() => 9_000)]
  expect(fast.routes.length).toBeGreaterThan(2)
  expect(fast.unknown).toEqual([])
  expect(slow).toEqual(fast)
})

test('actions without a route are known, even if no code of the project ran', async () => {
  const started = startedWith(() => undefined)
  const report = { routes: [], files: [], problems: [], unreached: ['api::tag.tag.find'] }
  const code = started.code === undefined ? {} : { code: { ...started.code, report } }
  expect((await probedRoutes({ ...started, ...code }, undefined)).unreached).toEqual(['api::tag.tag.find'])
})

test('a route with a request that reaches its time limit does not stop the probes of other routes', async () => {
  const { routes, unknown } = await onClock((path) => (path === '/api/tags' ? 10_000 : 1))
  expect(unknown).toEqual([
    { path: '/api/tags', why: 'a probing request takes more than 10 s', isLate: true },
  ])
  expect(routes.map(({ path }) => path)).toContain('/api/articles')
})

test('after three routes that reach the time limit, the probes end, and the lines name every route', async () => {
  const { routes, unknown } = await onClock(() => 10_000)
  expect(routes).toEqual([])
  const stopped = unknown.filter(({ why }) => why === 'not probed, because 3 routes take more than 10 s')
  expect(stopped.length).toBe(unknown.length - 3)
  const lines = unknownLines(unknown, false)
  for (const { path } of unknown) expect(lines.join('\n')).toContain(`GET ${path}`)
  expect(lines.at(-1)).toContain('Run the command again')
})

test('without a late route, a line names the first routes of each reason, and with `--verbose` all routes', () => {
  const unknown = ['/a', '/b', '/c', '/d'].map((path) => ({ path, why: 'no entry', isLate: false }))
  const start = "The generated description ignores the effects of the project's own code on"
  expect(unknownLines(unknown, false)).toEqual([
    `${start} GET /a, GET /b, GET /c (and 1 more route): no entry`,
  ])
  expect(unknownLines(unknown, true)).toEqual([`${start} GET /a, GET /b, GET /c, GET /d: no entry`])
})

test('the lines of the code during the probes are counted, and printed with `--verbose`', async () => {
  const errors: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0)
  const printed: string[] = []
  const output = new CodeOutput((line) => printed.push(line))
  await probed(startedWith(output.tell, { output }), undefined)
  expect(printed).toEqual([])
  expect(errors.join('')).toMatch(
    /^The code of the project printed \d+ lines during the probing requests; --verbose prints them\.\n$/,
  )
  output.tell('later')
  expect(printed).toEqual(['later'])
  await probed(startedWith(output.tell, { output, verbose: true }), undefined)
  expect(printed.length).toBeGreaterThan(4)
  expect(errors.length).toBe(1)
})
