/** Checks the properties that every answer has, regardless of the request. */

import type { ApiResponse } from '../../../src/reference/api.ts'
import { isObject, type Json, member, parseJson } from '../../../src/util/json.ts'
import { isPrintable } from '../../../src/util/printable.ts'
import { mostSteps } from './formula.ts'
import type { Spent, Stage } from './stage.ts'

/** The reason why an answer is wrong; undefined for a correct answer. */
export type Complaint = string | undefined

/** The allowed statuses of an answer under the profile `documented`. Other profiles also allow `REAL_STATUSES`. */
const STATUSES: readonly number[] = [200, 204, 400, 401, 403, 404, 405, 431]
const REAL_STATUSES: readonly number[] = [500, 501]

/** The maximum length, in characters, of a body that is parsed and checked. */
const SHORT_BODY = 200_000

/**
 * Sends a request, and checks the basic properties of the answer: no exception, a known status, valid headers, a
 * matching body, and bounded steps.
 */
export function judge(stage: Stage, request: unknown): { fault: Complaint; asked: Spent | undefined } {
  try {
    const asked = stage.ask(request)
    return { fault: faultOf(asked.response, stage, request) ?? costFault(asked.steps, stage, request), asked }
  } catch (error) {
    return { fault: `throws ${thrown(error)}`, asked: undefined }
  }
}

/**
 * Checks the basic properties of the answer. Then repeats the request: the answer must have the same bytes, also
 * under an observer, and under a budget of exactly the steps that it needs.
 */
export function judgeThoroughly(stage: Stage, request: unknown): Complaint {
  const { fault, asked } = judge(stage, request)
  if (fault !== undefined || asked === undefined) return fault
  try {
    const again = stage.ask(request)
    if (!same(again, asked)) return 'asked again, the answer differs'
    if (!same(stage.ask(request, { cite: () => undefined }), asked))
      return 'the answer differs under an observer'
    return budgetFault(stage, request, asked)
  } catch (error) {
    return `throws ${thrown(error)} when asked again`
  }
}

/**
 * Checks that a budget of exactly the needed steps gives the same answer. A budget of one step less must give an
 * error about the budget.
 */
function budgetFault(stage: Stage, request: unknown, asked: Spent): Complaint {
  const { steps } = asked
  if (steps === 0 || isOverBudget(asked.response.body)) return undefined
  if (!same(stage.ask(request, { budget: steps }), asked))
    return `with a budget of its own ${steps} steps, the answer differs`
  const budget = steps - 1
  const less = stage.ask(request, { budget })
  const body = less.response.body
  const isRefused =
    less.response.status === 400 && (body === '' || body.includes(`more than ${budget} steps`))
  return isRefused
    ? undefined
    : `not refused with a budget of ${budget} of ${steps} steps: ${body.slice(0, 200)}`
}

function costFault(steps: number, stage: Stage, request: unknown): Complaint {
  if (typeof request !== 'object' || request === null || !('url' in request)) return undefined
  const { url } = request
  const most = typeof url === 'string' ? mostSteps(url, stage.size) : 0
  return steps > most ? `took ${steps} steps, more than ${most}` : undefined
}

const isOverBudget = (body: string): boolean => /would take more than \d+ steps/.test(body.slice(0, 300))

function same({ response: left, steps }: Spent, { response: right, steps: others }: Spent): boolean {
  const headers = (response: ApiResponse): string => JSON.stringify(response.headers)
  return (
    left.status === right.status &&
    left.body === right.body &&
    headers(left) === headers(right) &&
    steps === others
  )
}

function faultOf({ status, headers, body }: ApiResponse, stage: Stage, request: unknown): Complaint {
  if (
    !STATUSES.includes(status) &&
    !(stage.profile.base !== 'documented' && REAL_STATUSES.includes(status))
  ) {
    const { on = [], as = {} } = stage.profile
    if (!(REAL_STATUSES.includes(status) && on.length + Object.keys(as).length > 0))
      return `status ${status}: ${body.slice(0, 200)}`
  }
  if (status === 500 && !stage.crashes) return `500 without a quirk that says so: ${body.slice(0, 200)}`
  for (const [name, value] of Object.entries(headers))
    if (!/^[a-z-]+$/.test(name) || typeof value !== 'string' || !isPrintable(value))
      return `header ${JSON.stringify(name)}: ${JSON.stringify(value)}`
  return body.length > SHORT_BODY ? undefined : bodyFault(status, headers, body, request)
}

function bodyFault(
  status: number,
  headers: ApiResponse['headers'],
  body: string,
  request: unknown,
): Complaint {
  const type = headers['content-type']
  if (type === undefined) return body === '' ? undefined : `a body without a type: ${body.slice(0, 200)}`
  if (body === '')
    return isHead(request) || isOptions(status, request) ? undefined : `${status} ${type} without a body`
  if (type.startsWith('text/plain'))
    return status === 405 || status === 501 ? undefined : `${status} as ${type}`
  const json = parseJson(body)
  if (json === undefined) return `no JSON: ${body.slice(0, 200)}`
  return status === 200 ? entriesFault(json) : errorFault(status, json)
}

/** Returns whether the request is OPTIONS, whose answer has no body because it lists the methods in a header. */
const isOptions = (status: number, request: unknown): boolean =>
  status === 200 &&
  typeof request === 'object' &&
  request !== null &&
  'method' in request &&
  request.method === 'OPTIONS'

const isHead = (request: unknown): boolean =>
  typeof request === 'object' && request !== null && 'method' in request && request.method === 'HEAD'

const entriesFault = (json: Json): Complaint =>
  isObject(json) && member(json, 'data') !== undefined && isObject(member(json, 'meta'))
    ? undefined
    : `200 without data and meta: ${JSON.stringify(json).slice(0, 200)}`

function errorFault(status: number, json: Json): Complaint {
  const error = isObject(json) && member(json, 'data') === null ? member(json, 'error') : undefined
  const isSound =
    isObject(error) &&
    error.status === status &&
    typeof error.name === 'string' &&
    typeof error.message === 'string'
  return isSound
    ? undefined
    : `${status} without an error that says so: ${JSON.stringify(json).slice(0, 200)}`
}

/** Returns the message of an exception, and the line where it was thrown. */
function thrown(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const places = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return [`${error.name}: ${error.message.slice(0, 200)}`, ...places.slice(0, 4)].join('\n')
}
