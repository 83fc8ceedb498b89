/** Makes proxies with one fault. A proxy changes the request to a conforming server, or the server's answer. */
import type { ApiRequest, ApiResponse } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import type { Json } from '../../../src/util/json.ts'
import { around, type Fault, isObject, type JsonObject } from '../faulty.ts'

export type Answer = (request: ApiRequest) => ApiResponse
type Part = readonly [key: string, value: string]

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** Returns the decoded query parameters of a request. */
export const partsOf = ({ url }: ApiRequest): readonly Part[] => {
  const at = url.indexOf('?')
  if (at < 0 || at === url.length - 1) return []
  return url
    .slice(at + 1)
    .split('&')
    .map((part) => {
      const end = part.includes(']=') ? part.indexOf(']=') + 1 : part.indexOf('=')
      return end < 0 ? [decoded(part), ''] : [decoded(part.slice(0, end)), decoded(part.slice(end + 1))]
    })
}

/**
 * Returns a request with the given query parameters. Returns the same object if the request already has these
 * parameters.
 */
export function withParts(request: ApiRequest, parts: readonly Part[]): ApiRequest {
  if (JSON.stringify(parts) === JSON.stringify(partsOf(request))) return request
  const [path = ''] = request.url.split('?')
  const query = parts
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&')
  return { ...request, url: query === '' ? path : `${path}?${query}` }
}

export const query = (id: string, says: string, change: (parts: readonly Part[]) => readonly Part[]): Fault =>
  around(id, says, (answer) => (request) => answer(withParts(request, change(partsOf(request)))))

/** Makes a fault that changes the keys or values of some query parameters. */
export const eachPart = (id: string, says: string, change: (key: string, value: string) => Part): Fault =>
  query(id, says, (parts) => parts.map(([key, value]) => change(key, value)))

export const ignoring = (
  id: string,
  says: string,
  isIgnored: (key: string, value: string) => boolean,
): Fault => query(id, says, (parts) => parts.filter(([key, value]) => !isIgnored(key, value)))

export const request = (id: string, says: string, change: (request: ApiRequest) => ApiRequest): Fault =>
  around(id, says, (answer) => (one) => answer(change(one)))

export const response = (
  id: string,
  says: string,
  change: (answer: ApiResponse, request: ApiRequest, ask: Answer, graph: Graph) => ApiResponse,
): Fault => around(id, says, (answer, graph) => (one) => change(answer(one), one, answer, graph))

/** Makes a fault: the server answers some requests with the status 500. */
export const crashing = (id: string, says: string, isCrash: (request: ApiRequest) => boolean): Fault =>
  around(
    id,
    says,
    (answer) => (one) => (isCrash(one) ? { status: 500, headers: JSON_TYPE, body: CRASH } : answer(one)),
  )

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const CRASH = JSON.stringify({
  data: null,
  error: { status: 500, name: 'InternalServerError', message: 'Internal Server Error' },
})

export const bodyOf = ({ body }: ApiResponse): JsonObject | undefined => {
  if (!body.startsWith('{')) return undefined
  const json: Json = JSON.parse(body)
  return isObject(json) ? json : undefined
}

export const withBody = (answer: ApiResponse, body: Json): ApiResponse => ({
  ...answer,
  body: JSON.stringify(body),
})

/** Returns an error answer with a given status, error name and message. */
export const refused = (status: number, name: string, message: string): ApiResponse => ({
  status,
  headers: JSON_TYPE,
  body: JSON.stringify({ data: null, error: { status, name, message, details: {} } }),
})

/** Returns the segments of a path below the prefix of the API. */
export const pathOf = (url: string): readonly string[] => (url.split('?', 1)[0] ?? '').split('/').slice(2)

/** Makes a fault that changes the error of every refusal. */
export const refusal = (
  id: string,
  says: string,
  change: (error: JsonObject, answer: ApiResponse) => ApiResponse,
): Fault =>
  response(id, says, (answer) => {
    const error = bodyOf(answer)?.error
    return isObject(error) ? change(error, answer) : answer
  })

/**
 * Makes a fault that sorts a list in another order if the only key of `sort` satisfies a condition, and then takes the
 * requested page of the list.
 */
export const resorted = (
  id: string,
  says: string,
  isKey: (key: string) => boolean,
  compare: (one: Json, other: Json) => number,
): Fault =>
  response(id, says, (answer, one, ask) => {
    const parts = partsOf(one)
    const [sort, ...more] = parts.filter(([key]) => key === 'sort' || key === 'sort[0]')
    const [key = '', direction = 'asc'] = sort?.[1].split(':') ?? []
    const body = bodyOf(answer)
    if (sort === undefined || more.length > 0 || !/^\w+(:(asc|desc))?$/i.test(sort[1]) || !isKey(key))
      return answer
    if (body === undefined || !Array.isArray(body.data) || body.data.length < 2) return answer
    const whole = (names: readonly Part[]): readonly JsonObject[] => {
      const kept = parts.filter(([name]) => !/^pagination|^fields/.test(name))
      const all = ask(withParts(one, [...kept, ...names, ['pagination[pageSize]', '100']]))
      const { data } = bodyOf(all) ?? {}
      return Array.isArray(data) ? data.filter(isObject) : []
    }
    const keyed = whole([['fields[0]', key]])
    const sign = direction.toLowerCase() === 'desc' ? -1 : 1
    const ids = keyed
      .toSorted((a, b) => sign * compare(a[key] ?? null, b[key] ?? null))
      .map((entry) => entry.id)
    const fields = parts.filter(([name]) => name.startsWith('fields'))
    const full = whole(fields)
    const number = (name: string): number | undefined => {
      const found = parts.find(([other]) => other === `pagination[${name}]`)?.[1]
      return found === undefined ? undefined : Number(found)
    }
    const size = number('limit') ?? number('pageSize') ?? 25
    const start = number('start') ?? ((number('page') ?? 1) - 1) * size
    const page = ids.slice(start, start + size)
    return withBody(answer, {
      ...body,
      data: page.flatMap((wanted) => full.filter((entry) => entry.id === wanted)),
    })
  })
