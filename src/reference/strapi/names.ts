/** How the real server reads names and words of a query. `names` calls these functions for `check` and `plan`. */
import type { HasDepartures } from './changes.ts'

/** Whether `count` only counts what the database joins. Recordings: locale-043, nested-page-012, nested-page-068. */
export const countsOnlyJoins = ({ has }: HasDepartures): boolean => has('count-ignored')

/**
 * Whether a word of the language as the value of an attribute populates it. The real server takes the word for an option
 * without content, and a path that begins with a boolean word for no name at all.
 */
export const populatesWords = ({ has }: HasDepartures): boolean => has('populate-word-true')

/**
 * Whether of `a` and `a.b` in a populate list only the later one counts: each overwrites the other. Recordings:
 * populate-019, populate-183, populate-185.
 */
export const keepsLaterPath = ({ has }: HasDepartures): boolean => has('dotted-order')

/**
 * Whether a filter on `documentId` is lost in a request for one document, because the documentId of the path overwrites
 * it. Case: quirks.document-filter-overridden.
 */
export const losesDocumentFilter = ({ has }: HasDepartures): boolean => has('document-filter-overridden')

/** Whether a root filter on `locale` replaces the locale of the request. Recordings: locale-021, locale-095, locale-103. */
export const replacesLocale = ({ has }: HasDepartures): boolean => has('filter-locale-overrides')

/** Whether unknown names are removed from filters before their conditions apply. Recordings: qs-087, qs-088. */
export const removesUnknownNames = ({ has }: HasDepartures): boolean => has('opaque-operand')
