import { parseFields } from './fields.ts'
import { parseFilters } from './filters.ts'
import { parseSort } from './sort.ts'
import type {
  PopulateClause,
  PopulateEntry,
  PopulateOption,
  PopulateSyntax,
  PopulateValue,
} from './syntax.ts'
import { ARRAY_LIMIT, booleanText, isList, isMap, isText, type Raw, type RawMap } from './url.ts'

/** Parses `populate=…` and every nested `[populate]=…`, in all syntax forms. */
export function parsePopulate(raw: Raw | undefined): PopulateSyntax {
  if (raw === undefined || raw === null) return { kind: 'none' }
  if (raw === '*') return { kind: 'all' }
  if (isText(raw)) return { kind: 'paths', clauses: [clause(raw)], form: 'text' }
  if (isMap(raw)) {
    const count = overflow(raw)
    return count === undefined ? { kind: 'attributes', entries: entries(raw) } : { kind: 'overflow', count }
  }
  if (raw.length > 0 && raw.every(isText)) {
    return { kind: 'paths', clauses: raw.filter(isText).map(clause), form: 'list' }
  }
  return {
    kind: 'malformed',
    entries: raw.map((item, index) => ({ key: String(index), value: value(item), raw: item })),
  }
}

function clause(text: string): PopulateClause {
  const paths = text
    .split(',')
    .map((path) => path.split('.').map(trim).filter(Boolean))
    .filter((path) => path.length > 0)
  return { text, paths }
}

const trim = (text: string): string => text.trim()

function entries(map: RawMap): PopulateEntry[] {
  return Object.entries(map).map(([key, item]) => ({ key, value: value(item), raw: item }))
}

function value(raw: Raw): PopulateValue {
  if (raw === null) return { kind: 'null' }
  if (raw === '*') return { kind: 'star' }
  const flag = booleanText(raw)
  if (flag !== undefined && isText(raw)) return { kind: 'flag', on: flag, text: raw }
  if (isText(raw)) return { kind: 'names', clauses: [clause(raw)], raw }
  if (isList(raw)) {
    return raw.every(isText)
      ? { kind: 'names', clauses: raw.filter(isText).map(clause), raw }
      : { kind: 'list', raw }
  }
  const count = overflow(raw)
  if (count !== undefined) return { kind: 'overflow', count }
  const entries = Object.entries(raw).map(([key, item]) => populateOption(key, item))
  return { kind: 'options', options: { entries, raw } }
}

/** Parses one option of a populated attribute. */
export function populateOption(key: string, raw: Raw): PopulateOption {
  switch (key) {
    case 'fields':
      return { key, fields: parseFields(raw) }
    case 'filters':
      return { key, filters: parseFilters(raw) }
    case 'sort':
      return { key, sort: parseSort(raw) }
    case 'populate':
      return { key, populate: parsePopulate(raw), raw }
    case 'count':
      return { key, value: raw }
    case 'on':
      return { key, kinds: isMap(raw) ? entries(raw) : undefined, raw }
    default:
      return { key: 'other', name: key }
  }
}

/**
 * Returns the length of a list of more than 100 items, which qs returns as a map: `{0: 'a', 1: 'b', … 100: …}`;
 * undefined for any other map.
 */
function overflow(map: RawMap): number | undefined {
  const keys = Object.keys(map)
  const isOverlong =
    keys.length > ARRAY_LIMIT && keys.every((key, index) => key === String(index) && isText(map[key]))
  return isOverlong ? keys.length : undefined
}
