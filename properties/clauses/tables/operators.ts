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
      '`$in` is an `$or` of `$eq`,',
      losingOne('A `$or` of two bare values loses an entry.', isJoined('$or', '', '')),
    ),
    clause(
      'a bare list',
      also(
        random('filters.and', 'filters.de-morgan', 'filters.narrow', 'filters.or'),
        losingOne('A bare list loses an entry.', (asked) => isTrees(tested(asked)?.[1])),
      ),
    ),
    clause(
      'and a list under `$eq`;',
      also(
        { 'filters.list-operand': LISTS },
        losingOne('A list under `$eq` loses an entry.', isTest(['$eq'], isTrees)),
      ),
    ),
    clause(
      '`$notIn` is an `$and` of `$ne`',
      also(
        { 'filters.list-operand': LISTS },
        losingOne('A `$and` of `$ne` loses an entry.', isJoined('$and', '$ne', '$ne')),
      ),
    ),
    clause(
      'and `$not` of `$in`;',
      losingOne('`$not` of a list under `$in` loses an entry.', (asked) => isTrees(negated(asked)['$in'])),
    ),
    clause(
      'with a null in its list it finds nothing.',
      testing('A null in a list of `$notIn` is passed over.', '$notIn', (operand, name) =>
        isTrees(operand) && operand.includes(null)
          ? { [name]: { $notIn: operand.filter((one) => one !== null) } }
          : undefined,
      ),
    ),
  ],
  'filters.between': [
    clause(
      '`$between` is `$gte` and `$lte`,',
      also(
        random('filters.or', 'filters.de-morgan'),
        losingOne(
          '`$between` with two ends loses an entry.',
          isTest(
            ['$between'],
            (operand) => isTrees(operand) && operand[0] !== operand[1] && !isOpenRange(operand),
          ),
        ),
      ),
    ),
    clause(
      'both ends among them;',
      losingOne(
        '`$between` with one value at both ends loses an entry.',
        isTest(['$between'], (operand) => isTrees(operand) && operand[0] === operand[1]),
      ),
    ),
    clause(
      '`$gte` is `$gt` or `$eq`;',
      losingOne('`$gt` or `$eq` loses an entry.', isJoined('$or', '$gt', '$eq')),
    ),
    clause(
      '`$lt` is what has a value and is not `$gte`.',
      also(
        { 'filters.complement': PAIR, ...random('filters.and', 'filters.de-morgan', 'filters.narrow') },
        losingOne(
          '`$not` of `$gte` loses an entry.',
          (asked) => Object.keys(negated(asked)).join() === '$gte',
        ),
      ),
    ),
  ],
  'filters.open-range': [
    clause(
      '`$between` with a null at one end finds nothing,',
      testing('`$between` with a null passes it over.', '$between', (operand, name) =>
        isTrees(operand) && operand[1] === null ? { [name]: { $gte: operand[0] ?? null } } : undefined,
      ),
    ),
    clause(
      'and its `$not` just what the other end excludes.',
      losingOne('`$not` of `$between` with a null loses an entry.', (asked) =>
        isOpenRange(negated(asked)['$between'] ?? ''),
      ),
    ),
  ],
  'filters.negations': [
    clause(
      'Each negative operator finds,',
      also(
        random('filters.and', 'filters.or', 'filters.de-morgan'),
        losingOne('`$notContains` loses an entry.', isTest(['$notContains'], isText)),
      ),
    ),
    clause(
      'of the entries that have the value,',
      testing('`$notContains` finds what has no value too.', '$notContains', (operand, name) =>
        isText(operand)
          ? { $or: [{ [name]: { $notContains: operand } }, { [name]: { $null: 'true' } }] }
          : undefined,
      ),
    ),
    clause(
      'just those that its positive one does not.',
      testing('`$notContainsi` finds what has a value.', '$notContainsi', (operand, name) =>
        isText(operand) ? { [name]: { $notNull: 'true' } } : undefined,
      ),
    ),
  ],
  'filters.shown-values': [
    clause(
      'A text that is shown is found by `$eq` just where it is shown,',
      also(
        {
          'filters.writings': 'It finds values by `$eq` too.',
          'filters.in': 'It compares `$eq` with `$in`.',
        },
        renaming('`$eq` and `$ne` leave case aside.', { $eq: '$eqi', $ne: '$nei' }),
      ),
    ),
    clause(
      'and by the operators that leave case aside there at least.',
      losingOne(
        '`$endsWithi` of a text with other letters loses an entry.',
        isTest(['$endsWithi'], (text) => isText(text) && !isPlain(text)),
      ),
    ),
  ],
  'filters.shown-texts': [
    clause(
      '`$contains`,',
      also(
        { 'filters.complement': PAIR, 'filters.negations': PAIR },
        losingOne('`$contains` loses an entry.', isTest(['$contains'], isText)),
      ),
    ),
    clause(
      '`$startsWith`',
      also(random('filters.or'), losingOne('`$startsWith` loses an entry.', isTest(['$startsWith'], isText))),
    ),
    clause(
      'and `$endsWith` find just the texts shown that have the piece there,',
      losingOne('`$endsWith` loses an entry.', isTest(['$endsWith'], isText)),
    ),
    clause(
      'letter case included.',
      renaming('`$contains` and `$notContains` leave case aside.', {
        $contains: '$containsi',
        $notContains: '$notContainsi',
      }),
    ),
  ],
  'filters.case-pairs': [
    clause(
      'Two texts that differ in case alone find the same entries by `_q`',
      also(
        {
          'search.contains': 'It compares the search with filters.',
          'pages.concatenate': 'It compares pages with the whole list.',
          'pages.count': 'It counts the whole list.',
        },
        losingOne('A search for a text with capitals loses an entry.', ({ query }) =>
          isLoud(query._q ?? null),
        ),
      ),
    ),
    clause(
      'and by every operator that leaves case aside,',
      also(
        { 'filters.negations': PAIR },
        losingOne('`$nei` of a text with capitals loses an entry.', isTest(['$nei'], isLoud)),
      ),
    ),
    clause(
      'and a dotless i is no i.',
      testing('`$eqi` takes a dotless i for an i.', '$eqi', (operand, name) =>
        operand === 'I' ? { [name]: { $in: ['i', 'I', 'ı'] } } : undefined,
      ),
    ),
  ],
  'filters.shown-case': [
    clause(
      'Of the texts shown that have plain letters alone, `$eqi`,',
      renaming('`$eqi` looks for a piece.', { $eqi: '$containsi', $nei: '$notContainsi' }),
    ),
    clause(
      '`$containsi`,',
      also(
        { 'filters.negations': PAIR, 'filters.shown-values': 'It finds shown values by it too.' },
        losingOne('`$containsi` loses an entry.', isTest(['$containsi'], isPlain)),
      ),
    ),
    clause('`$startsWithi`', renaming('`$startsWithi` looks for a piece.', { $startsWithi: '$containsi' })),
    clause(
      'and `$endsWithi` find just those that have the piece there in any case.',
      renaming('`$endsWithi` looks for a piece.', { $endsWithi: '$containsi' }),
    ),
  ],
  'filters.writings': [
    clause(
      'A number,',
      losingOne(
        'A number with blanks around it loses an entry.',
        isTest(['$eq'], (text) => isText(text) && /^ -?[\d.]+ $/.test(text)),
      ),
    ),
    clause(
      'flag',
      also(
        { 'filters.complement': PAIR },
        losingOne(
          'The flags `t` and `f` lose an entry.',
          (asked) => typeOf(asked) === 'boolean' && isTest(['$eq'], isLetter)(asked),
        ),
      ),
    ),
    clause(
      'or time that is shown is found by each way to write it just where it is shown,',
      losingOne(
        'A time with an offset loses an entry.',
        isTest(['$eq'], (text) => isText(text) && /\+00:00$/.test(text)),
      ),
    ),
    clause(
      'the next number just where that is shown,',
      testing('A time with a millisecond more is found by the one before.', '$eq', (operand, name) =>
        isText(operand) && /T.*\.\d\d[1-9]Z$/.test(operand)
          ? { [name]: { $in: [operand, new Date(Date.parse(operand) - 1).toISOString()] } }
          : undefined,
      ),
    ),
    clause(
      'and is above what is smaller',
      also(
        {
          'filters.between': RANGE,
          'filters.complement': PAIR,
          'filters.open-range': RANGE,
          ...random('filters.and', 'filters.or', 'filters.de-morgan', 'filters.narrow'),
        },
        losingOne('`$lt` loses an entry.', isTest(['$lt'], isText)),
      ),
    ),
    clause(
      'and below what is greater.',
      also(
        { 'filters.open-range': RANGE, ...random('filters.and') },
        losingOne('`$gt` loses an entry.', isTest(['$gt'], isText)),
      ),
    ),
  ],
}
