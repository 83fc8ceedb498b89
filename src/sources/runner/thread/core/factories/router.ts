/** Implements `factories.createCoreRouter`, which makes Strapi's own routes for a content type. */
import { at, type Bag, bagOf, listOf } from '../reach.ts'
import { isSingle, modelOf } from '../strapi.ts'

type Route = Readonly<Record<'method' | 'path' | 'handler', string>> & { readonly config: unknown }

const LIST = {
  find: ['GET', ''],
  findOne: ['GET', '/:id'],
  create: ['POST', ''],
  update: ['PUT', '/:id'],
  delete: ['DELETE', '/:id'],
} as const

const SINGLE = { find: ['GET', ''], update: ['PUT', ''], delete: ['DELETE', ''] } as const

/** Returns Strapi's own routes for a content type, in Strapi's order. */
export function coreRoutes(strapi: object, uid: string, given: unknown = {}): readonly Route[] {
  const model = modelOf(strapi, uid)
  const { only, except, config } = bagOf(given)
  const name = String(at(model, 'info', isSingle(model) ? 'singularName' : 'pluralName'))
  const routes = Object.entries(isSingle(model) ? SINGLE : LIST)
  return namesOf(
    only,
    except,
    routes.map(([action]) => action),
  ).flatMap((action) => {
    const found = routes.find(([known]) => known === action)
    if (found === undefined) return []
    const [method, path] = found[1]
    return [
      { method, path: `/${name}${path}`, handler: `${uid}.${action}`, config: bagOf(config)[action] ?? {} },
    ]
  })
}

/**
 * Returns the names of the actions that get a route. If `only` is set, the order of `only` is the order of the
 * routes.
 */
function namesOf(only: unknown, except: unknown, all: readonly string[]): readonly string[] {
  const kept = except === undefined ? all : all.filter((name) => !namesIn(except).includes(name))
  return only === undefined ? kept : namesIn(only).filter((name) => kept.includes(name))
}

const namesIn = (given: unknown): readonly string[] =>
  typeof given === 'string' ? [given] : listOf(given).map(String)

/**
 * Makes a router for a content type. Computes the routes when code first reads them, because a file with routes may
 * load before the content types.
 * @param current - A function that returns the object `strapi` of the project.
 */
export function createCoreRouter(current: () => object, uid: unknown, given?: unknown): Bag {
  const { prefix, type = 'content-api' } = bagOf(given)
  let made: readonly Route[] | undefined
  return {
    type,
    prefix,
    get routes() {
      made ??= coreRoutes(current(), String(uid), given)
      return made
    },
  }
}
