/** The clauses of the laws about filters inside a populate. */
import { isList } from '../../../src/util/json.ts'
import type { QueryObject, QueryTree } from '../../arbitraries/print.ts'
import { also, type Clauses, clause, LISTED } from '../clause.ts'
import { isMap } from '../kit.ts'
import { cut, readingOptions } from '../kits/options.ts'
import { backward, each, isThrough, shorter } from '../kits/populates.ts'

const underOn = (
  options: QueryObject,
  change: (filters: QueryObject, uid: string) => QueryTree | undefined,
) => {
  const { on } = options
  if (!isMap(on)) return undefined
  const [[uid, one] = ['', '']] = Object.entries(on)
  const filters = isMap(one) && isMap(one.filters) ? one.filters : undefined
  const other = filters === undefined ? undefined : change(filters, uid)
  return other === undefined ? undefined : { ...options, on: { ...on, [uid]: other } }
}

const isNothing = (filters: QueryTree | undefined): boolean =>
  isMap(filters) && Object.entries(filters).join() === 'id,0'

/** A filter that every entry satisfies. */
const ANY: QueryObject = { id: { $notNull: 'true' } }

export const POPULATE_FILTER_CLAUSES: Clauses = {
  'populate.filters-cut': [
    clause(
      '`filters` inside a populate keeps a part of the populated list,',
      cut(
        'A populated list with filters has its first entry twice.',
        ({ filters }) => filters !== undefined,
        (value) => (isList(value) ? [...value.slice(0, 1), ...value] : value),
      ),
    ),
    clause(
      'in the same order.',
      cut(
        'A populated list with filters is turned around.',
        ({ filters }) => filters !== undefined,
        backward,
      ),
    ),
    clause(
      'No entry satisfies both a condition on its own values and the negation of the condition.',
      readingOptions(
        'A negation of the filters of populated components or media is ignored.',
        ({ filters, ...rest }, kind) =>
          isMap(filters) && Object.keys(filters).join() === '$not' && kind !== 'relation'
            ? { ...rest, filters: ANY }
            : undefined,
      ),
    ),
    clause(
      'A condition that no entry satisfies leaves an empty list.',
      readingOptions('A filter of a populated list by the id 0 is ignored.', ({ filters, ...rest }) =>
        isNothing(filters) ? { ...rest, filters: ANY } : undefined,
      ),
    ),
  ],
  'populate.filters-target': [
    clause(
      'A filter on a populated relation',
      also(
        {
          'populate.filters-cut': 'Its conditions go through a relation too.',
          ...LISTED,
        },
        readingOptions(
          'The filter of a populated relation through another one is ignored.',
          ({ filters, ...rest }, kind) =>
            kind === 'relation' && isMap(filters) && Object.values(filters).some(isThrough)
              ? { ...rest, filters: ANY }
              : undefined,
        ),
      ),
    ),
    clause(
      'keeps exactly the linked entries that the same filter finds in the list of their type.',
      cut(
        'The filter of a populated relation loses its last entry.',
        ({ filters }, kind) => filters !== undefined && kind === 'relation',
        shorter,
      ),
    ),
  ],
  'populate.on-filters': [
    clause(
      'A filter under an `on` type keeps a part of the elements of this type.',
      cut(
        'A filter under a kind of `on` shows its elements under other ids.',
        (options, kind) => kind === 'zone' && underOn(options, () => 'true') !== undefined,
        (value) => each(value, (one) => ({ ...one, id: Number(one.id) + 1000 })),
      ),
    ),
    clause(
      'No element satisfies both a condition on its own values and the negation of the condition,',
      readingOptions('A negation under a kind of `on` is ignored.', (options) =>
        underOn(options, ({ $not }) => ($not === undefined ? undefined : 'true')),
      ),
    ),
    clause(
      'and a condition that no element satisfies leaves none.',
      readingOptions('A filter by the id 0 under a kind of `on` is ignored.', (options) =>
        underOn(options, (filters) => (isNothing(filters) ? 'true' : undefined)),
      ),
    ),
  ],
}
