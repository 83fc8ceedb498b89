/** Makes the standard service of a content type, like `factories.createCoreService` of Strapi. */
import { READ, stock } from '../core-call.ts'
import { at, type Bag, bagOf, call, memberOf } from '../reach.ts'
import { documentsOf, isSingle, modelOf, queryOf } from '../strapi.ts'
import { withBase } from './controller.ts'
import { pageInfo, pageOf, shouldCount } from './pagination.ts'

/** The values that all methods of one content type's service need. */
interface Reach {
  readonly strapi: object
  readonly uid: string
}

const paramsOf = (service: unknown, params: unknown): Bag => bagOf(call(service, 'getFetchParams', params))

function getFetchParams(params: unknown = {}): object {
  return { status: 'published', ...Object(params) }
}

const listMethods = ({ strapi, uid }: Reach): Bag => ({
  async find(this: unknown, params: unknown = {}) {
    const fetch = paramsOf(this, params)
    const page = pageOf(strapi, fetch)
    const results = await call(documentsOf(strapi, uid), 'findMany', { ...fetch, ...page, [READ]: true })
    if (!shouldCount(strapi, fetch)) return { results, pagination: pageInfo(fetch, page, undefined) }
    const count = await call(documentsOf(strapi, uid), 'count', { ...fetch, ...page })
    if (typeof count !== 'number') throw new Error('Count should be a number')
    return { results, pagination: pageInfo(fetch, page, count) }
  },
  async findOne(this: unknown, documentId: unknown, params: unknown = {}) {
    return call(documentsOf(strapi, uid), 'findOne', {
      ...paramsOf(this, params),
      documentId,
      [READ]: true,
    })
  },
  async create(this: unknown, params: unknown = { data: {} }) {
    return call(documentsOf(strapi, uid), 'create', paramsOf(this, params))
  },
  async update(this: unknown, documentId: unknown, params: unknown = { data: {} }) {
    return call(documentsOf(strapi, uid), 'update', { ...paramsOf(this, params), documentId })
  },
  async delete(this: unknown, documentId: unknown, params: unknown = {}) {
    return deleted(await call(documentsOf(strapi, uid), 'delete', { ...paramsOf(this, params), documentId }))
  },
})

const singleMethods = ({ strapi, uid }: Reach): Bag => ({
  async getDocumentId() {
    return at(await call(queryOf(strapi, uid), 'findOne'), 'documentId')
  },
  async find(this: unknown, params: unknown = {}) {
    return call(documentsOf(strapi, uid), 'findFirst', { ...paramsOf(this, params), [READ]: true })
  },
  async createOrUpdate(this: unknown, params: unknown = {}) {
    const documentId = await call(this, 'getDocumentId')
    const fetch = paramsOf(this, params)
    return documentId
      ? call(documentsOf(strapi, uid), 'update', { ...fetch, documentId })
      : call(documentsOf(strapi, uid), 'create', fetch)
  },
  async delete(this: unknown, params: unknown = {}) {
    const documentId = await call(this, 'getDocumentId')
    if (!documentId) return { deletedEntries: 0 }
    return deleted(await call(documentsOf(strapi, uid), 'delete', { ...paramsOf(this, params), documentId }))
  },
})

const deleted = (result: unknown): object => ({
  deletedEntries: memberOf(memberOf(result, 'entries'), 'length'),
})

/**
 * Makes Strapi's own service of a content type. The prototype of the service has the methods as non-enumerable
 * members, so that project code can call them through `super`.
 */
export function coreService(strapi: object, uid: string): object {
  const reach = { strapi, uid }
  const model = modelOf(strapi, uid)
  const methods = isSingle(model) ? singleMethods(reach) : listMethods(reach)
  const prototype: object = {}
  for (const [name, value] of Object.entries({ getFetchParams, ...methods }))
    if (typeof value === 'function')
      Object.defineProperty(prototype, name, { value: stock(value), writable: true, configurable: true })
  return Object.assign(Object.create(prototype), { contentType: model })
}

/**
 * Implements `factories.createCoreService`. Methods that the project's configuration of the service does not define
 * are Strapi's own methods.
 */
export function createCoreService(uid: unknown, config?: unknown): (given: { strapi: object }) => object {
  return ({ strapi }) => withBase(coreService(strapi, String(uid)), config, strapi)
}
