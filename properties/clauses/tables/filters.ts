import { also, type Clauses, clause, random } from '../clause.ts'
import { has, isMap, isTrees, listing, losingOne, reading } from '../kit.ts'
import {
  below,
  filtersOf,
  findingAll,
  isBare,
  isDeep,
  isLinkedBy,
  isOnValue,
  isOuter,
  isTest,
  isToOne,
  isTwice,
  isWhole,
  keysOf,
  SAME,
} from '../kits/mentions.ts'

const LOCALES =
  'Another law notices the fault, because the lists that it requests may be lists of all locales.'

export const FILTER_CLAUSES: Clauses = {
  'filters.and': [
    clause(
      '`$and` finds exactly the entries that each of its conditions finds.',
      losingOne('a `$and` in a `$and`', (asked) => {
        const list = below(filtersOf(asked), '$and')
        return isTrees(list) && keysOf(list[1]) === '$and'
      }),
    ),
  ],
  'filters.or': [
    clause(
      '`$or` finds exactly the entries that at least one of its conditions finds.',
      losingOne('a `$or` with a repeated condition', (asked) => {
        const list = below(filtersOf(asked), '$or')
        const texts = isTrees(list) ? list.map((one) => JSON.stringify(one)) : []
        return texts.length === 3 && texts[1] === texts[2]
      }),
    ),
  ],
  'filters.de-morgan': [
    clause(
      'The condition not (f or g) equals the condition (not f) and (not g).',
      losingOne('`$not` of `$or`', (asked) => isTrees(below(filtersOf(asked), '$not', '$or'))),
    ),
    clause(
      'The condition not (f and g) equals the condition (not f) or (not g).',
      losingOne('`$not` of `$and`', (asked) => isTrees(below(filtersOf(asked), '$not', '$and'))),
    ),
    clause(
      'The condition not (not f) equals the condition f.',
      losingOne('`$not` of `$not`', (asked) => below(filtersOf(asked), '$not', '$not') !== undefined),
    ),
    clause(
      'The negation of an unknown condition is unknown.',
      findingAll(
        'The server wrongly also finds, by `$not` of `$not`, entries for which the condition is unknown.',
        (asked) => below(filtersOf(asked), '$not', '$not') !== undefined,
      ),
    ),
  ],
  'filters.narrow': [
    clause(
      'A further condition in a filter adds no entry to the result.',
      also(
        {
          'filters.and': SAME,
          'filters.or': SAME,
          'filters.de-morgan': SAME,
          'populate.filters-target':
            'The law `populate.filters-target` compares the filters of a list with those of a populated relation.',
        },
        reading(
          'The server wrongly finds entries that satisfy only one of several conditions.',
          ({ filters, ...query }) =>
            isMap(filters) && Object.keys(filters).length > 1
              ? {
                  ...query,
                  filters: { $or: Object.entries(filters).map(([name, test]) => ({ [name]: test })) },
                }
              : undefined,
        ),
      ),
    ),
    clause(
      'A search text adds no entry to the result of a filter.',
      also(
        { 'search.documents': 'The law `search.documents` searches single documents.' },
        findingAll(
          'The server wrongly ignores the filters if the request has a search text.',
          (asked) => has(asked, '_q') && has(asked, 'filters'),
        ),
      ),
    ),
    clause(
      'A request for a single locale finds no entry that a request for all locales does not find.',
      also(
        {
          'filters.or': LOCALES,
          'filters.complement': LOCALES,
          'filters.negations': LOCALES,
          'filters.ids': LOCALES,
          'filters.writings': LOCALES,
          'populate.filters-target': LOCALES,
          'search.contains': LOCALES,
        },
        losingOne('filters with `locale=*`', (asked) => has(asked, 'filters') && asked.query.locale === '*'),
      ),
    ),
  ],
  'filters.mention': [
    clause(
      'If a filter names a relation once with two conditions, both conditions must hold for the same linked row.',
      findingAll(
        'The server wrongly ignores filters that name a to-many relation once with two conditions.',
        (asked) => isTwice(asked) && !isToOne(asked),
      ),
    ),
    clause(
      'Two conditions that name a relation once find only entries that they also find if each names the relation separately.',
      findingAll(
        'The server wrongly ignores filters that name a relation once with two conditions.',
        isTwice,
      ),
    ),
    clause(
      'Two conditions on a to-one relation find the same entries whether they name the relation once or separately.',
      losingOne(
        'filters that name a to-one relation once with two conditions',
        (asked) => isTwice(asked) && isToOne(asked),
      ),
    ),
  ],
  'filters.complement': [
    clause(
      'Together, a condition on an attribute and its `$not` find every entry that has a value in the attribute.',
      also(
        {
          ...random('filters.and', 'filters.or'),
          'populate.filters-target':
            'Another law notices the fault, because its random conditions may have the form that the fault affects.',
        },
        losingOne('`$not` around a test of one attribute', isOuter),
      ),
    ),
    clause(
      'A condition on an attribute and its `$not` find no common entry.',
      also(
        random('filters.or'),
        findingAll(
          'The server wrongly ignores the filters if they are a `$not` around a test of one attribute.',
          isOuter,
        ),
      ),
    ),
    clause(
      'A condition on an attribute and its `$not` find only entries that have a value in the attribute.',
      also(
        { 'filters.flags': 'The law `filters.flags` compares `$null` with equivalent filters.' },
        losingOne(
          '`$null`',
          isTest(['$null'], (operand) => operand === 'true'),
        ),
      ),
    ),
  ],
  'filters.list-operand': [
    clause(
      'A list under a positive operator, such as `$eq`, finds the entries that at least one item of the list finds.',
      also(
        random('filters.or'),
        losingOne(
          'a list under a positive operator',
          isTest(['$lt', '$gte', '$containsi', '$startsWithi'], isTrees),
        ),
      ),
    ),
    clause(
      'A list under a negative operator, such as `$ne`, finds the entries that every item of the list finds.',
      losingOne(
        'a list under a negative operator',
        isTest(['$ne', '$nei', '$notContains', '$notContainsi'], isTrees),
      ),
    ),
  ],
  'filters.ids': [
    clause(
      'A filter on an id finds the entry with this id.',
      listing(
        'The server wrongly finds nothing by a filter on an id.',
        (asked) => isWhole(asked) && isBare(asked, 'id'),
        () => [],
      ),
    ),
    clause(
      'A filter on an id finds no entry with another id.',
      also(
        {
          'filters.or':
            'Another law notices the fault, because its random conditions may have the form that the fault affects.',
        },
        findingAll(
          'The server wrongly finds every entry by a filter on an id.',
          (asked) => isWhole(asked) && isBare(asked, 'id'),
        ),
      ),
    ),
    clause(
      'A filter on a documentId finds only entries of this document.',
      also(
        { 'search.documents': 'The law `search.documents` searches single documents.' },
        listing(
          'The server wrongly finds nothing by a filter on a documentId.',
          (asked) => isWhole(asked) && isBare(asked, 'documentId'),
          () => [],
        ),
      ),
    ),
  ],
  'filters.linked': [
    clause(
      'A filter on the id of a linked entry finds exactly the entries that show a link to this id when the relation is populated.',
      losingOne('`$eq` on a linked id', (asked) => isLinkedBy(asked, '$eq')),
    ),
    clause(
      '`$ne` with the id of a linked entry finds exactly the entries that show a link to another id.',
      losingOne('`$ne` on a linked id', (asked) => isLinkedBy(asked, '$ne')),
    ),
    clause(
      '`$null` on the id of a linked entry finds exactly the entries that show no link.',
      also(
        {
          'filters.mention':
            'The law `filters.mention` also compares filters that find entries without a link.',
        },
        losingOne('`$null` on a linked id', (asked) => isLinkedBy(asked, '$null')),
      ),
    ),
  ],
  'filters.linked-values': [
    clause(
      'A filter on a value below an attribute finds exactly the entries that show this value when the attribute is populated.',
      losingOne('`$eq` on a linked value', (asked) => isOnValue(asked, '$eq')),
    ),
    clause(
      '`$ne` with a value below an attribute finds exactly the entries that show another value when the attribute is populated.',
      losingOne('`$ne` on a linked value', (asked) => isOnValue(asked, '$ne')),
    ),
  ],
  'filters.deep-values': [
    clause(
      'A filter by a value through two attributes finds exactly the entries that show this value when both attributes are populated.',
      losingOne('`$eq` on a value two attributes below', (asked) => isDeep(asked, '$eq')),
    ),
    clause(
      '`$ne` through two attributes finds exactly the entries that show another value when both attributes are populated.',
      losingOne('`$ne` on a value two attributes below', (asked) => isDeep(asked, '$ne')),
    ),
  ],
}
