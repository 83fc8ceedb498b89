/**
 * Implements departures in pagination: invalid numbers that the real server accepts, and the meaning of these numbers.
 */
import type { CheckContext } from '../../check/context.ts'
import type { PopulateSyntax } from '../../parse/syntax.ts'
import type { Raw } from '../../parse/url.ts'

/**
 * Returns whether a pagination number below the minimum counts as the minimum, as on the real server (recordings
 * pagination-005, pagination-006).
 */
export const raisesToMinimum = ({ has }: CheckContext): boolean => has('pagination-clamp')

/**
 * Returns whether a page size that is not a number counts as the maximum page size, as on the real server (recordings
 * pagination-033, pagination-073).
 */
export const takesMaximum = ({ has }: CheckContext): boolean => has('page-size-nan-max')

/**
 * Returns whether a fractional page number is valid, as on the real server, which multiplies it by the page size
 * (recording pagination-071).
 */
export const acceptsFractions = ({ has }: CheckContext): boolean => has('page-fraction')

/**
 * Returns whether the real server accepts a huge offset. The server converts a huge offset to text and parses the
 * first digits of this text: 2.5e21 becomes 2 (case quirks.huge-offset).
 */
export const reachesOffset = (start: number, { has }: CheckContext): boolean =>
  has('huge-offset') && Number.parseInt(String(start), 10) < 2 ** 63

/**
 * Returns whether `start` in a request for one entry skips the entry, as on the real server (case
 * quirks.findone-start).
 */
export const skipsEntry = ({ has }: CheckContext): boolean => has('findone-start')

/**
 * Returns whether a list request with `populate` accepts no pagination, as in a literal reading of the guide (case
 * quirks.populate-with-pagination).
 */
export const refusesPopulatedPages = ({ kind }: PopulateSyntax, { has }: CheckContext): boolean =>
  kind !== 'none' && has('populate-with-pagination')

/**
 * Returns the error message for `page` and `pageSize` at the root of the query. Releases before 5.10.0 have another
 * message for this error (recording pagination-060).
 */
export const misplacedText = ({ has }: CheckContext): string =>
  has('pagination-root-error-text')
    ? 'Invalid pagination attributes. You cannot use page and offset pagination in the same query'
    : 'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object'

/**
 * Returns the value that the error for `page` or `pageSize` prints. For an invalid `pageSize`, releases before 5.37.0
 * print the value of `page` instead (case quirks.page-size-error-text).
 */
export const printedNumber = (raw: Raw, page: Raw | undefined, { has }: CheckContext): Raw | undefined =>
  has('page-size-error-text') ? page : raw
