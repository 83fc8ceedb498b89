/**
 * The clauses of the laws about `$null` and `$notNull`, and about filters with two conditions or through two
 * relations.
 */
import { type Clauses, clause } from '../clause.ts'
import { isMap, losingOne, reading } from '../kit.ts'
import { isTest, tested } from '../kits/mentions.ts'

export const LINKED_PAIR_CLAUSES: Clauses = {
  'filters.flags': [
    clause(
      '`$null` finds the same entries with each notation of true.',
      losingOne(
        '`$null` with `1`',
        isTest(['$null'], (text) => text === '1'),
      ),
    ),
    clause(
      '`$null` with true finds the same entries as a filter that names the attribute without a value.',
      losingOne('a filter without a value', (asked) => tested(asked)?.[1] === null),
    ),
    clause(
      '`$null` with each notation of false finds the same entries as `$notNull` with true.',
      losingOne(
        '`$null` with `0`',
        isTest(['$null'], (text) => text === '0'),
      ),
    ),
  ],
  'filters.linked-together': [
    clause(
      'A filter on an id and a value of a linked entry finds exactly the entries that show a linked entry with both.',
      reading(
        'The server wrongly finds an entry if one linked entry has the id and another has the value.',
        (query) => {
          const [[name, tests] = ['', ''], ...more] = Object.entries(
            isMap(query.filters) ? query.filters : {},
          )
          if (more.length > 0 || !isMap(tests)) return undefined
          const { id, ...rest } = tests
          const [[scalar, test] = ['', ''], ...others] = Object.entries(rest)
          if (typeof id !== 'string' || scalar === '' || others.length > 0) return undefined
          return { ...query, filters: { $and: [{ [name]: { id } }, { [name]: { [scalar]: test } }] } }
        },
      ),
    ),
  ],
  'filters.linked-twice': [
    clause(
      'A filter by an id through two relations finds exactly the entries that show this id when both relations are populated.',
      reading(
        'The server wrongly tests the nearer entry in a filter on an id two relations away.',
        (query) => {
          const [[near, one] = ['', '']] = Object.entries(isMap(query.filters) ? query.filters : {})
          const [[far, two] = ['', '']] = Object.entries(isMap(one) ? one : {})
          const isPath = near !== '' && near === far && isMap(two) && Object.keys(two).join() === 'id'
          return isPath ? { ...query, filters: { [near]: two } } : undefined
        },
      ),
    ),
  ],
}
