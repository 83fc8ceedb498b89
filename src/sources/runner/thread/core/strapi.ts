/** Functions that read members of the object `strapi`, for the replacements of Strapi's packages. */
import { at, type Bag, bagOf, call, memberOf } from './reach.ts'

export const serviceOf = (strapi: object, uid: string): unknown => call(strapi, 'service', uid)

export const documentsOf = (strapi: object, uid: string): unknown => call(strapi, 'documents', uid)

/** Returns the query engine of a content type, `strapi.db.query(uid)`. */
export const queryOf = (strapi: object, uid: string): unknown => call(memberOf(strapi, 'db'), 'query', uid)

/** Makes a function that calls the query engine of a content type. */
export const engineOf =
  (strapi: object, uid: string) =>
  async (method: string, given: object): Promise<unknown> =>
    call(queryOf(strapi, uid), method, given)

export const configOf = (strapi: object, path: string, otherwise?: unknown): unknown =>
  call(memberOf(strapi, 'config'), 'get', path, otherwise)

/** Returns the model of the content type or component with the given uid; undefined for an unknown uid. */
export function modelOf(strapi: object, uid: unknown): Bag | undefined {
  const model = call(strapi, 'getModel', uid)
  return model === undefined || model === null ? undefined : bagOf(model)
}

export const attributesOf = (model: unknown): Readonly<Record<string, Bag>> => {
  const attributes = bagOf(memberOf(model, 'attributes'))
  return Object.fromEntries(Object.entries(attributes).map(([name, attribute]) => [name, bagOf(attribute)]))
}

/** Returns the Koa context of the current request; undefined outside of requests. */
export const currentContext = (strapi: object): unknown => call(memberOf(strapi, 'requestContext'), 'get')

export const isSingle = (model: unknown): boolean => at(model, 'kind') === 'singleType'
