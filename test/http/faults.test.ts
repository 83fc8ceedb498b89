/** Tests fault injection: the choice of the fault for each request. */
import { describe, expect, test } from 'vitest'
import type { ApiRequest } from '../../src/reference/api.ts'
import { replaceableFaults } from '../../src/server/faults/changing.ts'
import { faultInjector, type InjectedFault } from '../../src/server/faults/faults.ts'
import { delayOf, readRules } from '../../src/server/faults/rule.ts'
import type { Json } from '../../src/util/json.ts'

const meeting = (rules: Json, seed = 1) => {
  const { meet } = faultInjector({ rules: readRules(rules, 'rules.json'), seed })
  return (url: string, more: Partial<ApiRequest> = {}): InjectedFault | undefined => meet({ url, ...more })
}

const DOWN = { delay: 0, answer: { status: 503 } }

describe('a rule', () => {
  test.each<readonly [Json, string, boolean]>([
    [{ path: '/api/articles' }, '/api/articles?populate=*', true],
    [{ path: '/api/articles' }, '/api/articles/1', false],
    [{ path: '/api/articles/*' }, '/api/articles/1', true],
    [{ path: '/api/articles/*' }, '/api/articles', false],
    [{ path: '/api/:type/:id' }, '/api/articles/1', true],
    [{ path: '/api/**' }, '/api/articles/1/2', true],
    [{ path: '/api/**' }, '/apix/articles', false],
    [{ path: '/**' }, '/', true],
    [{}, '/anything', true],
    [{ query: { populate: 'author' } }, '/api/articles?fields=id&populate=author', true],
    [{ query: { populate: 'author' } }, '/api/articles?populate[author]=true', false],
    [{ query: { 'filters[a][$eq]': '1' } }, '/x?filters%5Ba%5D%5B%24eq%5D=1', true],
    [{ method: 'post' }, '/api/articles', false],
    [{ headers: { 'X-Test': 'a' } }, '/api/articles', false],
  ])('%j is compared with the request %s', (rule, url, isMet) => {
    expect(meeting({ ...(rule as object), status: 503 })(url)).toEqual(isMet ? DOWN : undefined)
  })

  test('a rule for faults may match a method and headers', () => {
    const meet = meeting({ method: 'post', headers: { 'X-Test': 'a' }, status: 503 })
    expect(meet('/a', { method: 'POST', headers: { 'x-test': 'a' } })).toEqual(DOWN)
    expect(meet('/a', { method: 'POST', headers: { 'x-test': 'b' } })).toBeUndefined()
  })

  test('a rule for faults applies as often as `every`, `once` and `times` say', () => {
    const run = (rule: Json) => {
      const meet = meeting(rule)
      return Array.from({ length: 7 }, () => (meet('/a') === undefined ? 0 : 1)).join('')
    }
    expect(run({ status: 503 })).toBe('1111111')
    expect(run({ status: 503, every: 3 })).toBe('0010010')
    expect(run({ status: 503, once: true })).toBe('1000000')
    expect(run({ status: 503, times: 2 })).toBe('1100000')
    expect(run({ status: 503, every: 2, times: 2 })).toBe('0101000')
    expect(
      run([
        { status: 500, once: true },
        { status: 503, every: 2 },
      ]),
    ).toBe('1010101')
  })

  test('of the fault rules that match a request and are due, the first rule applies', () => {
    const meet = meeting([
      { path: '/a', status: 500, once: true },
      { path: '/**', status: 404, body: { gone: true } },
    ])
    expect([meet('/a'), meet('/a')]).toEqual([
      { delay: 0, answer: { status: 500 } },
      { delay: 0, answer: { status: 404, body: { gone: true } } },
    ])
  })

  test('a rule for faults with `chance` applies to random requests, which the seed determines', () => {
    const run = (seed: number) => {
      const meet = meeting({ error: 'reset', chance: 0.3 }, seed)
      return Array.from({ length: 1_000 }, () => (meet('/a') === undefined ? 0 : 1))
    }
    const met = run(1).reduce<number>((sum, one) => sum + one, 0)
    expect(met).toBeGreaterThan(200)
    expect(met).toBeLessThan(400)
    expect(run(1)).toEqual(run(1))
    expect(run(1)).not.toEqual(run(2))
  })

  test('a rule for faults may delay the answer, cut it off and send it slowly', () => {
    const meet = meeting({ delay: '20-30', error: 'cut', drip: { bytes: 7 } })
    const trouble = meet('/a')
    expect(trouble).toMatchObject({ error: 'cut', drip: { bytes: 7, delay: 50 } })
    expect(trouble?.delay).toBeGreaterThanOrEqual(20)
    expect(trouble?.delay).toBeLessThanOrEqual(30)
  })
})

