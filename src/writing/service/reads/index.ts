/** The methods of Strapi's services that read, by service and name. */
import type { Graph } from '../../../reference/graph/graph.ts'
import { isObject, type Json, type JsonObject } from '../../../util/json.ts'
import { plainFault, type ServiceFault, typeFault } from '../fault.ts'
import type { ServiceOptions, ServiceRequest } from '../request.ts'
import { servicePlace } from './context.ts'
import * as documents from './documents.ts'
import * as engine from './engine/engine.ts'
import * as entity from './entity.ts'
import * as query from './query.ts'

type Arguments = readonly (Json | undefined)[]
type Method = (reads: query.EngineReads, args: Arguments) => Json | undefined

const params = (args: Arguments, at = 0): JsonObject => {
  const value = args[at]
  return isObject(value) ? value : {}
}

const DOCUMENTS: Readonly<Record<string, Method>> = {
  findMany: (reads, args) => documents.findMany(reads, params(args)),
  findFirst: (reads, args) => documents.findFirst(reads, params(args)),
  findOne: (reads, args) => documents.findOne(reads, params(args)),
  count: (reads, args) => documents.count(reads, params(args)),
}

const QUERY: Readonly<Record<string, Method>> = {
  findOne: (reads, args) => engine.findOne({ ...reads, params: params(args) }),
  findMany: (reads, args) => engine.findMany({ ...reads, params: params(args) }),
  findWithCount: (reads, args) => [
    engine.findMany({ ...reads, params: params(args) }),
    engine.count({ ...reads, params: params(args) }),
  ],
  findPage: (reads, args) => {
    if (args[0] === undefined || args[0] === null)
      throw typeFault(`Cannot destructure property 'page' of 'params' as it is ${args[0]}.`)
    return query.findPage(reads, params(args))
  },
  count: (reads, args) => engine.count({ ...reads, params: params(args) }),
  load: (reads, [of = null, fields = null, options]) => query.load(reads, of, fields, options),
  loadPages: (reads, [of = null, field = null, ...rest]) => query.loadPages(reads, of, field, params(rest)),
  populate: (reads, [of = null, options]) => query.populate(reads, of, options),
}

const ENTITY: Readonly<Record<string, Method>> = {
  findMany: (reads, args) => entity.findMany(reads, params(args)),
  findPage: (reads, args) => entity.findPage(reads, params(args)),
  findOne: (reads, args) => entity.findOne(reads, args[0] ?? null, params(args, 1)),
  count: (reads, args) => documents.count(reads, params(args)),
  load: (reads, [of = null, field = null, options]) => entity.load(reads, of, field, options),
  loadPages: (reads, [of = null, field = null, options, ...rest]) =>
    entity.loadPages(reads, of, field, options, params(rest)),
}

const METHODS = { documents: DOCUMENTS, query: QUERY, entity: ENTITY } as const

/** Calls a service method that reads; undefined for any other method. @throws ServiceFault */
export function readService(
  graph: Graph,
  { service, uid, method, args }: ServiceRequest,
  options: ServiceOptions,
): { readonly value: Json | undefined } | undefined {
  const methods = METHODS[service]
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (run === undefined) return undefined
  const place = servicePlace(graph, options)
  const type = place.schema.contentTypes.get(uid)
  if (type === undefined) throw unknownType(service, uid, method)
  return { value: run({ type, place }, args) }
}

/** Returns the error for an unknown type. As in Strapi, the text of the error depends on the method. */
export function unknownType(service: ServiceRequest['service'], uid: string, method: string): ServiceFault {
  const isByDocument = service === 'documents' || (service === 'entity' && method === 'count')
  if (isByDocument) return typeFault("Cannot read properties of undefined (reading 'attributes')")
  if (service === 'entity' && method === 'findMany')
    return typeFault("Cannot destructure property 'kind' of 'strapi1.getModel(...)' as it is undefined.")
  if (service === 'entity' && method === 'loadPages')
    return typeFault(
      "Cannot destructure property 'attributes' of 'strapi1.getModel(...)' as it is undefined.",
    )
  return plainFault(`Model ${uid} not found`)
}
