/**
 * Reads a URL with the reference's parser. The result is the query as a tree, or the reason why the tree cannot
 * express the query.
 */
import { parseQuery } from '../../../../reference/parse/query.ts'
import {
  DEPTH_LIMIT,
  droppedKey,
  exceedsParameterLimit,
  isMap,
  isText,
  parseQueryString,
  type Raw,
  type RawMap,
} from '../../../../reference/parse/url.ts'
import { PAGE_NAMES, type PageInput, type Query } from '../query.ts'
import { Unsaid, unsaid } from '../unsaid.ts'
import { pairsOf } from '../write.ts'
import { readFilters } from './filters.ts'
import { readFields, readSort, wholeName } from './names.ts'
import { readRootPopulate } from './populate.ts'

export type QueryReading =
  | { readonly kind: 'tree'; readonly query: Query }
  /**
   * A query that stays a text. The member `why` names the part of the query that the tree cannot express, and its
   * place.
   */
  | { readonly kind: 'text'; readonly path: string; readonly why: string }

/**
 * Returns whether a list of attribute names, which begins at the type of a URL path, leads only through relations
 * and components.
 */
export type Leads = (path: string, names: readonly string[]) => boolean

/**
 * Reads the URL that the user typed, and never throws an error. A dotted name such as `author.avatar` becomes a
 * nested branch only if `leads` returns true for the name. Below zones, morph relations and media attributes, a
 * dotted name has another meaning than nested branches.
 */
export function readUrl(written: string, leads: Leads = () => false): QueryReading {
  const hash = written.indexOf('#')
  const url = hash < 0 ? written : written.slice(0, hash)
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  const text = mark < 0 ? '' : url.slice(mark + 1)
  try {
    const query = queryIn(path, text, (names) => leads(path, names))
    const deepest = Math.max(0, ...pairsOf(query).map(([names]) => names.length - 1))
    if (deepest > DEPTH_LIMIT) unsaid('the URL', 'more levels than nested brackets can express')
    return { kind: 'tree', query }
  } catch (error) {
    if (error instanceof Unsaid) return { kind: 'text', path, why: error.message }
    throw error
  }
}

/** The root parameters that the tree can express. */
const PLACED: ReadonlySet<string> = new Set([
  'fields',
  'populate',
  'filters',
  'sort',
  'pagination',
  'status',
  'locale',
  '_q',
])

function queryIn(path: string, text: string, leads: (names: readonly string[]) => boolean): Query {
  if (exceedsParameterLimit(text)) unsaid('the URL', 'more parameters than the parser reads')
  const dropped = droppedKey(text)
  if (dropped !== undefined) unsaid(dropped, 'a name that the parser ignores')
  const raw = parseQueryString(text, () => undefined)
  const syntax = parseQuery(raw)
  if (syntax.populate.kind === 'none' && syntax.populate.isEmpty === true)
    unsaid('populate', 'nothing behind it')
  return {
    path,
    level: {
      fields: readFields(syntax.fields, 'fields'),
      populate: readRootPopulate(syntax.populate, leads),
      filters: syntax.filters === undefined ? [] : readFilters(syntax.filters, 'filters'),
      sort: readSort(syntax.sort, 'sort'),
    },
    page: readPage(raw['pagination']),
    status: textOf(raw, 'status'),
    locale: textOf(raw, 'locale'),
    search: textOf(raw, '_q'),
    others: Object.keys(raw)
      .filter((name) => !PLACED.has(name))
      .map((name): readonly [string, string] => [
        wholeName(name),
        textOf(raw, name) ?? unsaid(name, 'no value'),
      ]),
  }
}

function textOf(raw: RawMap, name: string): string | null {
  const value = raw[name]
  if (value === undefined) return null
  return isText(value) ? value : unsaid(name, value === null ? 'no value' : 'more than one value')
}

function readPage(raw: Raw | undefined): PageInput {
  if (raw === undefined) return {}
  if (!isMap(raw)) return unsaid('pagination', 'expected page, pageSize, start or limit in brackets')
  const known: readonly string[] = PAGE_NAMES
  const stranger = Object.keys(raw).find((name) => !known.includes(name))
  if (stranger !== undefined) unsaid(`pagination[${stranger}]`, 'not a parameter of pagination')
  return Object.fromEntries(
    PAGE_NAMES.flatMap((name) => {
      const value = textOf(raw, name)
      return value === null ? [] : [[name, value]]
    }),
  )
}
