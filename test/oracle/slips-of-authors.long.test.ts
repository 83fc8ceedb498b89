/** Tests that for small mistakes in a server, each cause names the rule that the server broke. */
import { describe, expect, test } from 'vitest'
import { check, type Report } from '../../src/oracle/index.ts'
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import { type Json, parseJson } from '../../src/util/json.ts'
import { api, graph, suite } from './conforming.ts'
import { isObject, type JsonObject } from './faulty.ts'

type Slip = (request: ApiRequest, answer: ApiResponse) => ApiResponse

const checked = (slip: Slip, ids: RegExp): Promise<Report> =>
  check((request) => slip(request, api.answer(request)), {
    graph,
    suite: suite.filter(({ id }) => ids.test(id)),
    runs: 0,
    profile: 'documented',
  })

const errorOf = ({ body }: ApiResponse): JsonObject | undefined => {
  const json = parseJson(body)
  const error = isObject(json) ? json['error'] : undefined
  return isObject(error) ? error : undefined
}
const bodyOf = (error: Json): string => JSON.stringify({ data: null, error })
const says = (answer: ApiResponse, message: string): ApiResponse => {
  const error = errorOf(answer)
  return error === undefined ? answer : { ...answer, body: bodyOf({ ...error, message }) }
}
const refused = (message: string): ApiResponse => ({
  status: 400,
  headers: { 'content-type': 'application/json; charset=utf-8', vary: 'Origin' },
  body: bodyOf({ status: 400, name: 'ValidationError', message, details: {} }),
})

/** Makes a mistake: the server refuses valid requests whose URL matches a pattern. */
const refusing =
  (pattern: RegExp): Slip =>
  ({ url }, answer) =>
    answer.status === 200 && pattern.test(url) ? refused('Invalid parameter') : answer

describe('one mistake in the messages of several refusals', () => {
  const atTwice: Slip = (_request, answer) => {
    const details = errorOf(answer)?.['details']
    if (!isObject(details) || typeof details['key'] !== 'string' || details['key'] !== details['path'])
      return answer
    return says(answer, `Invalid key ${details['key']} at ${details['path']}`)
  }

  test('one mistake in the messages of several refusals gives one cause, whose title quotes the expected and the wrong message', async () => {
    const { causes } = await checked(atTwice, /\.(error|private|permission|zone|incomplete)\./)
    expect(causes[0]?.count).toBeGreaterThan(20)
    expect(causes.map(({ title }) => title)).toEqual([
      'The `message` of an error differs. For example, the server answers “Invalid key subject at subject” in place of “Invalid key subject”.',
    ])
  })
})

test('the wrong message of one refusal is attributed to the rule of this refusal, even if other messages are wrong too', async () => {
  const { causes } = await checked((request, answer) => {
    const message = String(errorOf(answer)?.['message'] ?? '')
    if (request.url.includes('lookup')) return says(answer, 'No lookup')
    if (message.startsWith('Invalid order')) return says(answer, 'No order')
    if (message.startsWith('Invalid params')) return says(answer, 'No params')
    return message.includes('fields parameter') ? says(answer, 'No fields') : answer
  }, /^(http|sort|fields|pagination|filters\.(private|unknown|zone))\./)
  expect(causes.map(({ rule }) => rule)).toEqual(['fields.shape', 'query.reserved', 'sort.order'])
})

test('a full stop in a quoted message does not cut the title of the cause', async () => {
  const { causes } = await checked((_request, answer) => {
    const message = String(errorOf(answer)?.['message'] ?? '')
    return message.includes("'pageSize'") ? says(answer, message.replace('pageSize', 'page')) : answer
  }, /^pagination\./)
  expect(causes.map(({ title }) => title)).toEqual([
    "The `message` of an error differs. For example, the server answers “Invalid 'page' parameter. Expected an integer > 0, received: 0” in place of “Invalid 'pageSize' parameter. Expected an integer > 0, received: 0”.",
  ])
})

test('wrong messages in all refusals give one cause', async () => {
  const { causes } = await checked((_request, answer) => says(answer, 'No'), /\.(error|unknown|shape|zone)\./)
  expect(causes.map(({ rule, title }) => [rule, title])).toEqual([
    ['endpoint.error', 'Errors have the texts of the real server. The server answers other texts.'],
  ])
})

describe('a valid request that is refused', () => {
  test.each([
    ['query.no-value', /pagination\[page\]($|&)/, /^pagination\./],
    ['query.no-value', /pagination\[start\]($|&)/, /^pagination\./],
    ['pagination.misplaced', /&start=0/, /^pagination\./],
    ['query.reserved', /lookup/, /^(http|fields)\./],
    ['query.no-value', /publicationFilter(&|$)/, /^status\./],
  ])(
    'the refusal of a valid request is attributed to the rule of the parameter: %s',
    async (rule, pattern, ids) => {
      const { causes } = await checked(refusing(pattern), ids)
      expect(causes.map((cause) => cause.rule)).toEqual([rule])
    },
  )
})

test('a server that finds no entries for an empty locale breaks `locale.default`', async () => {
  const { causes } = await checked(
    (request, answer) =>
      /[?&]locale=(&|$)/.test(request.url)
        ? api.answer({ ...request, url: request.url.replace('locale=', 'locale=xx') })
        : answer,
    /^locale\./,
  )
  expect(causes.map(({ rule }) => rule)).toEqual(['locale.default'])
})

describe('a path', () => {
  const missing: ApiResponse = api.answer({ method: 'GET', url: '/api/nothing', headers: {} })

  test.each([
    ['endpoint.undecodable', /%(zz|E0%A4%A)$/],
    ['endpoint.outside', /%2e%2e/i],
    ['endpoint.absolute', /%00/],
  ])('a wrong answer 404 is attributed to the rule of the requested path: %s', async (rule, pattern) => {
    const { causes } = await checked(({ url }, answer) => (pattern.test(url) ? missing : answer), /^http\./)
    expect(causes.map((cause) => cause.rule)).toEqual([rule])
  })
})

test('a missing header of a preflight answer is attributed to `endpoint.cors`', async () => {
  const { causes } = await checked(({ method }, answer) => {
    if (method !== 'OPTIONS' || answer.status !== 204) return answer
    const { 'access-control-max-age': _age, ...headers } = answer.headers
    return { ...answer, headers }
  }, /^http\./)
  expect(causes.map(({ rule }) => rule)).toEqual(['endpoint.cors'])
})

test('a cause of generated requests has the level MUST only if the guide states all rules of its example', async () => {
  const { causes } = await check(
    (request) => refusing(/(?:\[|%5B)on(?:\]|%5D)/i)(request, api.answer(request)),
    {
      graph,
      suite: false,
      runs: 400,
      seed: 1,
      generate: 'sound',
      profile: 'documented',
    },
  )
  expect(causes.length).toBeGreaterThan(0)
  for (const { level, example } of causes)
    if (example.request.headers['authorization'] !== undefined || /subject|items/.test(example.request.url))
      expect(level).toBe('SHOULD')
})
