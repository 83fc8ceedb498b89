/**
 * Implements `strapi.contentAPI`, and `sanitize` of `@strapi/utils`, by calls to the server. The server sanitizes
 * and validates the data, because the server has the schema and the permissions.
 */
import type { Json } from '../../../../util/json.ts'
import type { CallerMessage, ServiceCall } from '../../protocol.ts'
import type { AskServer } from '../loaded.ts'
import { runCalled } from './core-call.ts'
import { actionsMap, routesMap } from './permission-map.ts'
import { raised } from './raised.ts'
import { at, bagOf, isCall, listOf, memberOf } from './reach.ts'

export interface ContentApiParts {
  /** Returns the function that sends the calls of the current request. */
  readonly askFor: () => AskServer
  /**
   * Returns the caller for whom Populace made an object in `ctx.state.auth`; undefined if the project's code made
   * the object.
   */
  readonly callerOf: (auth: unknown) => CallerMessage | undefined
}

type ContentApiMethod = Extract<ServiceCall, { service: 'content-api' }>['method']

const PARTS = ['filters', 'sort', 'fields', 'populate'] as const

/**
 * Makes the object `strapi.contentAPI` with `sanitize` and `validate`. The methods of `strapi.contentAPI` that
 * register further query parameters have no effect.
 */
export function contentAPI(strapi: object, parts: ContentApiParts): object {
  const run = (
    method: ContentApiMethod,
    data: unknown,
    schema: unknown,
    options: unknown,
  ): Promise<unknown> =>
    runCalled(strapi, `strapi.contentAPI.${method}`, () => ask(method, data, schema, options, parts))
  const part = (name: (typeof PARTS)[number]) => async (data: unknown, schema: unknown, options: unknown) =>
    memberOf(await run('sanitize.query', { [name]: data }, schema, options), name)
  const fault = (name: (typeof PARTS)[number]) => (data: unknown, schema: unknown, options: unknown) =>
    run('validate.query', { [name]: data }, schema, options)
  const byPart = <T>(make: (name: (typeof PARTS)[number]) => T): Record<string, T> =>
    Object.fromEntries(PARTS.map((name) => [name, make(name)]))
  const nothing = (): undefined => undefined
  return {
    sanitize: {
      input: sanitizer('sanitize.input', 'content-api.input', strapi, run),
      output: sanitizer('sanitize.output', 'content-api.output', strapi, run),
      query: (data: unknown, schema: unknown, options: unknown) =>
        run('sanitize.query', data, schema, options),
      ...byPart(part),
    },
    validate: {
      input: (data: unknown, schema: unknown, options: unknown) =>
        run('validate.input', data, schema, options),
      query: (data: unknown, schema: unknown, options: unknown) =>
        run('validate.query', data, schema, options),
      ...byPart(fault),
    },
    permissions: {
      registerActions: nothing,
      providers: {},
      engine: {},
      getActionsMap: async () => actionsMap(strapi),
    },
    getRoutesMap: async () => routesMap(strapi),
    addQueryParams: nothing,
    addInputParams: nothing,
    applyExtraParamsToRoutes: nothing,
  }
}

type Run = (method: ContentApiMethod, data: unknown, schema: unknown, options: unknown) => Promise<unknown>

/**
 * Makes a function that runs the sanitizer of the server, and then the sanitizers that the project's code
 * registered.
 */
const sanitizer =
  (method: ContentApiMethod, registry: string, strapi: object, run: Run) =>
  async (data: unknown, schema: unknown, options: unknown): Promise<unknown> => {
    let result = await run(method, data, schema, options)
    const get = at(strapi, 'sanitizers', 'get')
    if (!isCall(get)) return result
    for (const make of listOf(Reflect.apply(get, at(strapi, 'sanitizers'), [registry]))) {
      const change = isCall(make) ? make(schema) : undefined
      if (!isCall(change)) continue
      result = Array.isArray(result)
        ? await Promise.all(result.map((one: unknown) => change(one)))
        : await change(result)
    }
    return result
  }

async function ask(
  method: ContentApiMethod,
  data: unknown,
  schema: unknown,
  options: unknown,
  { askFor, callerOf }: ContentApiParts,
): Promise<unknown> {
  const uid = at(schema, 'uid')
  if (typeof uid !== 'string') throw new Error(`Missing schema in contentAPI.${method}`)
  const { auth, strictParams } = bagOf(options)
  const role = auth ? (callerOf(auth)?.role ?? '') : undefined
  const plain = plainJson(data)
  if (plain === undefined) return undefined
  const call: ServiceCall = { service: 'content-api', method, uid, data: plain, role }
  try {
    const result = await askFor()(strictParams === true ? { ...call, strict: true } : call)
    return 'value' in result ? result.value : undefined
  } catch (error) {
    throw raised(error)
  }
}

/** Converts a value to JSON text and parses this text. The parsed value has the form that a client would receive. */
function plainJson(value: unknown): Json | undefined {
  const text = JSON.stringify(value)
  return text === undefined ? undefined : JSON.parse(text)
}
