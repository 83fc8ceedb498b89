/** The clauses of the laws about data that a role may not see. */

import type { ApiResponse } from '../../../src/reference/api.ts'
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../../src/util/json.ts'
import { also, type Clauses, clause, type SubjectFault } from '../clause.ts'
import { type Asked, has, roleOf } from '../kit.ts'
import {
  answering,
  choosesFields,
  closedTypes,
  isFound,
  isOpen,
  isOpenValue,
  isPassword,
  isPrivate,
  isRefused,
  ownType,
  revealing,
  revealingByte,
  rowsIn,
  valuesIn,
  withoutDrafts,
} from '../kits/subjects.ts'

const whenRefused =
  (reveal: (asked: Asked) => unknown) =>
  (asked: Asked, response: ApiResponse): unknown =>
    isRefused(response) ? reveal(asked) : undefined

const draftValues = (asked: Asked): unknown =>
  valuesIn(asked, ownType(asked), isOpenValue, ({ status }) => status === 'draft')
const publishedValues = (asked: Asked): unknown =>
  valuesIn(asked, ownType(asked), isOpenValue, ({ status }) => status === 'published')
const count = (asked: Asked, status: string): number =>
  rowsIn(asked, ownType(asked)).filter((row) => row.status === status).length
const asks = ({ query }: Asked, ...statuses: readonly (string | undefined)[]): boolean =>
  statuses.some((status) => query.status === status)
const hasDrafts = (asked: Asked): boolean => asked.type?.draftAndPublish === true && !choosesFields(asked)

/** Returns whether a request has the role `all` and a law removed the permission `*` from this role. */
const isCut = (asked: Asked): boolean => {
  const role = roleOf(asked)
  return role?.name === 'all' && !role.permissions.has('*')
}
const cutting = (says: string, change: (entry: JsonObject, asked: Asked) => JsonObject): SubjectFault =>
  answering(says, (response, asked) => {
    const body = parseJson(response.body)
    if (!isCut(asked) || !isFound(response) || !isObject(body)) return response
    const { data = null } = body
    const changed = (one: Json): Json => (isObject(one) ? change(one, asked) : one)
    return {
      ...response,
      body: JSON.stringify({ ...body, data: isList(data) ? data.map(changed) : changed(data) }),
    }
  })

