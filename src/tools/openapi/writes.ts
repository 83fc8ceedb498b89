/** Generates the operations that write: their bodies, answers and errors. */
import type { Json, JsonObject } from '../../util/json.ts'
import type { Seen } from '../types/seen.ts'
import type { DeclarationText, WrittenRoute } from '../types/written.ts'
import type { SchemaNames } from './names.ts'
import { writeParametersOf } from './parameters.ts'
import { WRITE_RESPONSES } from './refusals.ts'
import { ref } from './scalars.ts'

/** Returns the write operations by path and method. */
export function writeOperations(
  { routes }: DeclarationText,
  seen: Seen,
  names: SchemaNames,
): ReadonlyMap<string, JsonObject> {
  return new Map(routes.flatMap((route) => operationsOf(route, seen, names)))
}

function operationsOf(
  route: WrittenRoute,
  seen: Seen,
  names: SchemaNames,
): readonly (readonly [string, JsonObject])[] {
  const { type, path, creates, updates, deletes } = route
  const isSingle = type.kind === 'singleType'
  const own = isSingle ? `/${path}` : `/${path}/{documentId}`
  const ofOne = {
    ...(updates ? { put: operation('update', route, seen, names) } : {}),
    ...(deletes ? { delete: operation('delete', route, seen, names) } : {}),
  }
  return [
    ...(creates ? [[`/${path}`, { post: operation('create', route, seen, names) }] as const] : []),
    ...(Object.keys(ofOne).length === 0 ? [] : [[own, ofOne] as const]),
  ]
}

const STATUS = { create: '201', update: '200', delete: '204' } as const
const SAYS = {
  create: 'Creates a document',
  update: 'Changes the given attributes of a document',
  delete: 'Deletes a document in a locale, and succeeds even if the document does not exist',
} as const

function operation(
  what: 'create' | 'update' | 'delete',
  { type }: WrittenRoute,
  { models }: Seen,
  names: SchemaNames,
): JsonObject {
  const isDelete = what === 'delete'
  const says = what === 'update' && type.kind === 'singleType' ? 'Creates or changes the entry' : SAYS[what]
  const body = isDelete ? undefined : ref(names.of(type.uid, what))
  const answered = models.has(type.uid)
    ? { schema: envelope(ref(names.of(type.uid, 'entry'))) }
    : { schema: {} }
  return {
    operationId: `${what}${names.of(type.uid, 'entry')}`,
    summary: `${says} of ${type.uid}`,
    tags: [type.singularName],
    parameters: writeParametersOf(type, models.get(type.uid), isDelete, names),
    ...(body === undefined ? {} : { requestBody: bodyOf(body) }),
    responses: {
      [STATUS[what]]: isDelete
        ? { description: 'Deleted. The answer has no body' }
        : { description: says, content: { 'application/json': answered } },
      ...WRITE_RESPONSES[isDelete ? 'delete' : 'put'],
    },
  }
}

/**
 * Returns the description of a request body. The parameter `data` is the schema of the member `data`. The server
 * ignores other members.
 */
const bodyOf = (data: Json): JsonObject => ({
  required: true,
  content: {
    'application/json': { schema: { type: 'object', properties: { data }, required: ['data'] } },
  },
})

const envelope = (data: JsonObject): JsonObject => ({
  type: 'object',
  properties: { data, meta: { type: 'object', additionalProperties: false } },
  required: ['data', 'meta'],
  additionalProperties: false,
})
