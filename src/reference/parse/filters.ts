import type { FilterSyntax } from './syntax.ts'
import { isList, isText, type Raw } from './url.ts'

/** Parses `filters` into a tree of values, lists and maps, with the keys in the order of the query. */
export function parseFilters(raw: Raw): FilterSyntax {
  if (raw === null || isText(raw)) return { kind: 'value', value: raw }
  if (isList(raw)) return { kind: 'list', items: raw.map(parseFilters) }
  return {
    kind: 'map',
    entries: Object.entries(raw).map(([key, value]) => ({ key, value: parseFilters(value) })),
  }
}