export const SECRET_CLAUSES: Clauses<SubjectFault> = {
  'secret.values': [
    clause(
      'Changing a value of a private attribute changes no answer.',
      revealing(
        'The server wrongly sends a refusal with a header that depends on private values.',
        whenRefused((asked) => valuesIn(asked, withoutDrafts(ownType(asked)), isPrivate)),
      ),
    ),
    clause(
      'Changing a password changes no answer.',
      revealing(
        'The server wrongly sends a refusal with a header that depends on passwords.',
        whenRefused((asked) => valuesIn(asked, withoutDrafts(ownType(asked)), isPassword)),
      ),
    ),
    clause(
      'Changing private values or passwords changes no byte of a body.',
      revealingByte(
        'The server wrongly sends a refusal with a byte that depends on private values.',
        whenRefused((asked) => valuesIn(asked, withoutDrafts(ownType(asked)), isPrivate)),
      ),
    ),
    clause(
      'Changing private values or passwords changes no answer with an error.',
      revealing(
        'The server wrongly sends a 404 with a header that depends on private values.',
        (asked, { status }) =>
          status === 404 && !has(asked, 'fields')
            ? valuesIn(asked, withoutDrafts(ownType(asked)), isPrivate)
            : undefined,
      ),
    ),
  ],
  'secret.types': [
    clause(
      'Changing rows of a type that the role may not find changes no answer.',
      revealing(
        'The server wrongly sends a refusal with a header that depends on values of types that the role may not find.',
        whenRefused((asked) => valuesIn(asked, closedTypes(asked, roleOf(asked)), isOpenValue)),
      ),
    ),
    clause(
      'Dropping rows of a type that the role may not find changes no answer.',
      revealing(
        'The server wrongly sends a refusal with a header that has the number of rows of types that the role may not find.',
        whenRefused((asked) => rowsIn(asked, closedTypes(asked, roleOf(asked))).length),
      ),
    ),
    clause(
      'If a role has only the permission `findOne` for a type, the type counts as one that the role may not find.',
      revealing(
        'The server wrongly sends a refusal with a header that counts the rows of types with `findOne` alone.',
        whenRefused((asked) => rowsIn(asked, closedTypes(asked, roleOf(asked), true)).length),
      ),
    ),
    clause(
      'Changing or dropping rows of types that the role may not find changes no byte of a body.',
      revealingByte(
        'The server wrongly sends a refusal with a byte that depends on values of types that the role may not find.',
        whenRefused((asked) => valuesIn(asked, closedTypes(asked, roleOf(asked)), isOpenValue)),
      ),
    ),
    clause(
      'If the answer is an empty list, changing or dropping rows of types that the role may not find does not change the answer.',
      also(
        {
          'frame.unreached-types':
            'The law `frame.unreached-types` also drops rows of types that the role may not find.',
        },
        revealing(
          'The server wrongly sends an empty list with a header that has the number of rows of types that the role may not find.',
          (asked, { status, body }) =>
            status === 200 && body.startsWith('{"data":[]')
              ? rowsIn(asked, closedTypes(asked, roleOf(asked))).length
              : undefined,
        ),
      ),
    ),
  ],
  'secret.drafts': [
    clause(
      'Changing drafts changes no answer of published entries.',
      revealing(
        'The server wrongly sends published entries with a header that depends on values of drafts.',
        (asked) => (asks(asked, 'published') && hasDrafts(asked) ? draftValues(asked) : undefined),
      ),
    ),
    clause(
      'Dropping drafts changes no answer of published entries.',
      revealing(
        'The server wrongly sends published entries with a header that has the number of drafts.',
        (asked) => (asks(asked, 'published') && hasDrafts(asked) ? count(asked, 'draft') : undefined),
      ),
    ),
    clause(
      'Changing or dropping drafts changes no byte of a body with published entries.',
      revealingByte(
        'The server wrongly sends published entries with a byte that depends on drafts.',
        (asked) => (asks(asked, 'published') && hasDrafts(asked) ? draftValues(asked) : undefined),
      ),
    ),
    clause(
      'Changing or dropping drafts changes no refusal of a request for published entries.',
      revealing(
        'The server wrongly sends a refusal with a header that has the number of drafts.',
        (asked, response) =>
          asks(asked, 'published') && hasDrafts(asked) && isRefused(response)
            ? count(asked, 'draft')
            : undefined,
      ),
    ),
    clause(
      'A request without `status` gets published entries, so drafts change nothing in its answer.',
      revealing(
        'The server wrongly sends a header with the number of drafts if the request has no status.',
        (asked, response) =>
          isOpen(response) &&
          !has(asked, 'status', 'publicationFilter', 'hasPublishedVersion') &&
          hasDrafts(asked)
            ? count(asked, 'draft')
            : undefined,
      ),
    ),
  ],
  'secret.published': [
    clause(
      'Changing published rows changes no answer of drafts.',
      revealing(
        'The server wrongly sends drafts with a header that depends on values of published rows.',
        (asked, response) =>
          isOpen(response) && asks(asked, 'draft') && hasDrafts(asked) ? publishedValues(asked) : undefined,
      ),
    ),
    clause(
      'Dropping published rows changes no answer of drafts.',
      revealing(
        'The server wrongly sends drafts with a header that has the number of published rows.',
        (asked, response) =>
          isOpen(response) && asks(asked, 'draft') && hasDrafts(asked)
            ? count(asked, 'published')
            : undefined,
      ),
    ),
    clause(
      'Changing or dropping published rows changes no byte of a body with drafts.',
      revealingByte(
        'The server wrongly sends drafts with a byte that depends on published rows.',
        (asked, response) =>
          isOpen(response) && asks(asked, 'draft') && hasDrafts(asked) ? publishedValues(asked) : undefined,
      ),
    ),
    clause(
      'Changing or dropping published rows changes no refusal of a request for drafts.',
      revealing(
        'The server wrongly sends a refusal with a header that has the number of published rows.',
        (asked, response) =>
          asks(asked, 'draft') && hasDrafts(asked) && isRefused(response)
            ? count(asked, 'published')
            : undefined,
      ),
    ),
  ],
  'access.monotone': [
    clause(
      'Removing a permission only removes data from an answer.',
      cutting('The server wrongly shows a role without `*` an additional attribute.', (entry) => ({
        ...entry,
        more: true,
      })),
    ),
    clause(
      'The answer shows the same entries before and after the removal of a permission.',
      cutting('The server wrongly shows a role without `*` another id.', (entry) => ({
        ...entry,
        id: Number(entry.id) + 1,
      })),
    ),
    clause(
      'After the removal of a permission, an entry may lack some of its attributes.',
      cutting('The server wrongly shows a role without `*` null for a populated attribute.', (entry) =>
        Object.fromEntries(
          Object.entries(entry).map(([name, value]) => [
            name,
            isList(value) || isObject(value) ? null : value,
          ]),
        ),
      ),
    ),
    clause(
      'After the removal of a permission, a list in an entry may lack some of its elements.',
      cutting('The server wrongly shows a role without `*` the elements of a list twice.', (entry) =>
        Object.fromEntries(
          Object.entries(entry).map(([name, value]) => [name, isList(value) ? [...value, ...value] : value]),
        ),
      ),
    ),
    clause(
      'After the removal of a permission, a count is equal or lower.',
      cutting('The server wrongly shows a role without `*` a higher count.', (entry) =>
        Object.fromEntries(
          Object.entries(entry).map(([name, value]) => [
            name,
            isObject(value) && typeof value.count === 'number' ? { ...value, count: value.count + 1 } : value,
          ]),
        ),
      ),
    ),
    clause(
      'After the removal of a permission, the server may also refuse the request.',
      answering('The server wrongly answers 404, not entries, to a role without `*`.', (response, asked) =>
        isCut(asked) && isFound(response) ? { ...response, status: 404 } : response,
      ),
    ),
  ],
}
