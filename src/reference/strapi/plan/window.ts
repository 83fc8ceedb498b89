/** Implements departures in the rows that a query reads, by cohorts (`publicationFilter`) and `_q`. */
import type { QuerySyntax } from '../../parse/syntax.ts'
import type { RowFilter } from '../../plan/plan.ts'
import type { HasDepartures } from '../changes.ts'
import { knowsPublicationFilter, knowsPublishedVersion } from '../names.ts'

/** The parameters that select a cohort of entries, such as entries that were never published. */
export type Cohorts = Pick<QuerySyntax, 'publicationFilter' | 'hasPublishedVersion'>

/**
 * Returns the parameters for cohorts that the release knows. The parameter `hasPublishedVersion` exists since 5.37.0
 * (recordings: status-030, status-032), `publicationFilter` since 5.47.0 (recordings: status-022, status-024).
 */
export const knownCohorts = (
  { publicationFilter, hasPublishedVersion }: QuerySyntax,
  context: HasDepartures,
): Cohorts => ({
  publicationFilter: knowsPublicationFilter(context) ? publicationFilter : undefined,
  hasPublishedVersion: knowsPublishedVersion(context) ? hasPublishedVersion : undefined,
})

/**
 * Returns the condition on rows that populated relations show. The real server applies the `publicationFilter` or
 * `hasPublishedVersion` of a request to all populated entries too (case quirks.pubfilter-cascades).
 */
export const rowsBelow = (rows: RowFilter, { has }: HasDepartures): RowFilter =>
  has('pubfilter-cascades') ? rows : { ...rows, publication: null }

/**
 * Returns whether `_` in `_q` matches any character. The real server does not escape `_` in the searched text
 * (recording search-023).
 */
export const takesSearchWildcard = ({ has }: HasDepartures): boolean => has('search-underscore')

/** Returns whether `_q` also searches private attributes (recordings qs-010, search-004, search-044). */
export const searchesPrivate = ({ has }: HasDepartures): boolean => has('search-private')
