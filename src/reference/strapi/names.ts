/** Implements departures that `check` and `plan` share, in the meaning of names, words and parameters of a query. */
import type { PopulateValue } from '../parse/syntax.ts'
import type { HasDepartures } from './changes.ts'

/**
 * Returns whether `populate[a][count]=true` counts entries only for components and the relations that the schema
 * defines (recordings locale-043, nested-page-012, nested-page-068).
 */
export const countsOnlyJoins = ({ has }: HasDepartures): boolean => has('count-ignored')

/**
 * Returns whether `populate[author]=sort` populates `author`, as on the real server, although `sort` is the name of
 * an option. The real server reads the name of an option as an option without content, and ignores a path that begins
 * with a boolean word.
 */
export const populatesWords = ({ has }: HasDepartures): boolean => has('populate-word-true')

/**
 * Returns whether only the later of `a` and `a.b` in a populate list takes effect. On the real server, the later path
 * overwrites the earlier path (recordings populate-019, populate-183, populate-185).
 */
export const keepsLaterPath = ({ has }: HasDepartures): boolean => has('dotted-order')

/**
 * Returns whether a filter on `documentId` in a request for one document has no effect. On the real server, the
 * documentId of the path overwrites the filter (case quirks.document-filter-overridden).
 */
export const losesDocumentFilter = ({ has }: HasDepartures): boolean => has('document-filter-overridden')

/**
 * Returns whether a root filter on `locale` replaces the locale of the request (recordings locale-021, locale-095,
 * locale-103).
 */
export const replacesLocale = ({ has }: HasDepartures): boolean => has('filter-locale-overrides')

/**
 * Returns whether the server removes unknown names from filters before it applies the conditions (recordings qs-087,
 * qs-088).
 */
export const removesUnknownNames = ({ has }: HasDepartures): boolean => has('opaque-operand')

/**
 * Returns whether the server knows `hasPublishedVersion`; releases before 5.37.0 ignore this parameter (recordings
 * status-030, status-032).
 */
export const knowsPublishedVersion = ({ has }: HasDepartures): boolean => !has('hasPublishedVersion')

/**
 * Returns whether the server knows `publicationFilter`; releases before 5.47.0 ignore this parameter (recordings
 * qs-238, status-022, status-024).
 */
export const knowsPublicationFilter = ({ has }: HasDepartures): boolean => !has('publicationFilter')

/**
 * Returns whether the value of `locale` may be an object of operators, which the real server applies as a filter
 * (recording locale-015).
 */
export const takesLocaleOperators = ({ has }: HasDepartures): boolean => has('locale-operator')

/**
 * Returns whether `populate[zone]=` means `true`, as in releases before 5.1.0 (recordings zone-007, zone-127,
 * zone-139).
 */
export const isEmptyTrue = (value: PopulateValue, { has }: HasDepartures): boolean =>
  value.kind === 'names' && value.raw === '' && has('zone-populate-star')

/**
 * Returns whether `[on][kind]=false` still includes the type, because the real server reads only the key (case
 * quirks.on-false-includes).
 */
export const includesFalse = ({ has }: HasDepartures): boolean => has('on-false-includes')

/**
 * Returns whether the parameter `lookup` replaces a filter condition that the server itself sets, as in releases
 * before 5.5.2 (recording qs-178).
 */
export const readsLookup = ({ has }: HasDepartures): boolean => has('lookup-param-refused')
