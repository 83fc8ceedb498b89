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
      'With `filters` inside a populate, the populated list has some or all of the entries that it has without filters.',
      cut(
        'The server wrongly shows the first entry of a populated list with filters twice.',
        ({ filters }) => filters !== undefined,
        (value) => (isList(value) ? [...value.slice(0, 1), ...value] : value),
      ),
    ),
    clause(
      '`filters` inside a populate does not change the order of the list.',
      cut(
        'The server wrongly reverses a populated list with filters.',
        ({ filters }) => filters !== undefined,
        backward,
      ),
    ),
    clause(
      'No entry satisfies both a condition on its own values and the negation of the condition.',
      readingOptions(
        'The server wrongly ignores a `$not` in the filters of populated components or media.',
        ({ filters, ...rest }, kind) =>
          isMap(filters) && Object.keys(filters).join() === '$not' && kind !== 'relation'
            ? { ...rest, filters: ANY }
            : undefined,
      ),
    ),
    clause(
      'A filter inside a populate that no entry satisfies leaves an empty list.',
      readingOptions(
        'The server wrongly ignores the filter `id=0` inside a populate.',
        ({ filters, ...rest }) => (isNothing(filters) ? { ...rest, filters: ANY } : undefined),
      ),
    ),
  ],
  'populate.filters-target': [
    clause(
      'A filter on a populated relation finds only entries that the same filter finds in the list of their type.',
      also(
        {
          'populate.filters-cut':
            'The conditions of the law `populate.filters-cut` also go through a relation.',
          ...LISTED,
        },
        readingOptions(
          'The server wrongly ignores a filter of a populated relation that leads through another relation.',
          ({ filters, ...rest }, kind) =>
            kind === 'relation' && isMap(filters) && Object.values(filters).some(isThrough)
              ? { ...rest, filters: ANY }
              : undefined,
        ),
      ),
    ),
    clause(
      'A filter on a populated relation keeps every linked entry that the same filter finds in the list of its type.',
      cut(
        'The server wrongly omits the last entry of a populated relation with filters.',
        ({ filters }, kind) => filters !== undefined && kind === 'relation',
        shorter,
      ),
    ),
  ],
  'populate.on-filters': [
    clause(
      'A filter under a component type in `on` keeps some or all of the elements of this type.',
      cut(
        'The server wrongly adds 1000 to the ids of elements if a type under `on` has filters.',
        (options, kind) => kind === 'zone' && underOn(options, () => 'true') !== undefined,
        (value) => each(value, (one) => ({ ...one, id: Number(one.id) + 1000 })),
      ),
    ),
    clause(
      'No element satisfies both a condition on its own values and the negation of the condition.',
      readingOptions('The server wrongly ignores a `$not` in the filters of a type under `on`.', (options) =>
        underOn(options, ({ $not }) => ($not === undefined ? undefined : 'true')),
      ),
    ),
    clause(
      'A filter under a component type in `on` that no element satisfies leaves no element.',
      readingOptions('The server wrongly ignores a filter by the id 0 of a type under `on`.', (options) =>
        underOn(options, (filters) => (isNothing(filters) ? 'true' : undefined)),
      ),
    ),
  ],
}
