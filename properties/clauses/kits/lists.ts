/** Helpers that make faulty servers for the clauses about lists. */
import { isList, isObject, type Json, type JsonObject } from '../../../src/util/json.ts'
import type { QueryObject, QueryTree } from '../../arbitraries/print.ts'
import type { ClauseFault } from '../clause.ts'
import { type Asked, has, ignoring, isMap, isTrees, listing, reading, showing } from '../kit.ts'

export const pagesOf = ({ query: { pagination } }: Asked): QueryObject =>
  isMap(pagination) ? pagination : {}
export const isWhole = (asked: Asked): boolean =>
  pagesOf(asked).limit === '100' && pagesOf(asked).start === undefined
export const isSent = (asked: Asked, ...pairs: readonly string[]): boolean =>
  Object.entries(pagesOf(asked))
    .map((pair) => pair.join('='))
    .join('&') === pairs.join('&')

export type SortKey = readonly [path: string, direction: string]
/** Returns the sort keys of a sort in any form. */
export function keysOf(sort: QueryTree | undefined): readonly SortKey[] {
  if (typeof sort === 'string')
    return sort.split(',').map((key): SortKey => {
      const [path = '', direction = 'asc'] = key.trim().split(':')
      return [path, direction.toLowerCase()]
    })
  if (isTrees(sort)) return sort.flatMap(keysOf)
  return isMap(sort)
    ? Object.entries(sort).map(
        ([path, one]): SortKey => [path, typeof one === 'string' ? one.toLowerCase() : '?'],
      )
    : []
}
export const typeIn = ({ type }: Asked, path: string): string => {
  const attribute = type?.attributes.get(path)
  return attribute?.kind === 'scalar' ? attribute.type : ''
}
export const COMPARABLE = ['integer', 'float', 'decimal', 'boolean', 'date', 'time', 'datetime']
export const TEXTS = ['string', 'text', 'email', 'uid', 'richtext']
export const isBy = (asked: Asked, types: readonly string[]): boolean => {
  const keys = keysOf(asked.query.sort)
  return keys.length > 0 && keys.every(([path]) => types.includes(typeIn(asked, path)))
}
export const isThrough = ({ query }: Asked): boolean =>
  keysOf(query.sort).some(([path]) => path.includes('.'))

/**
 * Returns a faulty server that replaces the sort keys of a request by the result of `change`. If `change` returns
 * undefined, the sort keys do not change.
 */
export const sorting = (
  says: string,
  change: (keys: readonly SortKey[], asked: Asked) => readonly SortKey[] | undefined,
): ClauseFault =>
  reading(says, ({ sort, ...query }, asked) => {
    const keys = keysOf(sort)
    const other = keys.some(([, direction]) => direction === '?') ? undefined : change(keys, asked)
    if (other === undefined) return undefined
    return other.length === 0 ? query : { ...query, sort: other.map((key) => key.join(':')) }
  })

/** Returns whether the request is for a whole list and has neither filters, a search text, a populate nor `fields`. */
export const isPlain = (asked: Asked): boolean =>
  isWhole(asked) && !has(asked, 'filters', '_q', 'populate', 'fields')

/** Returns a faulty server that moves the entries with a missing sort value to another position of the list. */
export const missing = (
  says: string,
  isFor: (asked: Asked) => boolean,
  put: (at: number) => number,
): ClauseFault =>
  listing(
    says,
    (asked) => isWhole(asked) && isFor(asked),
    (list, asked) => {
      const [[path = ''] = []] = keysOf(asked.query.sort)
      const [way = ''] = path.split('.')
      const isMissing = (one: Json): boolean =>
        isObject(one) && (one[way] === null || (isList(one[way]) && one[way].length === 0))
      const known = list.filter((one) => !isMissing(one))
      const at = put(known.length)
      return known.length < 2 ? list : [...known.slice(0, at), ...list.filter(isMissing), ...known.slice(at)]
    },
  )

export const paged = (
  says: string,
  isFor: (asked: Asked) => boolean,
  change: (page: JsonObject) => JsonObject,
): ClauseFault =>
  showing(says, isFor, (body) => {
    const { meta } = body
    return isObject(meta) && isObject(meta.pagination)
      ? { ...body, meta: { ...meta, pagination: change(meta.pagination) } }
      : body
  })
export const more = (page: JsonObject, name: string): JsonObject =>
  typeof page[name] === 'number' ? { ...page, [name]: page[name] + 1 } : page
export const one = (name: string) => (page: JsonObject) => more(page, name)
export const isOne = (asked: Asked): boolean => pagesOf(asked).withCount === '1'
export const isOffset = (asked: Asked): boolean =>
  has(asked, 'pagination') && 'start' in pagesOf(asked) && 'limit' in pagesOf(asked)
export const isPage = (asked: Asked, page: string): boolean => pagesOf(asked).page === page
export const isCounted = (asked: Asked): boolean => isSent(asked, 'withCount=true')
export const isNothing = ({ query: { filters } }: Asked): boolean =>
  isMap(filters) && Object.entries(filters).join() === 'id,0'

/** The reason why the law `pages.full` notices a fault that makes the total too high by one. */
export const FULL = 'The law `pages.full` compares the number of entries on a page with the total.'

export const wrong = (name: string, ...texts: readonly string[]): ClauseFault =>
  ignoring(
    `The server wrongly ignores \`${name}\` with the value ${texts.map((text) => `"${text}"`).join(' or ')}.`,
    'pagination',
    (asked) => Object.keys(pagesOf(asked)).join() === name && texts.includes(String(pagesOf(asked)[name])),
  )

export function fourth(query: QueryObject, asked: Asked): QueryObject | undefined {
  return isPage(asked, '4') ? { ...query, pagination: { ...pagesOf(asked), page: '3' } } : undefined
}

export function emptied(says: string, isFor: (found: number) => boolean): ClauseFault {
  return showing(
    says,
    (asked) => pagesOf(asked).pageSize === '2' && pagesOf(asked).withCount === 'true',
    (body) =>
      isList(body.data) && isFor(body.data.length) ? { ...body, data: body.data.slice(0, -1) } : body,
  )
}
