/**
 * Creates a `strapi` object over the reference implementation, with Strapi's own parts, for the code of
 * `fixtures/project-code/core`.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import { parse } from 'qs'
import type { Role } from '../../../src/reference/graph/graph.ts'
import { createReader } from '../../../src/reference/read.ts'
import type { CallerMessage } from '../../../src/sources/runner/protocol.ts'
import { type Core, createCore } from '../../../src/sources/runner/thread/core/core.ts'
import { at, type Bag, bagOf } from '../../../src/sources/runner/thread/core/reach.ts'
import type { AskServer } from '../../../src/sources/runner/thread/loaded.ts'
import { modelsOf } from '../../../src/writing/model.ts'
import { contentApi } from '../../../src/writing/service/content-api/content-api.ts'
import { graphOf } from '../../support/datasets.ts'

const PROFILE = { profile: 'strapi-5.54-sqlite' }
const ANYBODY: Role = { name: '', permissions: new Set(['*']) }

export const graph = graphOf('strapi-5.54')
const reader = createReader(graph, PROFILE)

const callers = new WeakMap<object, CallerMessage>()

/** Answers calls to the content API as the server does. */
const ask: AskServer = async (asked) => {
  if (asked.service !== 'content-api') throw new Error(`unexpected call of ${asked.service}`)
  const result = contentApi(graph, asked, PROFILE)
  if (result.ok) return result
  throw result.error
}

/** `strapi.documents(uid)` for reads. */
function documentsOf(uid: string): object {
  const type = graph.schema.contentTypes.get(uid)
  if (type === undefined) throw new Error(`no type ${uid}`)
  const read = (given: object, documentId?: string) => {
    const { start, limit, ...query }: Bag = { ...given }
    const target =
      documentId === undefined ? ({ kind: 'list' } as const) : ({ kind: 'document', documentId } as const)
    const page = start === undefined ? { limit: 100 } : { start, limit }
    const pagination = documentId === undefined ? { pagination: page } : {}
    const given2 = JSON.parse(JSON.stringify({ ...query, ...pagination }))
    const found = reader.read({ type, target, search: '', role: ANYBODY, query: given2 })
    if (!found.ok) throw Object.assign(new Error(found.refusal?.message), { refusal: found.refusal })
    const { result } = found
    return {
      entries: result.form === 'values' ? JSON.parse(JSON.stringify(result.entries)) : [],
      total: result.kind === 'page' ? result.total : 1,
    }
  }
  return {
    findMany: async (params: object) => read(params).entries,
    findFirst: async (params: object) => read(params).entries[0] ?? null,
    count: async ({ ...params }: Bag) => read({ ...params, start: 0, limit: 1 }).total,
    findOne: async ({ documentId, ...params }: Bag) => read(params, String(documentId)).entries[0] ?? null,
  }
}

/** Returns the model of a type as `strapi.getModel` returns it, with the members that the tested code reads. */
function getModel(uid: string): object | undefined {
  const type = graph.schema.contentTypes.get(uid) ?? graph.schema.components.get(uid)
  if (type === undefined) return undefined
  const attributes = [...type.attributes.values()].map((one): [string, object] => {
    const writable = modelsOf(graph).get(uid)?.attributes.get(one.name)?.writable
    const base = { writable, private: one.private }
    switch (one.kind) {
      case 'scalar':
        return [one.name, { ...base, type: one.type }]
      case 'relation':
        return [one.name, { ...base, type: 'relation', relation: 'oneToMany', target: one.target }]
      case 'component':
        return [one.name, { ...base, type: 'component', component: one.component }]
      case 'zone':
        return [one.name, { ...base, type: 'dynamiczone', components: one.components }]
      case 'media':
        return [one.name, { ...base, type: 'media' }]
      default:
        return [one.name, { ...base, type: 'relation', relation: 'morphToMany' }]
    }
  })
  const info =
    type.modelType === 'contentType'
      ? { singularName: type.singularName, pluralName: type.pluralName }
      : { displayName: uid }
  const kind = type.modelType === 'contentType' ? { kind: type.kind } : {}
  const options = type.modelType === 'contentType' ? { draftAndPublish: type.draftAndPublish } : {}
  return {
    uid,
    modelType: type.modelType,
    ...kind,
    info,
    options,
    attributes: Object.fromEntries(attributes),
  }
}

const SETTINGS: Bag = { 'api.rest.defaultLimit': 25, 'api.rest.maxLimit': 100, 'api.rest.withCount': true }

export interface World {
  readonly strapi: Bag
  readonly core: Core
  readonly outbox: readonly string[]
  /** Loads a file of the fixture project; returns its exports. */
  readonly load: (file: string) => unknown
}

/** Returns a world with the services of the fixture project. */
export function worldOf(): World {
  const outbox: string[] = []
  const services = new Map<string, unknown>()
  const setting = {
    askFor: () => ask,
    callerOf: (auth: unknown) => (typeof auth === 'object' && auth !== null ? callers.get(auth) : undefined),
    jwtSecret: () => 'secret',
    ownSecret: () => undefined,
    outbox: (line: string) => {
      outbox.push(line)
    },
    current: () => strapi,
  }
  const core = createCore(setting)
  const strapi: Bag = {
    documents: documentsOf,
    getModel,
    contentType: getModel,
    config: { get: (path: string, otherwise: unknown) => SETTINGS[path] ?? otherwise },
    requestContext: { get: () => undefined },
    service: (uid: string) => services.get(uid) ?? core.coreService(strapi, uid),
  }
  strapi['contentAPI'] = core.contentAPI(strapi)
  const load = (file: string): unknown => loaded(file, core, strapi)
  for (const name of ['article', 'homepage']) {
    const make: unknown = load(`src/api/${name}/services/${name}.js`)
    if (typeof make === 'function') services.set(`api::${name}.${name}`, make({ strapi }))
  }
  return { strapi, core, outbox, load }
}

const home = new URL('../../../fixtures/project-code/core/', import.meta.url)
const own = createRequire(import.meta.url)

function loaded(file: string, core: Core, strapi: object): unknown {
  const module = { exports: {} }
  const require = (name: string): unknown =>
    name === '@strapi/strapi' ? core.strapiPackage : name === '@strapi/utils' ? core.utils : own(name)
  const sandbox = { module, exports: module.exports, require, strapi }
  runInNewContext(readFileSync(new URL(file, home), 'utf8'), sandbox, { filename: file })
  return module.exports
}

/** Returns the Koa context of a GET request by a caller with the given role. */
export function contextOf(url: string, role: string, more: object = {}): Bag {
  const at = url.indexOf('?')
  const query =
    at === -1 ? {} : parse(url.slice(at + 1), { depth: 20, arrayLimit: 100, strictNullHandling: true })
  const auth = { role }
  callers.set(auth, { kind: 'public', role, permissions: [] })
  return { query, params: {}, state: { auth }, request: {}, headers: {}, ...more }
}

/** Returns the body that Strapi would send: the returned value, otherwise the body of the context. */
export const bodyOf = (context: Bag, returned: unknown): unknown => returned ?? at(bagOf(context), 'body')
