/** Tests the line `only` of causes, whose checks of a faulty server compare many answers. */
import { expect, test } from 'vitest'
import { check } from '../../src/oracle/index.ts'
import type { ApiResponse } from '../../src/reference/api.ts'
import { isList, type Json } from '../../src/util/json.ts'
import { graph, ofCases } from './conforming.ts'
import { around, everyObject, type Fault, isObject } from './faulty.ts'
import { onlyOf } from './only-of.ts'
import { eachPart, ignoring, partsOf } from './proxy/kit.ts'

/** Makes a fault that changes the lists of linked entries and components in answers. */
const ofData = (
  id: string,
  says: string,
  change: (name: string, value: readonly Json[]) => readonly Json[],
): Fault =>
  everyObject(id, says, (object) =>
    '__component' in object && 'restaurants' in object
      ? object
      : Object.fromEntries(
          Object.entries(object).map(([name, value]) => [
            name,
            isList(value) ? [...change(name, value)] : value,
          ]),
        ),
  )

const kindOf = (json: Json): Json | undefined => (isObject(json) ? json.__component : undefined)

test.each([
  {
    fault: eachPart('dates', 'A date as operand for a datetime is the end of the day.', (key, value) => [
      key,
      /\[datetime\]/.test(key) && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T23:59:59.999Z` : value,
    ]),
    ids: /^filters\./,
    only: 'an operand with a date but no time for a datetime attribute',
  },
  {
    fault: ofData('inverse sides', 'The inverse side of a relation is in descending order.', (name, value) =>
      ['articles', 'assignments', 'children', 'restaurants', 'reviews', 'students'].includes(name)
        ? value.toReversed()
        : value,
    ),
    ids: /^(populate|access)\./,
    only: 'the inverse side of a relation',
  },
  {
    fault: ofData('a map of a zone', 'A zone has one element of each component.', (name, value) =>
      name === 'blocks'
        ? value.filter((one, at) => value.findIndex((other) => kindOf(other) === kindOf(one)) === at)
        : value,
    ),
    ids: /^(populate|entry|component)\./,
    only: 'two elements of one type in a dynamic zone',
  },
])('the cause of “$fault.id” names $only', async ({ fault, ids, only }) => {
  expect(await onlyOf(fault, ids)).toContain(only)
})

test.each([
  ['status', /^(status|access|populate)\./, 'The server ignores the parameter `status`.'],
  ['locale', /^(locale|sort|access\.parameters)\./, 'The server ignores the parameter `locale`.'],
  ['pagination', /^(pagination|access|sort)\./, 'The server ignores the parameter `pagination`.'],
])('a server that ignores `%s` only with a token gets one cause, which says so', async (name, ids, title) => {
  const fault = around(`no ${name}`, `A token hides \`${name}\`.`, (answer) => (request) => {
    if (request.headers?.['authorization'] === undefined) return answer(request)
    const [path = '', ...search] = request.url.split('?')
    const kept = search.join('?').split('&')
    const names = partsOf(request).map(([key]) => key)
    const query = kept.filter((_part, at) => names[at]?.startsWith(name) !== true).join('&')
    return answer({ ...request, url: query === '' ? path : `${path}?${query}` })
  })
  const { causes } = await check(fault.server(graph), { ...ofCases(ids), runs: 300 })
  expect(causes.map((cause) => cause.title)).toEqual([
    expect.stringMatching(`^${title} .*This happens only with a token\\.$`.replaceAll('`', '.')),
  ])
})

test('a cache that ignores the token of a request is one cause, besides wrong permissions', async () => {
  const cached = around('cached', 'A cache ignores the token.', (answer) => {
    const answers = new Map<string, ApiResponse>()
    return (request) => {
      const known = request.method === 'GET' ? answers.get(request.url) : undefined
      const given = known ?? answer(request)
      if (request.method === 'GET' && given.status === 200) answers.set(request.url, given)
      return given
    }
  })
  const { causes } = await check(cached.server(graph), { ...ofCases(/^access\./), runs: 0 })
  expect(causes.map(({ key }) => key)).toEqual(['access.token: cached'])
  const open = around('open', 'The server checks no token.', (answer) => (request) => {
    const own = answer(request)
    return own.status === 403
      ? answer({ ...request, headers: { ...request.headers, authorization: 'Bearer editor-token' } })
      : own
  })
  const others = await check(open.server(graph), { ...ofCases(/^access\./), runs: 0 })
  expect(others.causes.map(({ key }) => key)).not.toContain('access.token: cached')
  expect(others.causes.length).toBeGreaterThan(0)
})

test('a misreading that explains all wrong answers and that no right answer contradicts has no circumstance', async () => {
  const fault = ignoring('no pushed keys', '`sort[]` is ignored.', (key) => key === 'sort[]')
  expect(await onlyOf(fault, /^sort\./)).toBeUndefined()
})

test('a cause whose wrong answers have nothing in common has no circumstance', async () => {
  const fault = eachPart('equal', '`$contains` is `$eq`.', (key, value) => [
    key.replace('[$contains]', '[$eq]'),
    value,
  ])
  expect(await onlyOf(fault, /^filters\.\$contains/)).toBeUndefined()
})