describe('a request', () => {
  test('a request may ask for a fault with headers, which override the rules', () => {
    const meet = meeting({ status: 503, delay: 900 })
    const headers = { 'populace-delay': '5', 'populace-status': '404', 'populace-error': 'reset' }
    expect(meet('/a', { headers })).toEqual({ delay: 5, answer: { status: 404 }, error: 'reset' })
  })

  test.each<readonly [string, string, string]>([
    ...['x', '-1', '99999999', '5-1', '1-2-3'].map(
      (value) => ['populace-delay', value, 'milliseconds such as 500, or 200-800; at most 600000'] as const,
    ),
    ...['0', '199', '600', 'NaN', '404.5'].map(
      (value) => ['populace-status', value, 'a status from 200 to 599'] as const,
    ),
    ...['bogus', 'ForbiddenError', ''].map((value) => ['populace-error', value, 'reset or cut'] as const),
  ])('a request with the invalid fault header %s: %s is refused with 400', (name, value, expected) => {
    expect(meeting([])('/a', { headers: { [name]: value } })?.answer).toEqual({
      status: 400,
      body: {
        data: null,
        error: {
          status: 400,
          name: 'BadRequestError',
          message: `${name}: expected ${expected}, found ${JSON.stringify(value)}`,
          details: {},
        },
      },
    })
  })
})

describe('rules of one world', () => {
  const rulesOf = (written: Json) => [readRules(written, ''), written] as const
  const made = () => replaceableFaults({ rules: [], written: [] }, { seed: 1 })

  test('fault rules of one world apply before the rules for all worlds, and are counted separately', () => {
    const faults = made()
    faults.use(...rulesOf([{ path: '/a', status: 503, once: true }]))
    faults.use(...rulesOf([{ path: '/a', status: 500, once: true }]), 'one')
    const statuses = (world: string) => faults.meet({ url: '/a' }, world)?.answer?.status
    expect([statuses('one'), statuses('one'), statuses('one')]).toEqual([500, 503, undefined])
    faults.use([], [], 'one')
    expect([faults.written('one'), faults.written()]).toEqual([[], [{ path: '/a', status: 503, once: true }]])
  })

  test('fault rules of worlds are refused if they take too much memory, and removed rules free memory', () => {
    const faults = made()
    const large = rulesOf([{ path: `/${'a'.repeat(9_000_000)}`, status: 500 }])
    expect([faults.use(...large, 'one'), faults.use(...large, 'one'), faults.use(...large, 'two')]).toEqual([
      true,
      true,
      false,
    ])
    expect(faults.written('two')).toEqual([])
    faults.use([], [], 'one')
    expect(faults.use(...large, 'two')).toBe(true)
  })
})

test('an option of the fault injector delays every request by a random time', () => {
  const { meet } = faultInjector({ rules: [], delay: { least: 200, most: 800 }, seed: 1 })
  const delays = Array.from({ length: 200 }, () => meet({ url: '/a' })?.delay ?? 0)
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(200)
  expect(Math.max(...delays)).toBeLessThanOrEqual(800)
  expect(new Set(delays).size).toBeGreaterThan(100)
})

test('the text of a delay is a number of milliseconds or a range', () => {
  expect(delayOf('500')).toEqual({ least: 500, most: 500 })
  expect(delayOf('200-800')).toEqual({ least: 200, most: 800 })
  for (const text of ['', 'a', '1.5', '-5', '800-200', '700000', '1-', ' 5'])
    expect(delayOf(text)).toBeUndefined()
})

test.each<readonly [Json, string]>([
  [5, 'rules.json#: expected a rule as {"path": "/api/articles", "delay": 500}, found 5'],
  [[{}, { paht: '/a' }], 'rules.json#/1/paht: expected one of path, method'],
  [{ path: 'api' }, 'rules.json#/path: expected a path such as /api/articles/*, found "api"'],
  [{ path: '/a?b' }, 'rules.json#/path: expected a path such as'],
  [{ path: '/**/a' }, 'rules.json#/path: expected ** only at the end, found "/**/a"'],
  [{ path: 3 }, 'rules.json#/path: expected text, found 3'],
  [{ query: { a: 1 } }, 'rules.json#/query/a: expected text, found 1'],
  [{ headers: [] }, 'rules.json#/headers: expected an object whose values are texts, found []'],
  [{ every: 0 }, 'rules.json#/every: expected a number from 1 to 1000000, found 0'],
  [{ chance: 2 }, 'rules.json#/chance: expected a number from 0 to 1, found 2'],
  [{ times: 1.5 }, 'rules.json#/times: expected a whole number, found 1.5'],
  [{ once: 1 }, 'rules.json#/once: expected true or false, found 1'],
  [
    { delay: 'soon' },
    'rules.json#/delay: expected milliseconds such as 500, or "200-800"; at most 600000, found "soon"',
  ],
  [{ status: 99 }, 'rules.json#/status: expected a number from 200 to 599, found 99'],
  [{ body: {} }, 'rules.json#/body: expected a "status" in the same rule, found "none"'],
  [{ error: 'fire' }, 'rules.json#/error: expected "reset" or "cut", found "fire"'],
  [{ drip: 5 }, 'rules.json#/drip: expected {"bytes": 100, "delay": 50}, found 5'],
  [{ drip: { bytes: 0 } }, 'rules.json#/drip/bytes: expected a number from 1 to 1000000, found 0'],
])('the server rejects %j as a list of fault rules', (json, says) => {
  expect(() => readRules(json, 'rules.json')).toThrow(says)
})
