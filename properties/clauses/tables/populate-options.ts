/** The clauses of the laws about options inside a populate. */
import { isObject } from '../../../src/util/json.ts'
import type { QueryObject, QueryTree } from '../../arbitraries/print.ts'
import { also, alsoListed, type Clauses, clause, LISTED } from '../clause.ts'
import { type Asked, isMap, isTrees, links, without } from '../kit.ts'
import { cut, inside, optionsOf, readingOptions } from '../kits/options.ts'
import { backward, each, longer, shorter } from '../kits/populates.ts'

/** The types under `on` without the flag `false`. */
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
      'Attributes are populated independently:',
      alsoListed(
        links(
          'Beside another attribute with options, a relation to one is null.',
          (value, _, { depth }) => (depth === 0 && isObject(value) ? null : value),
          (asked) => isPair(asked),
        ),
      ),
    ),
    clause(
      'populating two together gives what populating each separately gives.',
      also(
        { ...LISTED },
        links(
          'Beside another attribute with options, a list is turned around.',
          (value, _, { depth }) => (depth === 0 ? backward(value) : value),
          (asked) => isPair(asked),
        ),
      ),
    ),
  ],
  'populate.on-union': [
    clause(
      'The elements under several `on` types are the disjoint union of the elements under each type,',
      cut('Under some kinds of `on` the last element is there twice.', isSome, longer),
    ),
    clause(
      'in the order of the zone.',
      cut('Under some kinds of `on` the zone is turned around.', isSome, backward),
    ),
    clause(
      'An `on` with all types gives the whole zone.',
      also(
        { 'populate.off': 'The attribute beside it may be a zone below another one.' },
        cut(
          'Under all kinds of `on` the last element is there twice.',
          (options, kind, asked) => kind === 'zone' && isBareOn(options) && isAllOf(options, asked),
          longer,
        ),
      ),
    ),
  ],
  'populate.on-off': [
    clause(
      'The answer omits the elements of a type that has the flag `false` under `on`.',
      readingOptions('A kind of `on` with the flag `false` is shown.', ({ on, ...rest }) =>
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
          'A populated list that is sorted lacks its last entry.',
          ({ sort }) => sort !== undefined && !isIdDescending(sort),
          shorter,
        ),
      ),
    ),
    clause(
      'Sorted by id, the list is in ascending order of id.',
      cut(
        'A populated list that is sorted by id is turned around.',
        ({ sort }) => [sort].flat().join() === 'id',
        backward,
      ),
    ),
  ],
  'populate.sort-orders': [
    clause(
      'A populated list that is sorted by `id:desc` is in descending order of id.',
      cut(
        'A populated list that is sorted by id descending is turned around.',
        ({ sort }) => isIdDescending(sort),
        backward,
      ),
    ),
  ],
  'populate.fields-cut': [
    clause(
      '`fields` inside a populate limits each populated entry to id,',
      cut('A populated entry has the id 0 if several fields are chosen.', isSeveral, (value) =>
        each(value, (one) => ({ ...one, id: 0 })),
      ),
    ),
    clause(
      'documentId',
      cut('A populated entry has no documentId if several fields are chosen.', isSeveral, (value) =>
        each(value, (one) => without(one, 'documentId')),
      ),
    ),
    clause(
      'and the named scalars,',
      cut('A populated entry lacks the last of the chosen fields.', isSeveral, (value, asked, name) => {
        const last = [optionsOf(asked, name)?.fields ?? null].flat().at(-1)
        return each(value, (one) =>
          Object.fromEntries(Object.entries(one).filter(([key]) => key === 'id' || key !== last)),
        )
      }),
    ),
    clause(
      'with unchanged values.',
      cut('A populated entry was made at another time if several fields are chosen.', isSeveral, (value) =>
        each(value, (one) =>
          one.createdAt === undefined ? one : { ...one, createdAt: '2000-01-01T00:00:00.000Z' },
        ),
      ),
    ),
  ],
  'populate.count': [
    clause(
      '`count` answers the number of entries that the same populate lists,',
      cut(
        '`count` counts one entry too many.',
        ({ count }, kind) => count === 'true' && kind === 'relation',
        (value) => each(value, (one) => ({ ...one, count: Number(one.count) + 1 })),
      ),
    ),
    clause(
      'also with the same filters,',
      readingOptions('The filters beside `count` are ignored.', ({ filters, ...rest }) =>
        rest.count === 'true' && filters !== undefined ? rest : undefined,
      ),
    ),
    clause(
      'for every kind of attribute except localizations.',
      ...(['component', 'zone', 'media'] as const).map((counted) =>
        cut(
          `\`count\` of the kind ${counted} is 0.`,
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
