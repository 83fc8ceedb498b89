/** Departures that `check` and `plan` share: how the real server reads names, words and parameters of a query. */
import type { PopulateValue } from '../parse/syntax.ts'
import type { HasDepartures } from './changes.ts'

/** Whether `count` only counts what the database joins. Recordings: locale-043, nested-page-012, nested-page-068. */
export const countsOnlyJoins = ({ has }: HasDepartures): boolean => has('count-ignored')

/**
 * Whether a word of the language as the value of an attribute populates it. The real server treats the word as an option
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

/** Releases before 5.37.0 ignore `hasPublishedVersion`. Recordings: status-030, status-032. */
export const knowsPublishedVersion = ({ has }: HasDepartures): boolean => !has('hasPublishedVersion')

/** Releases before 5.47.0 ignore `publicationFilter`. Recordings: qs-238, status-022, status-024. */
export const knowsPublicationFilter = ({ has }: HasDepartures): boolean => !has('publicationFilter')

/** Whether an object of operators may stand in `locale`: the real server applies it as a filter. Recording: locale-015. */
export const takesLocaleOperators = ({ has }: HasDepartures): boolean => has('locale-operator')

/** Whether `populate[zone]=` stands for `true`, as it did before 5.1.0. Recordings: zone-007, zone-127, zone-139. */
export const isEmptyTrue = (value: PopulateValue, { has }: HasDepartures): boolean =>
  value.kind === 'names' && value.raw === '' && has('zone-populate-star')

/** Whether `[on][kind]=false` includes the kind: the real server only looks at the key. Case: quirks.on-false-includes. */
export const includesFalse = ({ has }: HasDepartures): boolean => has('on-false-includes')

/** Releases before 5.5.2 read `lookup` as a condition that the server itself has set. Recording: qs-178. */
export const readsLookup = ({ has }: HasDepartures): boolean => has('lookup-param-refused')
