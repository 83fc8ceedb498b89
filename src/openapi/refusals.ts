/** What is answered in place of an answer: each status with its body, as a real server writes it. */
import type { Json, JsonObject } from '../ground/json.ts'
import type { ErrorName } from '../reference/refusal.ts'
import { ref } from './scalars.ts'

interface Refused {
  readonly status: number
  /** The key of the response in the document. */
  readonly key: string
  readonly names: readonly (ErrorName | 'InternalServerError')[]
  readonly says: string
}

const REFUSED: readonly Refused[] = [
  {
    status: 400,
    key: 'BadRequest',
    names: ['ValidationError', 'PaginationError', 'BadRequestError'],
    says: 'A parameter names what there is not, or cannot be read',
  },
  { status: 401, key: 'Unauthorized', names: ['UnauthorizedError'], says: 'The token is nobody’s' },
  { status: 403, key: 'Forbidden', names: ['ForbiddenError'], says: 'Whoever asks may not' },
  { status: 404, key: 'NotFound', names: ['NotFoundError'], says: 'There is no such entry' },
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
        details: { type: 'object' },
      },
      required: ['status', 'name', 'message'],
      additionalProperties: false,
    },
  },
  required: ['data', 'error'],
  additionalProperties: false,
}

/** By key, for `components.responses`. */
export const REFUSALS: JsonObject = Object.fromEntries([
  ...REFUSED.map(({ status, key, names, says }): [string, Json] => [
    key,
    {
      description: `${says}: ${names.join(', ')}`,
      content: { 'application/json': { schema: bodyOf(status, names) } },
    },
  ]),
  [
    'MethodNotAllowed',
    {
      description: 'To a method that the path does not have; `allow` names those that it has',
      headers: { allow: { schema: { type: 'string' } } },
      content: { 'text/plain': { schema: { const: 'Method Not Allowed' } } },
    },
  ],
  ['TargetTooLong', { description: 'Path and query are longer than 16 KiB: no body' }],
])

function bodyOf(status: number, names: readonly string[]): JsonObject {
  const error = { type: 'object', properties: { status: { const: status }, name: { enum: names } } }
  return { allOf: [ref('Error'), { type: 'object', properties: { error } }] }
}

/** By status, for an operation. */
export const REFUSAL_RESPONSES: JsonObject = Object.fromEntries(
  [
    ...REFUSED.map(({ status, key }): [number, string] => [status, key]),
    [405, 'MethodNotAllowed'] as const,
    [431, 'TargetTooLong'] as const,
  ].map(([status, key]): [string, Json] => [String(status), { $ref: `#/components/responses/${key}` }]),
)
