/** The clauses of the laws of filters as sets, and of the search. */
import { isObject } from '../../src/util/json.ts'
import type { QueryObject, QueryTree } from '../arbitraries/print.ts'
import { also, type ClauseFault, type Clauses, clause } from './clause.ts'
import { type Asked, has, isMap, isTrees, listing, losingOne, reading } from './kit.ts'

const filtersOf = ({ query: { filters } }: Asked): QueryObject => (isMap(filters) ? filters : {})
const keysOf = (tree: QueryTree | undefined): string => (isMap(tree) ? Object.keys(tree).join() : '')
const below = (tree: QueryTree | undefined, ...keys: readonly string[]): QueryTree | undefined =>
  keys.reduce<QueryTree | undefined>(
    (one, key) => (isMap(one) && keysOf(one) === key ? one[key] : undefined),
    tree,
  )

/** Finds everything instead of what some filters find. */
export const findingAll = (says: string, isFor: (asked: Asked) => boolean): ClauseFault =>
  reading(says, ({ filters: _, ...query }, asked) => (isFor(asked) ? query : undefined))

/** The single attribute of the filters, and its condition; undefined for any other filters. */
export function tested(asked: Asked, kind = 'scalar'): readonly [string, QueryTree] | undefined {
  const [[name, test] = ['', ''], ...more] = Object.entries(filtersOf(asked))
  const attribute = asked.type?.attributes.get(name)
  const found = attribute?.kind ?? (name === 'id' || name === 'documentId' ? 'scalar' : '')
  const isKind = kind === 'scalar' ? found === 'scalar' : found !== 'scalar' && found !== ''
  return more.length === 0 && isKind ? [name, test] : undefined
}

/** Whether the filters are one test of one attribute by one operator, with an operand that fits. */
export const isTest =
  (operators: readonly string[], fits: (operand: QueryTree) => boolean = () => true) =>
  (asked: Asked): boolean => {
    const [, test = null] = tested(asked) ?? []
    const [[operator, operand] = ['', ''], ...more] = isMap(test) ? Object.entries(test) : []
    return more.length === 0 && operators.includes(operator) && fits(operand)
  }
const isText = (tree: QueryTree): tree is string => typeof tree === 'string'

const linked = (asked: Asked): readonly [string, QueryTree] | undefined => tested(asked, 'linked')
const isTwice = (asked: Asked): boolean => {
  const list = below(linked(asked)?.[1], '$and')
  return isTrees(list) && keysOf(below(list[1], 'id')) === '$notNull,$eq'
}
const isToOne = (asked: Asked): boolean => {
  const attribute = asked.type?.attributes.get(linked(asked)?.[0] ?? '')
  return (
    attribute !== undefined && attribute.kind !== 'scalar' && attribute.kind !== 'zone' && !attribute.many
  )
}

const documentIds = ({ type, graph }: Asked): readonly string[] => [
  ...(graph.tables.get(type?.uid ?? 'api::none.none')?.byDocument.keys() ?? []),
]
const searchOf = ({ query: { _q } }: Asked): string => (typeof _q === 'string' ? _q : '')
const isWord = (asked: Asked): boolean => searchOf(asked) !== '' && Number.isNaN(Number(searchOf(asked)))
const isInId = (asked: Asked): boolean =>
  documentIds(asked).some((id) => id.toLowerCase().includes(searchOf(asked).toLowerCase()))
const isWhole = ({ query: { pagination } }: Asked): boolean => isMap(pagination) && pagination.limit === '100'

const SAME = 'It compares this filter with another one.'
const SEARCH = 'It compares the search with filters.'

