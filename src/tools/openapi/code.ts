/**
 * Describes the effects of a project's own code in the OpenAPI document: the changed answers and the added routes.
 */
import type { CustomRoute } from '../../reference/code-effect.ts'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import { type CodeRoute, sentenceOf } from '../types/code/routes.ts'

/**
 * The schemas for the answer of an operation: of the whole answer, of one entry, and of an answer with other
 * entries.
 */
export interface AnswerSchemas {
  /** The schema of the answer without changes by the project's own code. */
  readonly whole: JsonObject
  /** The schema of an entry with all attributes that an answer may contain. */
  readonly entry: JsonObject
  /** Returns the schema of an answer whose entries have the schema `entry`. */
  readonly answerOf: (entry: JsonObject) => JsonObject
}

/** Returns the schema of an answer after the project's own code changed it. */
export function answerAfter(route: CodeRoute | undefined, schemas: AnswerSchemas): JsonObject {
  if (route === undefined) return schemas.whole
  const description = sentenceOf(route)
  if (route.changed === null) return { description }
  if (route.changed.length === 0) return { allOf: [schemas.whole], description }
  const { properties = {}, required = [], ...entry } = schemas.entry
  const changed = new Set(route.changed)
  const others = isObject(properties) ? Object.entries(properties).filter(([name]) => !changed.has(name)) : []
  const names = Array.isArray(required) ? required.filter((name: Json) => !changed.has(String(name))) : []
  const free = [...changed].map((name): [string, Json] => [name, {}])
  const open = { ...entry, properties: Object.fromEntries([...others, ...free]), required: names }
  return { ...schemas.answerOf(open), description }
}

const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options'])

/** A path of the OpenAPI document, with its operations. */
type PathItem = readonly [string, JsonObject]

/**
 * Returns the paths of routes that only the project's own code defines. The OpenAPI document allows any JSON in the
 * answers of these routes. The parameter `known` has the paths of the content types. A route on such a path adds its
 * method to the path, but replaces no known method.
 */
export function customPaths(
  routes: readonly CustomRoute[],
  prefix: string,
  known: ReadonlyMap<string, Json>,
): readonly PathItem[] {
  const bySign = new Map([...known.keys()].map((path) => [signOf(path), path]))
  const ids = new Set([...known.values()].flatMap(idsOf))
  const made = new Map<string, JsonObject>()
  for (const { method, path, file } of routes) {
    const name = METHODS.has(method.toLowerCase()) ? method.toLowerCase() : 'get'
    const template = templateOf(path, prefix)
    const sign = signOf(template.path)
    const at = bySign.get(sign) ?? template.path
    const before = made.get(at) ?? objectOf(known.get(at))
    bySign.set(sign, at)
    if (Object.hasOwn(before, name)) continue
    const operationId = unusedId(`${name}${camelCase(at)}`, ids)
    ids.add(operationId)
    made.set(at, { ...before, ...serversOf(template), [name]: operationOf(operationId, at, file) })
  }
  return [...made]
}

/** Returns the ids of the operations of a path. */
const idsOf = (item: Json): readonly Json[] =>
  Object.values(objectOf(item)).flatMap((operation) => objectOf(operation).operationId ?? [])

/** Returns an id, with a number at its end if other operations have the same id. */
function unusedId(id: string, used: ReadonlySet<Json>): string {
  let count = 1
  const numbered = (): string => (count === 1 ? id : `${id}${count}`)
  while (used.has(numbered())) count++
  return numbered()
}

const camelCase = (path: string): string =>
  path.replace(/[^A-Za-z0-9]+(.)?/g, (_all, next: string = '') => next.toUpperCase())

const objectOf = (json: Json | undefined): JsonObject => (isObject(json) ? json : {})

function operationOf(operationId: string, path: string, file: string): JsonObject {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']): JsonObject => ({ name, in: 'path', required: true, schema: { type: 'string' } }),
  )
  const summary = `A route of the project's own code: ${file}`
  return {
    operationId,
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    responses: {
      default: { description: `The answer of ${file}`, content: { 'application/json': { schema: {} } } },
    },
  }
}

interface Template {
  readonly path: string
  /**
   * Whether the path begins with the API prefix; the server URL of the OpenAPI document already contains this
   * prefix.
   */
  readonly isBelowPrefix: boolean
}

const serversOf = ({ isBelowPrefix }: Template): JsonObject =>
  isBelowPrefix ? {} : { servers: [{ url: '/' }] }

/**
 * Converts a route path: `/api/articles/:id(\\d+)` → `/articles/{id}`. A wildcard in the path becomes a parameter
 * called `rest`.
 */
function templateOf(path: string, prefix: string): Template {
  const isBelowPrefix = prefix !== '' && path.startsWith(`${prefix}/`)
  const own = isBelowPrefix ? path.slice(prefix.length) : path
  const named = own
    .replace(/:([A-Za-z_]\w*)(?:\([^()]*\))?[?*+]?/g, '{$1}')
    .replace(/\([^()]*\)|\*\w*/g, '{rest}')
    .replace(/[{}]{2,}/g, (text) => (text.startsWith('{') ? '{' : '}'))
  return { path: named.startsWith('/') ? named : `/${named}`, isBelowPrefix: isBelowPrefix || prefix === '' }
}

/**
 * Returns the path without the names of its parameters, because paths that differ only in these names are the same
 * route.
 */
const signOf = (path: string): string => path.replace(/\{\w+\}/g, '{}')
