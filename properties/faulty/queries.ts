/** Faults in filters, sorts, pages and selections, in the order of the sentences of the documentation. */
import { isList } from '../../src/util/json.ts'
import {
  counted,
  decoded,
  dropped,
  each,
  entries,
  hasParts,
  operator,
  type Pair,
  reads,
  renamed,
  type ServerFault,
  shows,
  topName,
  values,
  without,
} from './kit.ts'

const FILTERS: readonly ServerFault[] = [
  operator('$eqi', '$eq'),
  operator('$ne', '$eq'),
  operator('$nei', '$ne'),
  operator('$lt', '$lte'),
  operator('$lte', '$lt'),
  operator('$gt', '$gte'),
  operator('$gte', '$gt'),
  operator('$contains', '$containsi'),
  operator('$notContains', '$contains'),
  operator('$containsi', '$contains'),
  operator('$notContainsi', '$notContains'),
  operator('$notNull', '$null'),
  operator('$startsWith', '$contains'),
  operator('$startsWithi', '$startsWith'),
  operator('$endsWith', '$startsWith'),
  operator('$endsWithi', '$endsWith'),
  operator('$or', '$and'),
  operator('$and', '$or'),
  dropped('$in looks at its first value alone.', (name) => /\[\$in\]\[[1-9]\d*\]$/.test(name)),
  dropped('$notIn looks at its first value alone.', (name) => /\[\$notIn\]\[[1-9]\d*\]$/.test(name)),
  reads('$null=false works as $null=true.', (pairs) =>
    pairs.map(([name, value]): Pair => [name, name.endsWith('[$null]') ? 'true' : value]),
  ),
  reads('$not is left out.', renamed(/\[\$not\](?:\[\d+\])?/g, '')),
  dropped('Only the first filter counts.', (name, pairs) => {
    const first = pairs.find(([one]) => topName(one) === 'filters')?.[0].split('[')[1]
    return topName(name) === 'filters' && name.split('[')[1] !== first
  }),
  dropped('A filter on a relation is ignored.', (name) => /^filters\[[a-z]\w*\]\[[a-z]/.test(name)),
  reads('A filter without an operator finds what contains the value.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [/^filters\[[a-z]\w*\]$/.test(name) ? `${name}[$contains]` : name, value],
    ),
  ),
  dropped('A filter inside a populate is ignored.', (name) => /^populate.*\[filters\]/.test(name)),
]

const ORDER: readonly ServerFault[] = [
  reads('Every sort is ascending.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [name, topName(name) === 'sort' ? value?.replaceAll(/desc/gi, 'asc') : value],
    ),
  ),
  reads('Only the first key of a sort counts.', (pairs) =>
    pairs.map(([name, value]): Pair => [name, name === 'sort' ? value?.split(',')[0] : value]),
  ),
  dropped('A sort is ignored.', (name) => topName(name) === 'sort'),
  dropped('A sort as a list is ignored.', (name) => /^sort\[\d*\]$/.test(name)),
  dropped('A sort inside a populate is ignored.', (name) => /^populate.*\[sort\]/.test(name)),
  shows('A list with a sort is in the opposite order.', (body, { url }) =>
    isList(body.data) && /[?&]sort/.test(decoded(url)) ? { ...body, data: body.data.toReversed() } : body,
  ),
]

const PAGES: readonly ServerFault[] = [
  reads('Pages are counted from 0.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [name, name === 'pagination[page]' ? String(Number(value) + 1) : value],
    ),
  ),
  dropped('`pageSize` is ignored.', (name) => name === 'pagination[pageSize]'),
  dropped('`limit` is ignored.', (name) => name === 'pagination[limit]'),
  dropped('`withCount` is ignored.', (name) => name === 'pagination[withCount]'),
  reads('`start` is counted from 1.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [
        name,
        name === 'pagination[start]' ? String(Math.max(Number(value) - 1, 0)) : value,
      ],
    ),
  ),
  counted('`total` is the number of entries on the page.', (pagination, data) =>
    'total' in pagination && isList(data) ? { ...pagination, total: data.length } : pagination,
  ),
  counted('`pageCount` is one too small.', (pagination) =>
    typeof pagination.pageCount === 'number' && pagination.pageCount > 1
      ? { ...pagination, pageCount: pagination.pageCount - 1 }
      : pagination,
  ),
  counted('`page` is always 1.', (pagination) =>
    'page' in pagination ? { ...pagination, page: 1 } : pagination,
  ),
  shows('A full page lacks its last entry.', (body) =>
    isList(body.data) && body.data.length > 1 ? { ...body, data: body.data.slice(0, -1) } : body,
  ),
]

const SELECTION: readonly ServerFault[] = [
  dropped('`fields` is ignored.', (name) => topName(name) === 'fields'),
  dropped('`fields` inside a populate is ignored.', (name) => /^populate.*\[fields\]/.test(name)),
  dropped('Only the first of the `fields` counts.', (name) => /^fields\[[1-9]\d*\]$/.test(name)),
  shows('With `fields` an entry has no documentId.', (body, { url }) =>
    /[?&]fields/.test(decoded(url))
      ? {
          ...body,
          data: each(body.data ?? null, (entry, depth) =>
            depth === 0 ? without(entry, 'documentId') : entry,
          ),
        }
      : body,
  ),
  dropped('Only the first name of a list of `populate` counts.', (name) =>
    /^populate\[[1-9]\d*\]$/.test(name),
  ),
  dropped('A populate inside a populate is ignored.', (name) => /^populate.*\[populate\]/.test(name)),
  reads('Of a dotted path the first name alone is populated.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [
        name,
        topName(name) === 'populate' ? value?.replaceAll(/(\w+)\.[\w.]+/g, '$1') : value,
      ],
    ),
  ),
  values('A populated list has its first entry alone.', (value) =>
    hasParts(value) ? value.slice(0, 1) : value,
  ),
  values('A populated list is in the opposite order.', (value) =>
    hasParts(value) ? value.toReversed() : value,
  ),
  values('A populated relation without an entry is left out as an empty object.', (value) =>
    value === null ? {} : value,
  ),
  entries('Elements of a zone do not name their component.', (entry) => without(entry, '__component')),
]

const VERSIONS: readonly ServerFault[] = [
  dropped('`locale` is ignored.', (name) => topName(name) === 'locale'),
  reads('`locale=*` is the default locale.', (pairs) =>
    pairs.filter(([name, value]) => !(name === 'locale' && value === '*')),
  ),
  dropped('`status` is ignored.', (name) => topName(name) === 'status'),
  reads('Without `status`, drafts are shown.', (pairs) =>
    pairs.some(([name]) => name === 'status') ? pairs : [...pairs, ['status', 'draft']],
  ),
  dropped('`_q` is ignored.', (name) => name === '_q'),
  reads('`_q` finds no text with a capital.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [name, name === '_q' && value !== value?.toLowerCase() ? `${value}~` : value],
    ),
  ),
]

export const QUERY_FAULTS: readonly ServerFault[] = [
  ...FILTERS,
  ...ORDER,
  ...PAGES,
  ...SELECTION,
  ...VERSIONS,
]
