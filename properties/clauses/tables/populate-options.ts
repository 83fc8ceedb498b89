/** The clauses of the laws about options inside a populate. */
import { isObject } from '../../../src/util/json.ts'
import type { QueryObject, QueryTree } from '../../arbitraries/print.ts'
import { also, alsoListed, type Clauses, clause, LISTED } from '../clause.ts'
import { type Asked, isMap, isTrees, links, without } from '../kit.ts'
import { cut, inside, optionsOf, readingOptions } from '../kits/options.ts'
import { backward, each, longer, shorter } from '../kits/populates.ts'

/** Returns the types under `on` that do not have the flag `false`. */
const kindsOf = ({ on }: QueryObject): readonly string[] =>
  isMap(on) ? Object.entries(on).flatMap(([uid, flag]) => (flag === 'false' ? [] : [uid])) : []
const isBareOn = ({ on }: QueryObject): boolean =>
  isMap(on) && Object.values(on).every((flag) => typeof flag === 'string')
const isAllOf = (options: QueryObject, asked: Asked): boolean =>
  inside(asked).some(([name, one]) => {
    const zone = asked.type?.attributes.get(name)
    return one === options && zone?.kind === 'zone' && zone.components.length === kindsOf(options).length
  })
const isSome = (options: QueryObject, kind: string, asked: Asked): boolean =>
  kind === 'zone' && isBareOn(options) && !isAllOf(options, asked)
const isIdDescending = (sort: QueryTree | undefined): boolean => [sort].flat().join() === 'id:desc'

export const POPULATE_OPTION_CLAUSES: Clauses = {
  'populate.independent': [
    clause(
      'Attributes are populated independently.',
      alsoListed(
        links(
          'The server wrongly shows null for a to-one relation if another attribute has options.',
          (value, _, { depth }) => (depth === 0 && isObject(value) ? null : value),
          (asked) => isPair(asked),
        ),
      ),
    ),
    clause(
      'Populating two attributes together gives the same values as populating each separately.',
      also(
        { ...LISTED },
        links(
          'The server wrongly reverses a populated list if another attribute has options.',
          (value, _, { depth }) => (depth === 0 ? backward(value) : value),
          (asked) => isPair(asked),
        ),
      ),
    ),
  ],
  'populate.on-union': [
    clause(
      'An `on` with several types gives the disjoint union of the elements that each type alone gives.',
      cut(
        'The server wrongly shows the last element of a zone twice if `on` has only some types.',
        isSome,
        longer,
      ),
    ),
    clause(
      'The elements that an `on` with several types gives are in the order of the zone.',
      cut('The server wrongly reverses a zone if `on` has only some types.', isSome, backward),
    ),
    clause(
      'An `on` with all types gives the whole zone.',
      also(
        {
          'populate.off':
            'Another law notices the fault, because the other attribute that it populates may be a dynamic zone below another attribute.',
        },
        cut(
          'The server wrongly shows the last element of a zone twice if `on` has all types.',
          (options, kind, asked) => kind === 'zone' && isBareOn(options) && isAllOf(options, asked),
          longer,
        ),
      ),
    ),
  ],
  'populate.on-off': [
    clause(
      'The answer omits the elements of a type that has the flag `false` under `on`.',
      readingOptions(
        'The server wrongly shows elements of a type that has the flag `false` under `on`.',
        ({ on, ...rest }) =>
          isMap(on) && Object.values(on).includes('false')
            ? { ...rest, on: Object.fromEntries(Object.keys(on).map((uid) => [uid, 'true'])) }
            : undefined,
      ),
    ),
  ],
  'populate.sort-permutes': [
    clause(
      '`sort` inside a populate only reorders the populated list.',
      also(
        { ...LISTED },
        cut(
          'The server wrongly omits the last entry of a populated list that the request sorts, except by `id:desc`.',
          ({ sort }) => sort !== undefined && !isIdDescending(sort),
          shorter,
        ),
      ),
    ),
    clause(
      'A populated list that is sorted by `id` is in ascending order of id.',
      cut(
        'The server wrongly reverses a populated list that the request sorts by `id`.',
        ({ sort }) => [sort].flat().join() === 'id',
        backward,
      ),
    ),
  ],
  'populate.sort-orders': [
    clause(
      'A populated list that is sorted by `id:desc` is in descending order of id.',
      cut(
        'The server wrongly reverses a populated list that the request sorts by `id:desc`.',
        ({ sort }) => isIdDescending(sort),
        backward,
      ),
    ),
  ],
  'populate.fields-cut': [
    clause(
      'With `fields` inside a populate, each populated entry has its id.',
      cut(
        'The server wrongly shows the id 0 for a populated entry if it has several `fields`.',
        isSeveral,
        (value) => each(value, (one) => ({ ...one, id: 0 })),
      ),
    ),
    clause(
      'With `fields` inside a populate, each populated entry has its documentId.',
      cut(
        'The server wrongly omits the documentId of a populated entry if it has several `fields`.',
        isSeveral,
        (value) => each(value, (one) => without(one, 'documentId')),
      ),
    ),
    clause(
      '`fields` inside a populate keeps the named scalars and no other scalars.',
      cut(
        'The server wrongly omits the last of several selected fields of a populated entry.',
        isSeveral,
        (value, asked, name) => {
          const last = [optionsOf(asked, name)?.fields ?? null].flat().at(-1)
          return each(value, (one) =>
            Object.fromEntries(Object.entries(one).filter(([key]) => key === 'id' || key !== last)),
          )
        },
      ),
    ),
    clause(
      '`fields` inside a populate does not change a value.',
      cut(
        'The server wrongly shows another `createdAt` of a populated entry if it has several `fields`.',
        isSeveral,
        (value) =>
          each(value, (one) =>
            one.createdAt === undefined ? one : { ...one, createdAt: '2000-01-01T00:00:00.000Z' },
          ),
      ),
    ),
  ],
  'populate.count': [
    clause(
      '`count` gives the number of entries that the same populate lists without `count`.',
      cut(
        'The server wrongly adds 1 to the `count` of a relation.',
        ({ count }, kind) => count === 'true' && kind === 'relation',
        (value) => each(value, (one) => ({ ...one, count: Number(one.count) + 1 })),
      ),
    ),
    clause(
      '`count` together with filters gives the number of entries that the filters keep.',
      readingOptions(
        'The server wrongly ignores the filters of a populated attribute with `count`.',
        ({ filters, ...rest }) => (rest.count === 'true' && filters !== undefined ? rest : undefined),
      ),
    ),
    clause(
      'Every kind of attribute except localizations can have a `count`.',
      ...(['component', 'zone', 'media'] as const).map((counted) =>
        cut(
          `The server wrongly shows the count 0 for an attribute of the kind ${counted}.`,
          ({ count }, kind) => count === 'true' && kind === counted,
          (value) => each(value, (one) => ({ ...one, count: 0 })),
        ),
      ),
    ),
  ],
}

function isSeveral({ fields }: QueryObject): boolean {
  return isTrees(fields) && fields.includes('id') && fields.length > 1
}

function isPair({ query: { populate } }: Asked): boolean {
  const options = isMap(populate) ? Object.values(populate) : []
  return options.length === 2 && options.some(isMap)
}
