/** Implements departures of the real server in the parsing of a query string. */
import { parseFilters } from '../parse/filters.ts'
import type { QuerySyntax } from '../parse/syntax.ts'
import { DEEP_LIMIT, DEPTH_LIMIT, isMap, type Splitting } from '../parse/url.ts'
import type { HasDepartures } from './changes.ts'
import { readsLookup } from './names.ts'

/**
 * Returns whether parameters beyond the limit are ignored without an error, as by the library qs (case
 * quirks.parameter-limit).
 */
export const dropsParameters = ({ has }: HasDepartures): boolean => has('parameter-limit')

/**
 * Returns whether keys that every JavaScript object inherits are ignored, as by the library qs (recordings qs-047,
 * qs-048, qs-052).
 */
export const dropsInheritedKeys = ({ has }: HasDepartures): boolean => has('prototype-keys-dropped')

/**
 * Returns the options for parsing a query string as the release does: the maximum depth of brackets, and the
 * differences of its qs version.
 */
export function splittingOf({ has }: HasDepartures): Splitting {
  const depth = has('deep-brackets') ? DEEP_LIMIT : DEPTH_LIMIT
  const before = {
    dropsOpenBrackets: has('qs-6.15.2-unbalanced-brackets'),
    mergesValues: has('qs-6.15.0'),
    listsWithoutLimit: has('qs-6.14.1-array-limit'),
  }
  return Object.values(before).includes(true) ? { depth, before } : { depth }
}

/**
 * Returns the syntax tree of a query. If the release reads the parameter `lookup`, its conditions are additional
 * filters. Before 5.5.2, a parameter named `lookup` replaces filter conditions that the server itself sets (recording
 * qs-178).
 */
export function syntaxRead(syntax: QuerySyntax, context: HasDepartures): QuerySyntax {
  const { lookup, filters } = syntax
  if (!isMap(lookup) || !readsLookup(context)) return syntax
  const looked = parseFilters(lookup)
  if (looked.kind !== 'map' || (filters !== undefined && filters.kind !== 'map')) return syntax
  return { ...syntax, filters: { kind: 'map', entries: [...looked.entries, ...(filters?.entries ?? [])] } }
}
