/** Tests the titles of causes about the errors of a server: they quote the errors, and name no misreading by chance. */
import { expect, test } from 'vitest'
import { type CheckOptions, check } from '../../src/oracle/index.ts'
import type { ApiResponse } from '../../src/reference/api.ts'
import { parseJson } from '../../src/util/json.ts'
import { asDecoded } from '../../src/util/url/percent.ts'
import { graph, PATIENT, suite } from './conforming.ts'
import { type Fault, isObject } from './faulty.ts'
import { ignoring, partsOf, query, refusal, refused, response, withBody, withParts } from './proxy/kit.ts'

const WHOLE: CheckOptions = { graph, suite, runs: 0, causes: 4, seed: 1, ...PATIENT }

const titlesOf = async ({ server }: Fault, options: CheckOptions): Promise<readonly string[]> =>
  (await check(server(graph), options)).causes.map(({ title }) => title)

test('a title about different messages quotes the error of the example', async () => {
  const fault = refusal('texts of lists', 'The server wrongly prints lists as texts.', (error, answer) => {
    const message = String(error['message']).replaceAll('[["', '["').replaceAll('"]]', '"]')
    return withBody(answer, { data: null, error: { ...error, message } })
  })
  const [title] = await titlesOf(fault, { ...WHOLE, only: ['populate.*'] })
  expect(title).toMatch(
    /^The `message` of an error differs\. (For example, the|The) server answers “.*“.*\[\["/,
  )
})

test('a title about the order of errors quotes both errors and names their rules', async () => {
  const fault = response('sort first', 'The server wrongly checks `sort` first.', (answer, one, ask) => {
    if (answer.status !== 400) return answer
    const sorts = partsOf(one).filter(([key]) => key.startsWith('sort'))
    const ofSort = ask(withParts(one, sorts))
    return sorts.length > 0 && ofSort.status === 400 ? ofSort : answer
  })
  const titles = await titlesOf(fault, WHOLE)
  expect(titles).toHaveLength(1)
  expect(titles[0]).toMatch(
    /^A request has several errors, and the server reports another one than the first\. .*server answers “.*” \(`sort\..*`\) in place of “.*” \(`/,
  )
})

test('a wrong name of errors is one cause, which quotes the name', async () => {
  const fault = refusal('names', 'The server wrongly names errors of pagination.', (error, answer) =>
    error['name'] === 'PaginationError'
      ? withBody(answer, { data: null, error: { ...error, name: 'ValidationError' } })
      : answer,
  )
  expect(await titlesOf(fault, WHOLE)).toEqual([
    'The name of an error differs. The server answers “ValidationError” in place of “PaginationError”.',
  ])
})

test('a wrong status of expected errors is one cause', async () => {
  const fault = response('500', 'The server wrongly answers 500 to invalid requests.', (answer) =>
    answer.status === 400 ? { ...answer, status: 500 } : answer,
  )
  expect(await titlesOf(fault, WHOLE)).toEqual([
    'The server answers the expected error with status 500 in place of 400.',
  ])
})

test('a title about the path of a name quotes the error', async () => {
  const fault = refusal('no paths', 'The server wrongly leaves out the path of a name.', (error, answer) => {
    const message = String(error['message']).replace(/ at [\w.]+$/, '')
    const { details } = error
    const isNamed = isObject(details) && typeof details['path'] === 'string'
    if (!isNamed) return answer
    return withBody(answer, { data: null, error: { ...error, message, details: { ...details, path: null } } })
  })
  const titles = await titlesOf(fault, { ...WHOLE, only: ['filters.*'] })
  expect(titles).toHaveLength(1)
  expect(titles[0]).toMatch(
    /^The path of a name in an error differs\. For example, the server answers “.*” in place of “.*”\.$/,
  )
})

test('a title about a refused value without effect names the parameter', async () => {
  const fault = response('strict sort', 'The server wrongly refuses an empty sort.', (answer, one) => {
    const sorts = partsOf(one).filter(([key]) => key.startsWith('sort'))
    const isEmpty = sorts.length > 0 && sorts.every(([, value]) => /^[,:]*$/.test(value))
    return isEmpty && answer.status === 200 ? refused(400, 'ValidationError', 'Invalid key ') : answer
  })
  const titles = await titlesOf(fault, { ...WHOLE, suite: [], runs: 2_000 })
  expect(titles).toContain(
    'The value of `sort` in this request is valid and has no effect. The server refuses the value.',
  )
})

test('a late check of sort orders is no misreading of the orders', async () => {
  const order = /Invalid order/
  const fault = response('late orders', 'The server wrongly checks sort orders last.', (answer, one, ask) => {
    if (!order.test(answer.body)) return answer
    const read = partsOf(one).map(
      ([key, value]) => [key, /^sort\[\w+\](\[\w+\])*$/.test(key) ? 'asc' : value] as const,
    )
    const other = ask(withParts(one, read))
    return other.status === 400 ? other : answer
  })
  const titles = await titlesOf(fault, WHOLE)
  expect(titles.length).toBeGreaterThan(0)
  expect(titles.filter((title) => title.includes('The server reads any order'))).toEqual([])
})

test('a server that finds no file outside of its root still decodes paths', async () => {
  const fault = response(
    'no 403',
    'The server wrongly answers 404 outside of its root.',
    (answer, { url }) =>
      answer.status === 403 && asDecoded(url).includes('..')
        ? refused(404, 'NotFoundError', 'Not Found')
        : answer,
  )
  const [title] = await titlesOf(fault, { ...WHOLE, only: ['http'] })
  expect(title).toMatch(/The server answers 404 “Not Found” in place of 403/)
})

test('an error of the path that comes before an error of the query is an order of errors', async () => {
  const fault = response('path first', 'The server wrongly checks the path first.', (answer, one, ask) => {
    const ofPath = ask({ ...one, url: one.url.split('?', 1)[0] ?? '' })
    return answer.status === 400 && ofPath.status === 400 ? ofPath : answer
  })
  expect(await titlesOf(fault, WHOLE)).toEqual([
    'The order of errors differs: the server checks the path before the query.',
  ])
})

test('a message without the received value is not a cut text', async () => {
  const fault = refusal('no value', 'The server wrongly omits the received value.', (error, answer) => {
    const message = String(error['message']).replace(/(received: ).*$/, '$1')
    return withBody(answer, { data: null, error: { ...error, message } })
  })
  const titles = await titlesOf(fault, { ...WHOLE, only: ['status.*'] })
  expect(titles.length).toBeGreaterThan(0)
  expect(titles.filter((title) => !title.startsWith('The `message` of an error differs.'))).toEqual([])
})

test('on numbers, `$eqi` as `$eq` is not said to be about letter case', async () => {
  const fault = query('no $eqi', 'The server wrongly reads `$eqi` as `$eq` on numbers.', (parts) =>
    parts.map(([key, value]) => [key.replace(/\[(stars|integer|score)\]\[\$eqi\]/, '[$1][$eq]'), value]),
  )
  const titles = await titlesOf(fault, { ...WHOLE, only: ['filters.*'] })
  expect(titles.length).toBeGreaterThan(0)
  expect(titles.filter((title) => !title.endsWith('the server reads it as `$eq`.'))).toEqual([])
})

test('a parameter of one entry that is not checked is no order of errors', async () => {
  const fault = ignoring('no page', 'The server wrongly ignores `page` at the root.', (key) => key === 'page')
  const titles = await titlesOf(fault, { ...WHOLE, runs: 1_000 })
  expect(titles.length).toBeGreaterThan(0)
  expect(titles.filter((title) => title.includes('the entry before the query'))).toEqual([])
})

test('failures of a server with different messages are different causes, whatever names the messages quote', async () => {
  const fault = response('crashes', 'The server wrongly fails at $null and at a star.', (answer, { url }) => {
    if (answer.status !== 200) return answer
    if (url.includes('$null')) return refused(500, 'Error', `no operand at /${url.length}`)
    return url.includes('populate=*') ? refused(500, 'Error', 'too many rows') : answer
  })
  const titles = await titlesOf(fault, { ...WHOLE, only: ['filters.op.*', 'populate.form.*'] })
  expect(titles.toSorted().map((title) => title.replace(/\d+”/, 'N”'))).toEqual([
    'The server failed with status 500. For example, the server answers “no operand at /N”.',
    'The server failed with status 500. The server answers “too many rows”.',
  ])
})

const SEVERAL = /^A request has several errors, and the server reports another one than the first\./

test('the name of an error shows which of several errors a server without texts reports', async () => {
  const named = (error: Readonly<Record<string, unknown>>, answer: ApiResponse): ApiResponse =>
    withBody(answer, { data: null, error: { ...error, message: String(error['name']), details: {} } })
  const fault = response('pages first', 'The server wrongly checks `page` first.', (answer, one, ask) => {
    if (answer.status !== 400) return answer
    const pages = partsOf(one).filter(([key]) => key === 'page')
    const ofPage = ask(withParts(one, pages))
    const body = parseJson((pages.length > 0 && ofPage.status === 400 ? ofPage : answer).body)
    return isObject(body) && isObject(body['error']) ? named(body['error'], answer) : answer
  })
  const titles = await titlesOf(fault, {
    ...WHOLE,
    errors: 'name',
    only: ['endpoint.first-error', 'status.value'],
  })
  expect(titles).toEqual([expect.stringMatching(SEVERAL)])
  expect(titles[0]).toMatch(
    /answers “PaginationError” \(`pagination\.misplaced`\) in place of “.*” \(`status\.value`\)/,
  )
})

test('the title of a refused request names the option that the server refuses', async () => {
  const refusedUsers = /\[on\]\[plugin::users-permissions\.role\]\[filters\]\[users\]/
  const fault = response('no users', 'The server wrongly refuses a filter by `users`.', (answer, { url }) =>
    answer.status === 200 && refusedUsers.test(asDecoded(url))
      ? refused(400, 'ValidationError', 'No')
      : answer,
  )
  const option = 'populate[subject][on][plugin::users-permissions.role][filters]'
  const url = `/api/bookmarks?${option}[users][username][$eq]=a`
  const titles = await titlesOf(fault, {
    ...WHOLE,
    suite: [
      {
        ...{ id: 'built-in.users', name: 'users of a role', level: 'SHOULD', dataset: 'guide', tags: [] },
        rules: ['populate.built-in'],
        request: { method: 'GET', url, headers: {}, token: 'admin-token' },
        expect: { status: 200, checks: [] },
      },
    ],
  })
  expect(titles).toEqual([
    expect.stringMatching(
      / in place of 200\. Without `populate\[subject\]\[on\]\[plugin::users-permissions\.role\]\[filters\]`, its answer is right\.$/,
    ),
  ])
})
