/** Departures in pagination: numbers that the real server takes, and how it reads them. */
import type { CheckContext } from '../../check/context.ts'
import type { PopulateSyntax } from '../../parse/syntax.ts'

/** The real server raises a number below its minimum to the minimum (recordings pagination-005, pagination-006). */
export const raisesToMinimum = ({ has }: CheckContext): boolean => has('pagination-clamp')

/**
 * With a maximum, the real server treats it like a size that is not a number (recordings pagination-033, pagination-073).
 */
export const takesMaximum = ({ has }: CheckContext): boolean => has('page-size-nan-max')

/** The real server multiplies a fraction of a page (recording pagination-071). */
export const acceptsFractions = ({ has }: CheckContext): boolean => has('page-fraction')

/** The real server prints a huge number and parses its digits again: 2.5e21 becomes 2 (case quirks.huge-offset). */
export const reachesOffset = (start: number, { has }: CheckContext): boolean =>
  has('huge-offset') && Number.parseInt(String(start), 10) < 2 ** 63

/** `start` of a request for one entry skips that entry on the real server (case quirks.findone-start). */
export const skipsEntry = ({ has }: CheckContext): boolean => has('findone-start')

/** A reading of the guide: a populated list has no pages (case quirks.populate-with-pagination). */
export const refusesPopulatedPages = ({ kind }: PopulateSyntax, { has }: CheckContext): boolean =>
  kind !== 'none' && has('populate-with-pagination')

/**
 * The message for `page` and `pageSize` at the root; releases before 5.10.0 have another (recording pagination-060).
 */
export const misplacedText = ({ has }: CheckContext): string =>
  has('pagination-root-error-text')
    ? 'Invalid pagination attributes. You cannot use page and offset pagination in the same query'
    : 'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object'
