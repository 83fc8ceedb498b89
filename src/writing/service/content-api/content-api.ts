/**
 * Implements `sanitize` and `validate` of `strapi.contentAPI`. Project code calls `sanitize` and `validate` before and
 * after it reads data.
 */
import type { Graph, Role } from '../../../reference/graph/graph.ts'
import type { Model, Uid } from '../../../reference/schema/schema.ts'
import { modelOf } from '../../../reference/schema/target.ts'
import { departures, type ProfileOptions, profile } from '../../../reference/strapi/profile.ts'
import { withTypesOf } from '../../../reference/strapi/types.ts'
import { isObject, type Json, type JsonObject } from '../../../util/json.ts'
import { departing } from '../../profile.ts'
import type { ContentApiContext } from './context.ts'
import { sanitizeInput, sanitizeOutput, validateInput } from './input.ts'
import { sanitizeQuery, validateQuery } from './query.ts'
import { ContentApiError, crashed, validationError } from './refused.ts'

export type ContentApiMethod =
  | 'sanitize.output'
  | 'sanitize.query'
  | 'sanitize.input'
  | 'validate.query'
  | 'validate.input'

export interface ContentApiCall {
  readonly method: ContentApiMethod
  readonly uid: Uid
  readonly data: Json
  /** The name of the caller's role; undefined for no restriction by permissions. */
  readonly role: string | undefined
  /** Whether `validate` refuses, and `sanitize` removes, unknown parameters and attributes; false by default. */
  readonly strict?: boolean
}

export interface ContentApiOptions {
  readonly profile?: string | ProfileOptions
  /** The role of the caller, which replaces the role whose name the call contains. */
  readonly caller?: Role
}

export type ContentApiResult =
  | { readonly ok: true; readonly value: Json | undefined }
  | {
      readonly ok: false
      readonly error: {
        readonly name: string
        readonly message: string
        readonly status: number
        readonly details: JsonObject
      }
    }

/**
 * Sanitizes or validates data of a type, and never changes the graph. An error that Strapi would throw becomes part of
 * the result.
 * @throws ProfileError for an unknown profile.
 */
export function contentApi(
  graph: Graph,
  call: ContentApiCall,
  options: ContentApiOptions = {},
): ContentApiResult {
  try {
    return { ok: true, value: perform(call, contextOf(graph, call, options)) }
  } catch (error) {
    if (!(error instanceof ContentApiError)) throw error
    const { name, message, status, details } = error
    return { ok: false, error: { name, message, status, details } }
  }
}

function perform({ method, uid, data }: ContentApiCall, context: ContentApiContext): Json | undefined {
  const model = modelOf(context.schema, uid)
  if (model === undefined) throw crashed(`Missing schema in ${METHODS[method]}`)
  refuseDeep(data)
  switch (method) {
    case 'sanitize.output':
      return sanitizeOutput(data, model, context)
    case 'sanitize.input':
      return sanitizeInput(data, model, context)
    case 'validate.input':
      validateInput(data, model, context)
      return undefined
    case 'sanitize.query':
      return sanitizeQuery(queryOf(data, method), model, context)
    case 'validate.query':
      validateQuery(queryOf(data, method), contentTypeOf(model), context)
      return undefined
  }
}

const METHODS: Readonly<Record<ContentApiMethod, string>> = {
  'sanitize.output': 'sanitizeOutput',
  'sanitize.query': 'sanitizeQuery',
  'sanitize.input': 'sanitizeInput',
  'validate.query': 'validateQuery',
  'validate.input': 'validateInput',
}

function queryOf(data: Json, method: ContentApiMethod): JsonObject {
  if (isObject(data)) return data
  throw crashed(`${METHODS[method]} expects a query as an object`)
}

function contentTypeOf(model: Model): Extract<Model, { modelType: 'contentType' }> {
  if (model.modelType === 'contentType') return model
  throw crashed(`validateQuery expects a content type, and ${model.uid} is a component`)
}

/**
 * The maximum number of nested levels in the data. The nesting is limited, because the walks over the data are
 * recursive.
 */
const MOST_LEVELS = 200

/** Throws an error if the data has too many nested levels. @throws ContentApiError */
function refuseDeep(data: Json): void {
  let level: readonly Json[] = [data]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) throw validationError(`The data is nested deeper than ${MOST_LEVELS} levels`)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
}

/** The role for calls without a role, which has all permissions. */
const ANYBODY: Role = { name: '', permissions: new Set(['*']) }
/** The role for calls with an unknown role, which has no permissions. */
const NOBODY: Role = { name: '', permissions: new Set() }

function contextOf(
  given: Graph,
  { role: name, strict }: ContentApiCall,
  options: ContentApiOptions,
): ContentApiContext {
  const chosen = profile(options.profile)
  const has = departures(chosen)
  const graph = withTypesOf({ has }, given)
  const { schema } = graph
  const caller = options.caller ?? (name === undefined ? undefined : (graph.access.roles.get(name) ?? NOBODY))
  return {
    graph,
    schema,
    profile: { has, database: chosen.database },
    departs: departing(chosen),
    seen: caller === undefined ? undefined : { role: caller, schema },
    role: caller ?? ANYBODY,
    isStrict: strict === true,
  }
}
