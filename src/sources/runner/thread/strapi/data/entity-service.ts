/**
 * Implements `strapi.entityService`. As in Strapi, the methods of the entity service call the document service, so
 * document middlewares and lifecycle hooks run. Methods that the document service does not have are calls to the
 * server.
 */
import type { Callable, MemberMap } from '../core-parts.ts'
import { callMember, isCallable, isRecord, memberOf, recordOf, valueAt } from '../values.ts'
import type { CallServer } from './server-calls.ts'

interface EntityParts {
  readonly call: CallServer
  readonly documents: Callable
  readonly query: Callable
  readonly modelOf: (uid: string) => unknown
  /**
   * Returns whether code of the project runs inside calls for a content type. If no code of the project runs inside
   * a call, the server answers the call in one step.
   */
  readonly isSeen: (uid: string) => boolean
}

type EntityMethod = (uid: string, ...given: readonly unknown[]) => Promise<unknown>

export function createEntityService(parts: EntityParts): object {
  const { call, isSeen } = parts
  const inSteps = steps(parts)
  const method =
    (name: string): EntityMethod =>
    (uid, ...args) => {
      const known = isSeen(uid) ? inSteps[name] : undefined
      return known === undefined ? call({ service: 'entity', uid, method: name, args }) : known(uid, ...args)
    }
  const names = [
    'findMany',
    'findPage',
    'findOne',
    'count',
    'create',
    'update',
    'delete',
    'load',
    'loadPages',
  ]
  let implementation: MemberMap = {
    wrapParams: async (params: unknown = {}) => params,
    wrapResult: async (result: unknown = {}) => result,
    ...Object.fromEntries(names.map((name) => [name, method(name)])),
  }
  const service: MemberMap = {
    decorate: (decorator: unknown) => {
      if (!isCallable(decorator))
        throw new Error(`Decorator must be a function, received ${typeof decorator}`)
      implementation = { ...implementation, ...recordOf(decorator(implementation)) }
      return service
    },
  }
  for (const name of Object.keys(implementation))
    service[name] = (...given: readonly unknown[]) => callMember(implementation, name, ...given)
  return service
}

/**
 * Returns the methods of the entity service in a form that runs each step in the thread, with the same inner calls
 * as in Strapi.
 */
function steps({ documents, query, modelOf }: EntityParts): Readonly<Record<string, EntityMethod>> {
  const rowOf = async (uid: string, id: unknown): Promise<MemberMap | null> => {
    const row = await callMember(query(uid), 'findOne', { where: { id } })
    return isRecord(row) ? row : null
  }
  const statusOf = (uid: string, row: unknown): string =>
    valueAt(modelOf(uid), ['options', 'draftAndPublish']) === true && !memberOf(row, 'publishedAt')
      ? 'draft'
      : 'published'
  const onDocument = async (uid: string, method: string, ...given: readonly unknown[]): Promise<unknown> =>
    callMember(documents(uid), method, ...given)
  return {
    findMany: (uid, params = {}) =>
      onDocument(uid, memberOf(modelOf(uid), 'kind') === 'singleType' ? 'findFirst' : 'findMany', params),
    count: (uid, params = {}) => onDocument(uid, 'count', params),
    findOne: async (uid, id, params) => {
      const row = await rowOf(uid, id)
      const { documentId } = row ?? {}
      return row === null ? null : onDocument(uid, 'findOne', { ...recordOf(params), documentId })
    },
    create: async (uid, params) => {
      const { data } = recordOf(params)
      if (!data) throw new Error('cannot create')
      const isDraft = memberOf(data, 'publishedAt') === null
      return onDocument(uid, 'create', { ...recordOf(params), status: isDraft ? 'draft' : 'published' })
    },
    update: async (uid, id, params) => {
      const row = await rowOf(uid, id)
      if (row === null) return null
      const { documentId } = row
      return onDocument(uid, 'update', { ...recordOf(params), status: statusOf(uid, row), documentId })
    },
    delete: async (uid, id, params) => {
      const row = await rowOf(uid, id)
      if (row === null) return null
      await onDocument(uid, 'delete', { ...recordOf(params), documentId: row['documentId'] })
      return row
    },
  }
}
