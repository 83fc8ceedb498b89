/** Makes servers with one mistake, and tests the titles of the causes that the check finds for them. */
import { expect, test, vi } from 'vitest'
import { check } from '../../src/oracle/index.ts'
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import { type Json, parseJson } from '../../src/util/json.ts'
import { api, graph, suite } from './conforming.ts'
import { isObject, type JsonObject } from './faulty.ts'

vi.setConfig({ testTimeout: 120_000 })

export type Mistake = (request: ApiRequest) => ApiResponse

export const right: Mistake = (request) => api.answer(request)

/** Returns a server that reads another URL. */
export const urls =
  (change: (url: string) => string): Mistake =>
  (request) =>
    right({ ...request, url: change(request.url) })

/** Returns a server that changes the body of each right answer. */
export const bodies =
  (change: (body: JsonObject, request: ApiRequest) => Json): Mistake =>
  (request) => {
    const answer = right(request)
    const body = parseJson(answer.body)
    return isObject(body) ? { ...answer, body: JSON.stringify(change(body, request)) } : answer
  }

/** Returns a value in which `change` changes each member of each object. */
export const mapped = (json: Json, change: (name: string, value: Json) => Json): Json =>
  Array.isArray(json)
    ? json.map((item) => mapped(item, change))
    : isObject(json)
      ? Object.fromEntries(
          Object.entries(json).map(([name, value]) => [name, change(name, mapped(value, change))]),
        )
      : json

export const notFound = right({ method: 'GET', url: '/api/-', headers: {} })
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''
export const lists = new Set(['articles', 'categories', 'regulars', 'reviews', 'friends', 'restaurants'])

/** The ids of the entries that the conforming server finds. */
export const idsOf = (url: string, request: ApiRequest): readonly string[] => {
  const found = parseJson(right({ ...request, method: 'GET', url }).body)
  const data = isObject(found) ? found.data : undefined
  return Array.isArray(data) ? data.map((entry) => String(isObject(entry) ? entry.id : '')) : []
}

type Headers = NonNullable<ApiRequest['headers']>

/** Returns a server that reads other headers if the word before the token is `Bearer` in another letter case. */
export const ofOtherBearer =
  (change: (others: Headers) => Headers): Mistake =>
  (request) => {
    const { authorization = '', ...others } = request.headers ?? {}
    const isOther = /^bearer /i.test(authorization) && !authorization.startsWith('Bearer ')
    return right(isOther ? { ...request, headers: change(others) } : request)
  }

/** Mistakes, each with the suite cases that the check sends and with the title of the cause. */
export type Mistakes = readonly (readonly [name: string, cases: RegExp, server: Mistake, title: string])[]

/** Tests that the check finds one cause for each mistake, with the given title. */
export function testTitles(mistakes: Mistakes): void {
  test.each(mistakes)(
    'the only cause of the mistake “%s” has a title about it',
    async (_name, cases, server, title) => {
      const report = await check(server, {
        graph,
        suite: suite.filter(({ id }) => cases.test(id)),
        runs: 0,
        causes: 0,
        profile: 'documented',
      })
      expect(report.causes.map((cause) => cause.title.replace(/ This happens only .*$/, ''))).toEqual([title])
    },
  )
}
