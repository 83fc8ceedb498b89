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
  dropped('The server wrongly reads only the first value of `$in`.', (name) =>
    /\[\$in\]\[[1-9]\d*\]$/.test(name),
  ),
  dropped('The server wrongly reads only the first value of `$notIn`.', (name) =>
    /\[\$notIn\]\[[1-9]\d*\]$/.test(name),
  ),
  reads('The server wrongly reads `$null=false` as `$null=true`.', (pairs) =>
    pairs.map(([name, value]): Pair => [name, name.endsWith('[$null]') ? 'true' : value]),
  ),
  reads('The server wrongly ignores `$not`, but not its condition.', renamed(/\[\$not\](?:\[\d+\])?/g, '')),
  dropped('The server wrongly ignores all filters but the first.', (name, pairs) => {
    const first = pairs.find(([one]) => topName(one) === 'filters')?.[0].split('[')[1]
    return topName(name) === 'filters' && name.split('[')[1] !== first
  }),
  dropped('The server wrongly ignores a filter on a relation.', (name) =>
    /^filters\[[a-z]\w*\]\[[a-z]/.test(name),
  ),
  reads('The server wrongly reads a filter without an operator as `$contains`.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [/^filters\[[a-z]\w*\]$/.test(name) ? `${name}[$contains]` : name, value],
    ),
  ),
  dropped('The server wrongly ignores a filter inside a populate.', (name) =>
    /^populate.*\[filters\]/.test(name),
  ),
]

const ORDER: readonly ServerFault[] = [
  reads('The server wrongly sorts in ascending order only.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [name, topName(name) === 'sort' ? value?.replaceAll(/desc/gi, 'asc') : value],
    ),
  ),
  reads('The server wrongly ignores all keys of a sort but the first.', (pairs) =>
    pairs.map(([name, value]): Pair => [name, name === 'sort' ? value?.split(',')[0] : value]),
  ),
  dropped('The server wrongly ignores a sort.', (name) => topName(name) === 'sort'),
  dropped('The server wrongly ignores a sort that is a list.', (name) => /^sort\[\d*\]$/.test(name)),
  dropped('The server wrongly ignores a sort inside a populate.', (name) => /^populate.*\[sort\]/.test(name)),
  shows('The server wrongly reverses a list if the request has a sort.', (body, { url }) =>
    isList(body.data) && /[?&]sort/.test(decoded(url)) ? { ...body, data: body.data.toReversed() } : body,
  ),
]

const PAGES: readonly ServerFault[] = [
  reads('The server wrongly counts pages from 0.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [name, name === 'pagination[page]' ? String(Number(value) + 1) : value],
    ),
  ),
  dropped('The server wrongly ignores `pageSize`.', (name) => name === 'pagination[pageSize]'),
  dropped('The server wrongly ignores `limit`.', (name) => name === 'pagination[limit]'),
  dropped('The server wrongly ignores `withCount`.', (name) => name === 'pagination[withCount]'),
  reads('The server wrongly counts `start` from 1.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [
        name,
        name === 'pagination[start]' ? String(Math.max(Number(value) - 1, 0)) : value,
      ],
    ),
  ),
  counted('The server wrongly shows the number of entries on the page as `total`.', (pagination, data) =>
    'total' in pagination && isList(data) ? { ...pagination, total: data.length } : pagination,
  ),
  counted('The server wrongly subtracts 1 from `pageCount`.', (pagination) =>
    typeof pagination.pageCount === 'number' && pagination.pageCount > 1
      ? { ...pagination, pageCount: pagination.pageCount - 1 }
      : pagination,
  ),
  counted('The server wrongly shows the `page` 1 for every page.', (pagination) =>
    'page' in pagination ? { ...pagination, page: 1 } : pagination,
  ),
  shows('The server wrongly omits the last entry of a page.', (body) =>
    isList(body.data) && body.data.length > 1 ? { ...body, data: body.data.slice(0, -1) } : body,
  ),
]

const SELECTION: readonly ServerFault[] = [
  dropped('The server wrongly ignores `fields`.', (name) => topName(name) === 'fields'),
  dropped('The server wrongly ignores `fields` inside a populate.', (name) =>
    /^populate.*\[fields\]/.test(name),
  ),
  dropped('The server wrongly reads only the first name in `fields`.', (name) =>
    /^fields\[[1-9]\d*\]$/.test(name),
  ),
  shows('The server wrongly omits the documentId if the request has `fields`.', (body, { url }) =>
    /[?&]fields/.test(decoded(url))
      ? {
          ...body,
          data: each(body.data ?? null, (entry, depth) =>
            depth === 0 ? without(entry, 'documentId') : entry,
          ),
        }
      : body,
  ),
  dropped('The server wrongly reads only the first name of a list in `populate`.', (name) =>
    /^populate\[[1-9]\d*\]$/.test(name),
  ),
  dropped('The server wrongly ignores a populate inside a populate.', (name) =>
    /^populate.*\[populate\]/.test(name),
  ),
  reads('The server wrongly populates only the first name of a dotted path.', (pairs) =>
    pairs.map(
      ([name, value]): Pair => [
        name,
        topName(name) === 'populate' ? value?.replaceAll(/(\w+)\.[\w.]+/g, '$1') : value,
      ],
    ),
  ),
  values('The server wrongly shows only the first entry of a populated list.', (value) =>
    hasParts(value) ? value.slice(0, 1) : value,
  ),
  values('The server wrongly reverses populated lists.', (value) =>
    hasParts(value) ? value.toReversed() : value,
  ),
  values('The server wrongly shows an empty object for a missing value.', (value) =>
    value === null ? {} : value,
  ),
  entries('The server wrongly omits `__component` from the elements of a zone.', (entry) =>
    without(entry, '__component'),
  ),
]

const VERSIONS: readonly ServerFault[] = [
  dropped('The server wrongly ignores `locale`.', (name) => topName(name) === 'locale'),
  reads('The server wrongly reads `locale=*` as the default locale.', (pairs) =>
    pairs.filter(([name, value]) => !(name === 'locale' && value === '*')),
  ),
  dropped('The server wrongly ignores `status`.', (name) => topName(name) === 'status'),
  reads('The server wrongly shows drafts if the request has no `status`.', (pairs) =>
    pairs.some(([name]) => name === 'status') ? pairs : [...pairs, ['status', 'draft']],
  ),
  dropped('The server wrongly ignores `_q`.', (name) => name === '_q'),
  reads('The server wrongly does not find a search text with a capital.', (pairs) =>
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
