/** Makes the standard controller of a content type, like `factories.createCoreController` of Strapi. */
import { ownError } from '../../own-error.ts'
import { askCore, canCall, runSteps, stock } from '../core-call.ts'
import { at, type Bag, bagOf, call, isCall, memberOf } from '../reach.ts'
import { configOf, isSingle, modelOf, serviceOf } from '../strapi.ts'
import { type ErrorConstructors, errors } from '../utils/errors.ts'
import { transformResponse } from './transform.ts'

/** The values that all actions of one content type's controller need. */
interface Actions {
  readonly strapi: object
  readonly uid: string
  readonly errors: ErrorConstructors
}

type RunAction = (this: unknown, context: unknown) => Promise<unknown>

/** Makes the helper methods of a content type's controller, such as `transformResponse` and `sanitizeQuery`. */
function helpersOf(strapi: object, uid: string): Bag {
  const content = (group: string, name: string, data: unknown, options: object): unknown =>
    call(at(strapi, 'contentAPI', group), name, data, modelOf(strapi, uid), options)
  const authOf = (context: unknown): unknown => at(context, 'state', 'auth') ?? {}
  const optionsOf = (context: unknown): object => {
    const strictParams = configOf(strapi, 'api.rest.strictParams')
    const options = { auth: authOf(context), route: at(context, 'state', 'route') }
    return typeof strictParams === 'boolean' ? { ...options, strictParams } : options
  }
  return {
    transformResponse: (data: unknown, meta?: unknown) => transformResponse(strapi, uid, data, meta),
    sanitizeOutput: async (data: unknown, context: unknown) =>
      content('sanitize', 'output', data, { auth: authOf(context) }),
    sanitizeInput: async (data: unknown, context: unknown) =>
      content('sanitize', 'input', data, optionsOf(context)),
    sanitizeQuery: async (context: unknown) =>
      content('sanitize', 'query', memberOf(context, 'query'), optionsOf(context)),
    validateQuery: async (context: unknown) =>
      content('validate', 'query', memberOf(context, 'query'), optionsOf(context)),
    validateInput: async (data: unknown, context: unknown) =>
      content('validate', 'input', data, optionsOf(context)),
  }
}

/**
 * Validates and sanitizes the query of a request. Uses the methods of the controller, because the project's code may
 * override these methods.
 */
async function soundQuery(controller: unknown, context: unknown): Promise<Bag> {
  await call(controller, 'validateQuery', context)
  return bagOf(await call(controller, 'sanitizeQuery', context))
}

/** Validates and sanitizes the value of `data` in a request body. */
async function soundData(controller: unknown, context: unknown, known: Actions): Promise<unknown> {
  const data = at(context, 'request', 'body', 'data')
  if (typeof data !== 'object' || data === null)
    throw ownError(new known.errors.ValidationError('Missing "data" payload in the request body'))
  await call(controller, 'validateInput', data, context)
  return call(controller, 'sanitizeInput', data, context)
}

async function answered(controller: unknown, context: unknown, entity: unknown): Promise<unknown> {
  const sanitized = await call(controller, 'sanitizeOutput', entity, context)
  return call(controller, 'transformResponse', sanitized)
}

const idOf = (context: unknown): unknown => at(context, 'params', 'id')

const setStatus = (context: unknown, status: number): void => {
  if (typeof context === 'object' && context !== null) Reflect.set(context, 'status', status)
}

/**
 * Returns the actions of a controller in a form that runs each step in the thread. The steps of an action run in the
 * thread if code of the project runs inside the action.
 */
function steps(known: Actions): Readonly<Record<string, RunAction>> {
  const service = (): unknown => {
    const found = serviceOf(known.strapi, known.uid)
    if (found !== undefined) return found
    throw new TypeError(
      `${known.uid} has no service: add one with factories.createCoreService('${known.uid}') in its folder \`services\``,
    )
  }
  return isSingle(modelOf(known.strapi, known.uid)) ? singleSteps(service, known) : listSteps(service, known)
}

