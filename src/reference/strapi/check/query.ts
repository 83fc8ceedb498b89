/**
 * Implements departures that concern a whole query: its parameters, and faults that appear only if the query finds
 * rows.
 */
import { type CheckContext, report, type Stage } from '../../check/context.ts'
import { ROOT_KEYS } from '../../parse/query.ts'
import type { PaginationSyntax, PopulateOptions, QuerySyntax } from '../../parse/syntax.ts'
import { isList, isText } from '../../parse/url.ts'
import { type PlanContext, UNSET_MORPH } from '../../plan/plan.ts'
import { crash, type Refusal } from '../../refusal.ts'
import { knowsPublicationFilter, knowsPublishedVersion } from '../names.ts'

/**
 * Returns whether the server refuses unknown query parameters. The setting `api.rest.strictParams` exists since
 * release 5.37.0, like `hasPublishedVersion`.
 */
export const refusesUnknownKeys = (context: CheckContext): boolean =>
  context.settings.strictParams && knowsPublishedVersion(context)

/**
 * Returns whether the release knows a root parameter. Releases before 5.47.0 do not know `publicationFilter`
 * (recording qs-238).
 */
export const isKnownKey = (key: string, context: CheckContext): boolean =>
  ROOT_KEYS.has(key) && (key !== 'publicationFilter' || knowsPublicationFilter(context))

/**
 * Reports a fault that, according to the documentation, is an error on any data. If the real server fails only when
 * there is an entry to populate or to count, the evaluation reports the fault instead (case
 * quirks.late-populate-errors).
 */
export function reportWithRows(
  part: PopulateOptions | PaginationSyntax,
  stage: Stage,
  refusal: Refusal,
  context: CheckContext,
): void {
  if (context.has('late-populate-errors')) context.late.set(part, refusal)
  else report(stage, refusal, context)
}

/**
 * Returns the refusal of the parameter `where` in a query without filters. Before release 5.37.0, `where` reaches the
 * database, which fails at a text or a list (measured on 5.23.6).
 */
export function refusedWhere({ where, filters }: QuerySyntax, has: PlanContext['has']): Refusal | undefined {
  const isFailing = isText(where) ? where !== '' : isList(where)
  if (!isFailing || filters !== undefined || !has('where-refused')) return undefined
  return crash('where-refused', 'query.strict', 'Invalid parameter where')
}

/**
 * Records the fault for an entry whose to-one morph relation is empty. Releases before 5.23.2 fail at an entry whose
 * to-one morph relation is empty.
 */
export function expectUnsetMorph(context: CheckContext): void {
  if (!context.has('null-morphToOne-500')) return
  const message = 'Invalid populate: a morph relation to one entry is not set'
  context.late.set(UNSET_MORPH, crash('null-morphToOne-500', 'populate.morph', message))
}
