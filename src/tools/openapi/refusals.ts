/** Generates the error responses: each status with the body that a real server sends. */

import type { ErrorName } from '../../reference/refusal.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { ref } from './scalars.ts'

interface RefusalSchema {
  readonly status: number
  /** The name of an error response in `components.responses` of the OpenAPI document. */
  readonly key: string
  readonly names: readonly (ErrorName | 'InternalServerError' | 'SyntaxError' | 'PayloadTooLargeError')[]
  readonly says: string
}

const REFUSED: readonly RefusalSchema[] = [
  {
    status: 400,
    key: 'BadRequest',
    names: ['ValidationError', 'PaginationError', 'BadRequestError'],
    says: 'A parameter contains an unknown name or an invalid value',
  },
  { status: 401, key: 'Unauthorized', names: ['UnauthorizedError'], says: 'The token is unknown or expired' },
  {
    status: 403,
    key: 'Forbidden',
    names: ['ForbiddenError'],
    says: 'The role of the caller has no permission for the request',
  },
  {
    status: 404,
    key: 'NotFound',
    names: ['NotFoundError'],
    says: 'The entry does not exist, or the caller cannot see it',
  },
  { status: 500, key: 'InternalServerError', names: ['InternalServerError'], says: 'The server failed' },
]

export const ERROR: JsonObject = {
  type: 'object',
  properties: {
    data: { type: 'null' },
    error: {
      type: 'object',
      properties: {
        status: { type: 'integer' },
        name: { type: 'string' },
        message: { type: 'string' },
        details: { type: 'object', additionalProperties: true },
      },
      required: ['status', 'name', 'message'],
      additionalProperties: false,
    },
  },
  required: ['data', 'error'],
  additionalProperties: false,
}

/** The error responses of reads by key, for `components.responses`. */
export const REFUSALS: JsonObject = Object.fromEntries([
  ...REFUSED.map(refusal),
  ['TargetTooLong', { description: 'Path and query are longer than 16 KiB: no body' }],
])

function refusal({ status, key, names, says }: RefusalSchema): [string, Json] {
  const schema = bodyOf(status, names)
  return [key, { description: `${says}: ${names.join(', ')}`, content: { 'application/json': { schema } } }]
}

function bodyOf(status: number, names: readonly string[]): JsonObject {
  const error = { type: 'object', properties: { status: { const: status }, name: { enum: names } } }
  return { allOf: [ref('Error'), { type: 'object', properties: { error } }] }
}

/** The additional error responses of writes. */
const OF_BODIES: readonly RefusalSchema[] = [
  {
    status: 400,
    key: 'BadBody',
    names: ['ValidationError', 'SyntaxError', 'PaginationError', 'BadRequestError'],
    says: 'The body or a parameter contains an unknown name or an invalid value',
  },
  {
    status: 413,
    key: 'PayloadTooLarge',
    names: ['PayloadTooLargeError'],
    says: 'The body is longer than 1 MiB',
  },
]

/** The additional error responses of writes by key, for `components.responses`. */
export const BODY_REFUSALS: JsonObject = Object.fromEntries(OF_BODIES.map(refusal))

const refers = (entries: readonly (readonly [number, string])[]): JsonObject =>
  Object.fromEntries(
    entries.map(([status, key]): [string, Json] => [
      String(status),
      { $ref: `#/components/responses/${key}` },
    ]),
  )

const common = REFUSED.filter(({ status }) => status !== 400).map(
  ({ status, key }): readonly [number, string] => [status, key],
)

/**
 * The error responses of an operation that writes, by status. Operations with a request body have more error
 * responses than operations without a body.
 */
export const WRITE_RESPONSES: { readonly put: JsonObject; readonly delete: JsonObject } = {
  put: refers([...OF_BODIES.map(({ status, key }) => [status, key] as const), ...common]),
  delete: refers([[400, 'BadRequest'], ...common]),
}

/** The error responses of an operation that reads, by status. */
export const REFUSAL_RESPONSES: JsonObject = Object.fromEntries(
  [...REFUSED.map(({ status, key }): [number, string] => [status, key]), [431, 'TargetTooLong'] as const].map(
    ([status, key]): [string, Json] => [String(status), { $ref: `#/components/responses/${key}` }],
  ),
)