export const FILTER_CLAUSES: Clauses = {
  'filters.and': [
    clause(
      '`$and` finds what each of its conditions finds.',
      losingOne('A `$and` in a `$and` loses an entry.', (asked) => {
        const list = below(filtersOf(asked), '$and')
        return isTrees(list) && keysOf(list[1]) === '$and'
      }),
    ),
  ],
  'filters.or': [
    clause(
      '`$or` finds what any of its conditions finds.',
      losingOne('A `$or` that repeats a condition loses an entry.', (asked) => {
        const list = below(filtersOf(asked), '$or')
        const texts = isTrees(list) ? list.map((one) => JSON.stringify(one)) : []
        return texts.length === 3 && texts[1] === texts[2]
      }),
    ),
  ],
  'filters.de-morgan': [
    clause(
      'De Morgan: not (f or g) is not f and not g,',
      losingOne('`$not` of `$or` loses an entry.', (asked) =>
        isTrees(below(filtersOf(asked), '$not', '$or')),
      ),
    ),
    clause(
      'not (f and g) is not f or not g,',
      losingOne('`$not` of `$and` loses an entry.', (asked) =>
        isTrees(below(filtersOf(asked), '$not', '$and')),
      ),
    ),
    clause(
      'and not not f is f,',
      losingOne(
        '`$not` of `$not` loses an entry.',
        (asked) => below(filtersOf(asked), '$not', '$not') !== undefined,
      ),
    ),
    clause(
      'the unknown staying unknown.',
      findingAll(
        '`$not` of `$not` finds what is unknown too.',
        (asked) => below(filtersOf(asked), '$not', '$not') !== undefined,
      ),
    ),
  ],
  'filters.narrow': [
    clause(
      'A further condition,',
      also(
        {
          'filters.and': SAME,
          'filters.or': SAME,
          'filters.de-morgan': SAME,
          'populate.filters-target': 'It compares the filters of a list with those of a populated relation.',
        },
        reading('Of several conditions any is enough.', ({ filters, ...query }) =>
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
      'a search text',
      findingAll(
        'With a search the filters are ignored.',
        (asked) => has(asked, '_q') && has(asked, 'filters'),
      ),
    ),
    clause(
      'or a single locale in place of all never adds an entry.',
      also(
        {},
        losingOne(
          'With filters, a request for all locales loses an entry.',
          (asked) => has(asked, 'filters') && asked.query.locale === '*',
        ),
      ),
    ),
  ],
  'filters.mention': [
    clause(
      'Two conditions in one mention of a relation hold of one linked row:',
      findingAll(
        'Two conditions in one mention of a relation to many are ignored.',
        (asked) => isTwice(asked) && !isToOne(asked),
      ),
    ),
    clause(
      'they find a part of what two mentions find;',
      findingAll('Two conditions in one mention of a relation are ignored.', isTwice),
    ),
    clause(
      'of a to-one they find the same.',
      losingOne(
        'Two conditions in one mention of a relation to one lose an entry.',
        (asked) => isTwice(asked) && isToOne(asked),
      ),
    ),
  ],
  'filters.complement': [
    clause(
      'A test of a value and its `$not` find, between them',
      losingOne('`$not` around a test of one attribute loses an entry.', isOuter),
    ),
    clause('and apart,', findingAll('`$not` around a test of one attribute finds everything.', isOuter)),
    clause(
      'just the entries that have the value.',
      losingOne(
        '`$null` loses an entry.',
        isTest(['$null'], (operand) => operand === 'true'),
      ),
    ),
  ],
  'filters.list-operand': [
    clause(
      'A list under a positive operator finds what any of its items finds,',
      losingOne(
        'A list under a positive operator loses an entry.',
        isTest(['$lt', '$gte', '$containsi', '$startsWithi'], isTrees),
      ),
    ),
    clause(
      'and one under a negative operator what all find.',
      losingOne(
        'A list under a negative operator loses an entry.',
        isTest(['$ne', '$nei', '$notContains', '$notContainsi'], isTrees),
      ),
    ),
  ],
  'search.contains': [
    clause(
      '`_q` finds what `$containsi` finds',
      losingOne(
        'A search for an unknown text loses an entry.',
        (asked) => isWord(asked) && !documentIds(asked).includes(searchOf(asked)),
      ),
    ),
    clause(
      'on id, documentId',
      losingOne(
        'A search for a part of a documentId loses an entry.',
        (asked) => isWord(asked) && isInId(asked) && !documentIds(asked).includes(searchOf(asked)),
      ),
    ),
    clause(
      'or a searched text,',
      losingOne(
        'A search for what no documentId has loses an entry.',
        (asked) => isWord(asked) && !isInId(asked),
      ),
    ),
    clause(
      'and nothing but that.',
      reading('A search for a word finds everything.', ({ _q, ...query }, asked) =>
        isWord(asked) && _q !== undefined ? query : undefined,
      ),
    ),
  ],
  'search.ids': [
    clause(
      '`_q` with the id',
      listing(
        'A search for an id does not find its entry.',
        (asked) => searchOf(asked) !== '' && !isWord(asked),
        (list, asked) => list.filter((one) => !isObject(one) || String(one.id) !== searchOf(asked)),
      ),
    ),
    clause(
      'or the documentId of an entry finds it.',
      also(
        { 'search.contains': SEARCH },
        listing(
          'A search for a documentId does not find its entries.',
          (asked) => isWhole(asked) && documentIds(asked).includes(searchOf(asked)),
          (list, asked) => list.filter((one) => !isObject(one) || one.documentId !== searchOf(asked)),
        ),
      ),
    ),
  ],
  'filters.ids': [
    clause(
      'A filter on an id finds the entry with that id',
      listing(
        'A filter on an id finds nothing.',
        (asked) => isWhole(asked) && isBare(asked, 'id'),
        () => [],
      ),
    ),
    clause(
      'and no other,',
      findingAll('A filter on an id finds everything.', (asked) => isWhole(asked) && isBare(asked, 'id')),
    ),
    clause(
      'and one on a documentId that document.',
      listing(
        'A filter on a documentId finds nothing.',
        (asked) => isWhole(asked) && isBare(asked, 'documentId'),
        () => [],
      ),
    ),
  ],
  'filters.linked': [
    clause(
      'A filter on the id of a linked entry finds just the entries that show the link when populated,',
      losingOne('A filter on a linked id by `$eq` loses an entry.', (asked) => isLinkedBy(asked, '$eq')),
    ),
    clause(
      'one on another id just those that show another link,',
      losingOne('A filter on a linked id by `$ne` loses an entry.', (asked) => isLinkedBy(asked, '$ne')),
    ),
    clause(
      'and one for no id just those that show none.',
      also(
        { 'filters.mention': 'It compares the ways to ask for no link.' },
        losingOne('A filter for no linked id loses an entry.', (asked) => isLinkedBy(asked, '$null')),
      ),
    ),
  ],
}

function isOuter(asked: Asked): boolean {
  const inner = below(filtersOf(asked), '$not')
  const names = isMap(inner) ? Object.keys(inner) : []
  return names.length === 1 && asked.type?.attributes.get(names[0] ?? '')?.kind === 'scalar'
}
function isBare(asked: Asked, name: string): boolean {
  const [found, test = null] = tested(asked) ?? []
  return found === name && isText(test)
}
function isLinkedBy(asked: Asked, operator: string): boolean {
  const [, test] = linked(asked) ?? []
  return isText(below(test, 'id', operator) ?? null)
}
