/** Departures that concern the whole query: its parameters, and faults that only show when there are rows. */
import { type CheckContext, report, type Stage } from '../../check/context.ts'
import { ROOT_KEYS } from '../../parse/query.ts'
import type { PaginationSyntax, PopulateOptions, QuerySyntax } from '../../parse/syntax.ts'
import { isList, isText } from '../../parse/url.ts'
import { type PlanContext, UNSET_MORPH } from '../../plan/plan.ts'
import { crash, type Refusal } from '../../refusal.ts'
import { knowsPublicationFilter, knowsPublishedVersion } from '../names.ts'

/** `api.rest.strictParams` came with `hasPublishedVersion`, in 5.37.0. */
export const refusesUnknownKeys = (context: CheckContext): boolean =>
  context.settings.strictParams && knowsPublishedVersion(context)

/** Releases before 5.47.0 do not know `publicationFilter` (recording qs-238). */
export const isKnownKey = (key: string, context: CheckContext): boolean =>
  ROOT_KEYS.has(key) && (key !== 'publicationFilter' || knowsPublicationFilter(context))

/**
 * Reports a fault that the documentation reports for any data. The real server only fails when it has an entry to
 * populate or to count (case quirks.late-populate-errors), so the fault waits for the evaluation.
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
 * Before 5.37.0 a `where` without filters reaches the database, which cannot find anything by a text (measured on 5.23.6).
 */
export function refusedWhere({ where, filters }: QuerySyntax, has: PlanContext['has']): Refusal | undefined {
  const isFailing = isText(where) ? where !== '' : isList(where)
  if (!isFailing || filters !== undefined || !has('where-refused')) return undefined
  return crash('where-refused', 'query.strict', 'Invalid parameter where')
}

/** Releases before 5.23.2 fail at an entry whose to-one morph relation is not set. */
export function expectUnsetMorph(context: CheckContext): void {
  if (!context.has('null-morphToOne-500')) return
  const message = 'Invalid populate: a morph relation to one entry is not set'
  context.late.set(UNSET_MORPH, crash('null-morphToOne-500', 'populate.morph', message))
}