const listSteps = (service: () => unknown, known: Actions): Readonly<Record<string, RunAction>> => ({
  async find(context) {
    const query = await soundQuery(this, context)
    const found = await call(service(), 'find', query)
    const results = await call(this, 'sanitizeOutput', memberOf(found, 'results'), context)
    return call(this, 'transformResponse', results, { pagination: memberOf(found, 'pagination') })
  },
  async findOne(context) {
    const query = await soundQuery(this, context)
    return answered(this, context, await call(service(), 'findOne', idOf(context), query))
  },
  async create(context) {
    const query = await soundQuery(this, context)
    const data = await soundData(this, context, known)
    const entity = await call(service(), 'create', { ...query, data })
    const sanitized = await call(this, 'sanitizeOutput', entity, context)
    setStatus(context, 201)
    return call(this, 'transformResponse', sanitized)
  },
  async update(context) {
    const query = await soundQuery(this, context)
    const data = await soundData(this, context, known)
    return answered(this, context, await call(service(), 'update', idOf(context), { ...query, data }))
  },
  async delete(context) {
    const query = await soundQuery(this, context)
    await call(service(), 'delete', idOf(context), query)
    setStatus(context, 204)
    return undefined
  },
})

const singleSteps = (service: () => unknown, known: Actions): Readonly<Record<string, RunAction>> => ({
  async find(context) {
    const query = await soundQuery(this, context)
    return answered(this, context, await call(service(), 'find', query))
  },
  async update(context) {
    const query = await soundQuery(this, context)
    const data = await soundData(this, context, known)
    return answered(this, context, await call(service(), 'createOrUpdate', { ...query, data }))
  },
  async delete(context) {
    const query = await soundQuery(this, context)
    await call(service(), 'delete', query)
    setStatus(context, 204)
    return undefined
  },
})

const HELPERS = [
  'validateQuery',
  'sanitizeQuery',
  'validateInput',
  'sanitizeInput',
  'sanitizeOutput',
  'transformResponse',
]

/**
 * Makes Strapi's own controller of a content type. Usually, each action of Strapi's own controller is a single call
 * to the server. An action runs step by step in the thread if the project's code overrides a method that the action
 * calls. An action also runs step by step if lifecycle hooks or document middlewares of the project run inside it.
 */
export function coreController(strapi: object, uid: string): object {
  const helpers = helpersOf(strapi, uid)
  const known: Actions = { strapi, uid, errors }
  const base: Bag = Object.create(helpers)
  for (const [name, run] of Object.entries(steps(known))) {
    const action: RunAction = async function (this: unknown, context) {
      const isOwn = HELPERS.every((helper) => memberOf(this, helper) === helpers[helper])
      const isCalled = isOwn && canCall(strapi, context, uid, name, serviceOf(strapi, uid))
      const id = idOf(context)
      const asked = { uid, name, id: id === undefined ? '' : String(id) }
      if (!isCalled) return runSteps(context, asked, () => run.call(this, context))
      const body = await askCore(context, asked)
      if (name === 'create') setStatus(context, 201)
      if (name === 'delete') setStatus(context, 204)
      return name === 'delete' ? undefined : body
    }
    base[name] = stock(action)
  }
  return base
}

/**
 * Implements `factories.createCoreController`. Actions that the project's configuration of the controller does not
 * define are Strapi's own actions.
 */
export function createCoreController(uid: unknown, config?: unknown): (given: { strapi: object }) => object {
  return ({ strapi }) => withBase(coreController(strapi, String(uid)), config, strapi)
}

/**
 * Overrides members of a Strapi controller or service with the members of the project. The overridden members stay
 * available through `super`.
 */
export function withBase(base: object, config: unknown, strapi: object): object {
  const made = isCall(config) ? config({ strapi }) : (config ?? {})
  const own = bagOf(made)
  for (const name of Object.keys(base)) if (own[name] === undefined) own[name] = Reflect.get(base, name)
  Object.setPrototypeOf(own, base)
  return own
}
