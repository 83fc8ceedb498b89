/** Implements `sanitize.query` and `validate.query` of `strapi.contentAPI`. */
import { faultOfNames } from '../../../reference/check/query.ts'
import { givenQuery } from '../../../reference/parse/given.ts'
import { NO_PAGES } from '../../../reference/parse/pagination.ts'
import { parseQuery, ROOT_KEYS } from '../../../reference/parse/query.ts'
import { PUBLICATION_FILTERS } from '../../../reference/plan/plan.ts'
import type { ContentType, Model } from '../../../reference/schema/schema.ts'
import { syntaxRead } from '../../../reference/strapi/read.ts'
import { crashesAt } from '../../../reference/strapi/respond.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { closedRelation, type Seen } from './closed.ts'
import type { ContentApiContext } from './context.ts'
import { walkFields } from './fields.ts'
import { walkFilters } from './filters.ts'
import { walkPopulate } from './populate.ts'
import { ContentApiError, crashed, validationError } from './refused.ts'
import { hasSort, walkSort } from './sort.ts'
import { expandWildcard, FIELD_VISITORS, FILTER_VISITORS, removePrivate, SORT_VISITORS } from './visitors.ts'
import { KEEP, type Part, type Place, REMOVE, setTo, type Visitor, type Walk } from './walk.ts'

type WalkPart = (walk: Walk, place: Place, part: Part) => Part

/** Walks over a query parameter once for each visitor, and returns the sanitized parameter. */
const sanitized = (
  part: Part,
  place: Place,
  walkPart: WalkPart,
  visitors: readonly Visitor[],
  { schema }: ContentApiContext,
): Part => visitors.reduce((rest, visit) => walkPart({ schema, visit }, place, rest), part)

const byRole = ({ seen }: ContentApiContext): readonly Visitor[] =>
  seen === undefined ? [] : [closedVisitor(seen)]

const closedVisitor =
  (seen: Seen): Visitor =>
  (visit) =>
    closedRelation(visit, seen)

/** Removes from a query all names that the caller may not use, and expands wildcards. */
export function sanitizeQuery(query: JsonObject, model: Model, context: ContentApiContext): Json {
  checkPublicationFilter(query, context)
  const place: Place = { model, path: null, parent: undefined }
  const roles = byRole(context)
  const parts: Record<string, Part> = { ...query }
  const { filters, sort, fields, populate } = parts
  const filtersOf = (part: Part): Part =>
    sanitized(part, place, walkFilters, [...FILTER_VISITORS, ...roles], context)
  if (filters)
    parts['filters'] = isList(filters) ? filters.map((one) => filtersOf(one) ?? null) : filtersOf(filters)
  if (hasSort(sort)) parts['sort'] = sanitized(sort, place, walkSort, [...SORT_VISITORS, ...roles], context)
  else delete parts['sort']
  if (fields) parts['fields'] = sanitized(fields, place, walkFields, FIELD_VISITORS, context)
  if (populate)
    parts['populate'] = sanitized(
      populate,
      place,
      walkPopulate,
      [expandWildcard, optionVisitor(context), removePrivate, ...roles],
      context,
    )
  const kept = Object.entries(parts).filter((entry): entry is [string, Json] => entry[1] !== undefined)
  return Object.fromEntries(kept.filter(([key]) => !context.isStrict || ROOT_KEYS.has(key)))
}

/** Returns a visitor that sanitizes `sort`, `filters` and `fields` on every level of a populate. */
const optionVisitor =
  (context: ContentApiContext): Visitor =>
  ({ key, value, attribute, model }) => {
    if (attribute !== undefined || value === undefined) return KEEP
    const option = OPTIONS[key]
    if (option === undefined) return KEEP
    if (model === undefined) throw crashed(`Missing schema in default${option.name}`)
    const place: Place = { model, path: null, parent: undefined }
    const rest = sanitized(value, place, option.walk, option.visitors, context)
    return rest === undefined ? REMOVE : setTo(rest)
  }

const OPTIONS: Readonly<
  Record<string, { readonly name: string; readonly walk: WalkPart; readonly visitors: readonly Visitor[] }>
> = {
  sort: { name: 'SanitizeSort', walk: walkSort, visitors: SORT_VISITORS },
  filters: { name: 'SanitizeFilters', walk: walkFilters, visitors: FILTER_VISITORS },
  fields: { name: 'SanitizeFields', walk: walkFields, visitors: FIELD_VISITORS },
}

function checkPublicationFilter(query: JsonObject, { profile }: ContentApiContext): void {
  const value = member(query, 'publicationFilter') ?? null
  if (
    value === null ||
    profile.has('publicationFilter') ||
    PUBLICATION_FILTERS.some((name) => name === value)
  )
    return
  const message = `Invalid value for 'publicationFilter'. Expected one of: ${PUBLICATION_FILTERS.join(', ')}.`
  throw validationError(message, { source: 'query', param: 'publicationFilter' })
}

/** Throws an error for a query with names that the caller may not use. @throws ContentApiError */
export function validateQuery(query: JsonObject, type: ContentType, context: ContentApiContext): void {
  const { graph, profile, role, isStrict } = context
  const syntax = { ...syntaxRead(parseQuery(givenQuery(query)), profile), pagination: NO_PAGES }
  const settings = { ...graph.settings, strictParams: isStrict }
  const known = { schema: graph.schema, settings, locales: graph.locales, role, ...profile }
  const refusal = faultOfNames(syntax, type, known)
  if (refusal === undefined) return
  if (crashesAt(refusal, profile)) throw crashed(refusal.message)
  throw new ContentApiError(refusal.name, refusal.message, refusal.status, detailsOf(refusal.details))
}

const detailsOf = (details: unknown): JsonObject => {
  const json: Json = JSON.parse(JSON.stringify(details ?? {}))
  return isObject(json) ? json : {}
}
