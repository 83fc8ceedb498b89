import { also, type Clauses, clause, random } from '../clause.ts'
import { isTrees, losingOne } from '../kit.ts'
import { isTest, tested } from '../kits/mentions.ts'
import {
  isJoined,
  isLetter,
  isLoud,
  isOpenRange,
  isPlain,
  isText,
  LISTS,
  negated,
  PAIR,
  RANGE,
  renaming,
  testing,
  typeOf,
} from '../kits/tests.ts'

export const OPERATOR_CLAUSES: Clauses = {
  'filters.in': [
    clause(
      '`$in` finds the same entries as an `$or` with one `$eq` for each item of the list.',
      losingOne('a `$or` of two values without operators', isJoined('$or', '', '')),
    ),
    clause(
      'A list without an operator finds the same entries as `$in` with this list.',
      also(
        random('filters.and', 'filters.de-morgan', 'filters.narrow', 'filters.or'),
        losingOne('a list without an operator', (asked) => isTrees(tested(asked)?.[1])),
      ),
    ),
    clause(
      'A list under `$eq` finds the same entries as `$in` with this list.',
      also({ 'filters.list-operand': LISTS }, losingOne('a list under `$eq`', isTest(['$eq'], isTrees))),
    ),
    clause(
      '`$notIn` finds the same entries as an `$and` with one `$ne` for each item of the list.',
      also({ 'filters.list-operand': LISTS }, losingOne('a `$and` of `$ne`', isJoined('$and', '$ne', '$ne'))),
    ),
    clause(
      '`$notIn` finds the same entries as `$not` of `$in`.',
      losingOne('`$not` of a list under `$in`', (asked) => isTrees(negated(asked)['$in'])),
    ),
    clause(
      'With a null in its list, `$notIn` finds nothing.',
      testing('The server wrongly ignores a null in the list of `$notIn`.', '$notIn', (operand, name) =>
        isTrees(operand) && operand.includes(null)
          ? { [name]: { $notIn: operand.filter((one) => one !== null) } }
          : undefined,
      ),
    ),
  ],
  'filters.between': [
    clause(
      '`$between` finds the same entries as `$gte` and `$lte` together.',
      also(
        random('filters.or', 'filters.de-morgan'),
        losingOne(
          '`$between` with two different ends',
          isTest(
            ['$between'],
            (operand) => isTrees(operand) && operand[0] !== operand[1] && !isOpenRange(operand),
          ),
        ),
      ),
    ),
    clause(
      '`$between` includes both ends of the range.',
      losingOne(
        '`$between` with one value at both ends',
        isTest(['$between'], (operand) => isTrees(operand) && operand[0] === operand[1]),
      ),
    ),
    clause(
      '`$gte` finds the same entries as `$gt` or `$eq`.',
      losingOne('a `$or` of `$gt` and `$eq`', isJoined('$or', '$gt', '$eq')),
    ),
    clause(
      'Among the entries with a value, `$lt` finds exactly the entries that `$gte` does not find.',
      also(
        { 'filters.complement': PAIR, ...random('filters.and', 'filters.de-morgan', 'filters.narrow') },
        losingOne('`$not` of `$gte`', (asked) => Object.keys(negated(asked)).join() === '$gte'),
      ),
    ),
  ],
  'filters.open-range': [
    clause(
      '`$between` with a null at one end finds nothing.',
      testing('The server wrongly ignores a null in `$between`.', '$between', (operand, name) =>
        isTrees(operand) && operand[1] === null ? { [name]: { $gte: operand[0] ?? null } } : undefined,
      ),
    ),
    clause(
      'The `$not` of a `$between` with a null at one end finds exactly the entries that the other end excludes.',
      losingOne('`$not` of `$between` with a null', (asked) => isOpenRange(negated(asked)['$between'] ?? '')),
    ),
  ],
  'filters.negations': [
    clause(
      'A negative operator such as `$ne` finds entries that its positive operator does not find.',
      also(
        random('filters.and', 'filters.or', 'filters.de-morgan'),
        losingOne('`$notContains`', isTest(['$notContains'], isText)),
      ),
    ),
    clause(
      'A negative operator finds only entries that have a value in the tested attribute.',
      testing('The server wrongly finds null by `$notContains`.', '$notContains', (operand, name) =>
        isText(operand)
          ? { $or: [{ [name]: { $notContains: operand } }, { [name]: { $null: 'true' } }] }
          : undefined,
      ),
    ),
    clause(
      'Among the entries with a value, a negative operator finds every entry that its positive operator does not find.',
      testing(
        'The server wrongly ignores the operand of `$notContainsi`.',
        '$notContainsi',
        (operand, name) => (isText(operand) ? { [name]: { $notNull: 'true' } } : undefined),
      ),
    ),
  ],
  'filters.shown-values': [
    clause(
      '`$eq` with a text from the answer finds exactly the entries that show this text.',
      also(
        {
          'filters.writings': 'The law `filters.writings` finds values by `$eq` too.',
          'filters.in': 'The law `filters.in` compares `$eq` with `$in`.',
        },
        renaming('The server wrongly ignores letter case in `$eq` and `$ne`.', { $eq: '$eqi', $ne: '$nei' }),
      ),
    ),
    clause(
      '`$in` with a text from the answer finds exactly the entries that show this text.',
      also(
        { 'filters.complement': PAIR, 'filters.negations': PAIR },
        losingOne('`$in` with one text', isTest(['$in'], isText)),
      ),
    ),
    clause(
      'The case-insensitive operators find at least the entries that `$eq` finds.',
      losingOne(
        '`$endsWithi` with a text beyond printable ASCII',
        isTest(['$endsWithi'], (text) => isText(text) && !isPlain(text)),
      ),
    ),
  ],
  'filters.shown-texts': [
    clause(
      '`$contains` finds exactly the entries that show a text that contains the operand.',
      also(
        { 'filters.complement': PAIR, 'filters.negations': PAIR },
        losingOne('`$contains`', isTest(['$contains'], isText)),
      ),
    ),
    clause(
      '`$startsWith` finds exactly the entries that show a text that starts with the operand.',
      also(random('filters.or'), losingOne('`$startsWith`', isTest(['$startsWith'], isText))),
    ),
    clause(
      '`$endsWith` finds exactly the entries that show a text that ends with the operand.',
      losingOne('`$endsWith`', isTest(['$endsWith'], isText)),
    ),
    clause(
      '`$contains`, `$startsWith` and `$endsWith` do not ignore letter case.',
      renaming('The server wrongly ignores letter case in `$contains` and `$notContains`.', {
        $contains: '$containsi',
        $notContains: '$notContainsi',
      }),
    ),
    clause(
      'No character in the operand of `$contains`, `$startsWith` or `$endsWith` is a wildcard.',
      testing(
        'The server wrongly cuts the operand of `$startsWith` at its first underscore.',
        '$startsWith',
        (operand, name) =>
          isText(operand) && operand.indexOf('_') > 0
            ? { [name]: { $startsWith: operand.slice(0, operand.indexOf('_')) } }
            : undefined,
      ),
    ),
  ],
  'filters.case-pairs': [
    clause(
      'Two search texts that differ only in letter case find the same entries by `_q`.',
      also(
        {
          'search.contains': 'The law `search.contains` compares the search with filters.',
          'pages.concatenate': 'The law `pages.concatenate` compares pages with the whole list.',
          'pages.count': 'The law `pages.count` counts the entries of the whole list.',
          'search.documents': 'The law `search.documents` searches single documents.',
        },
        losingOne('a search for a text with capitals', ({ query }) => isLoud(query._q ?? null)),
      ),
    ),
    clause(
      'Two operands that differ only in letter case find the same entries by a case-insensitive operator.',
      also(
        { 'filters.negations': PAIR },
        losingOne('`$nei` with a text with capitals', isTest(['$nei'], isLoud)),
      ),
    ),
    clause(
      'A dotless `ı` does not match an `i`.',
      testing('The server wrongly finds a dotless i by `$eqi` with an i.', '$eqi', (operand, name) =>
        operand === 'I' ? { [name]: { $in: ['i', 'I', 'ı'] } } : undefined,
      ),
    ),
  ],
  'filters.shown-case': [
    clause(
      'Of printable ASCII texts, `$eqi` finds exactly those that equal the operand, ignoring case.',
      renaming('The server wrongly finds texts that only contain the operand of `$eqi`.', {
        $eqi: '$containsi',
        $nei: '$notContainsi',
      }),
    ),
    clause(
      'Of printable ASCII texts, `$containsi` finds exactly those that contain the operand, ignoring case.',
      also(
        {
          'filters.negations': PAIR,
          'filters.shown-values': 'The law `filters.shown-values` also finds shown values by this operator.',
        },
        losingOne('`$containsi`', isTest(['$containsi'], isPlain)),
      ),
    ),
    clause(
      'Of printable ASCII texts, `$startsWithi` finds exactly those that start with the operand, ignoring case.',
      renaming('The server wrongly finds texts that only contain the operand of `$startsWithi`.', {
        $startsWithi: '$containsi',
      }),
    ),
    clause(
      'Of printable ASCII texts, `$endsWithi` finds exactly those that end with the operand, ignoring case.',
      renaming('The server wrongly finds texts that only contain the operand of `$endsWithi`.', {
        $endsWithi: '$containsi',
      }),
    ),
  ],
  'filters.writings': [
    clause(
      'A filter with any notation of a shown number finds exactly the entries that show this number.',
      losingOne(
        'a number between blanks',
        isTest(['$eq'], (text) => isText(text) && /^ -?[\d.]+ $/.test(text)),
      ),
    ),
    clause(
      'A filter with any notation of a shown boolean finds exactly the entries that show this boolean.',
      also(
        { 'filters.complement': PAIR },
        losingOne(
          'the boolean word `t` or `f`',
          (asked) => typeOf(asked) === 'boolean' && isTest(['$eq'], isLetter)(asked),
        ),
      ),
    ),
    clause(
      'A filter with any notation of a shown time finds exactly the entries that show this time.',
      losingOne(
        'a time with an offset',
        isTest(['$eq'], (text) => isText(text) && /\+00:00$/.test(text)),
      ),
    ),
    clause(
      'A filter with the next value after a shown value finds exactly the entries that show this next value.',
      testing('The server wrongly finds a millisecond before the time in `$eq`.', '$eq', (operand, name) =>
        isText(operand) && /T.*\.\d\d[1-9]Z$/.test(operand)
          ? { [name]: { $in: [operand, new Date(Date.parse(operand) - 1).toISOString()] } }
          : undefined,
      ),
    ),
    clause(
      '`$lt` with a shown value finds exactly the entries with a smaller value.',
      also(
        {
          'filters.between': RANGE,
          'filters.complement': PAIR,
          'filters.open-range': RANGE,
          ...random('filters.and', 'filters.or', 'filters.de-morgan', 'filters.narrow'),
        },
        losingOne('`$lt`', isTest(['$lt'], isText)),
      ),
    ),
    clause(
      '`$gt` with a shown value finds exactly the entries with a greater value.',
      also(
        { 'filters.open-range': RANGE, ...random('filters.and', 'filters.or') },
        losingOne('`$gt`', isTest(['$gt'], isText)),
      ),
    ),
  ],
}
