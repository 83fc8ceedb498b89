/** The clauses of the laws about options inside a populate. */
import { isList, isObject, type Json, type JsonObject } from '../../../src/util/json.ts'
import type { QueryObject, QueryTree } from '../../arbitraries/print.ts'
import { also, alsoListed, type Clauses, clause } from '../clause.ts'
import { type Asked, isMap, isTrees, links, reading, without } from '../kit.ts'
import { backward, each, isThrough, longer, shorter } from '../kits/populates.ts'

const inside = ({ query: { populate } }: Asked): readonly (readonly [string, QueryObject])[] =>
  isMap(populate)
    ? Object.entries(populate).flatMap(([name, options]) =>
        isMap(options) ? [[name, options] as const] : [],
      )
    : []
const optionsOf = (asked: Asked, name: string): QueryObject | undefined =>
  inside(asked).find(([one]) => one === name)?.[1]

/** A server that changes the value of each populated attribute with options. */
const cut = (
  says: string,
  isFor: (options: QueryObject, kind: string, asked: Asked) => boolean,
  change: (value: Json, asked: Asked, name: string, entry: JsonObject) => Json,
) =>
  links(says, (value, { name, kind }, { depth }, asked, entry) => {
    const options = depth === 0 ? optionsOf(asked, name) : undefined
    return options !== undefined && isFor(options, kind, asked) ? change(value, asked, name, entry) : value
  })

/** A server that reads changed options of each populated attribute. */
const readingOptions = (
  says: string,
  change: (options: QueryObject, kind: string | undefined, asked: Asked) => QueryTree | undefined,
) =>
  reading(says, (query, asked) => {
    let isChanged = false
    const populate = Object.fromEntries(
      Object.entries(isMap(query.populate) ? query.populate : {}).map(([name, options]) => {
        const other = isMap(options)
          ? change(options, asked.type?.attributes.get(name)?.kind, asked)
          : undefined
        isChanged ||= other !== undefined
        return [name, other ?? options]
      }),
    )
    return isChanged ? { ...query, populate } : undefined
  })

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
      links(
        'Beside another attribute with options, a list is turned around.',
        (value, _, { depth }) => (depth === 0 ? backward(value) : value),
        (asked) => isPair(asked),
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
      cut(
        'Under all kinds of `on` the last element is there twice.',
        (options, kind, asked) => kind === 'zone' && isBareOn(options) && isAllOf(options, asked),
        longer,
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
      cut(
        'A populated list that is sorted lacks its last entry.',
        ({ sort }) => sort !== undefined && !isIdDescending(sort),
        shorter,
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
  'populate.filters-cut': [
    clause(
      '`filters` inside a populate keeps a part of the populated list,',
      alsoListed(
        cut(
          'A populated list with filters has its first entry twice.',
          ({ filters }) => filters !== undefined,
          (value) => (isList(value) ? [...value.slice(0, 1), ...value] : value),
        ),
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
        { 'populate.filters-cut': 'Its conditions go through a relation too.' },
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
      alsoListed(
        cut(
          'The filter of a populated relation loses its last entry.',
          ({ filters }, kind) => filters !== undefined && kind === 'relation',
          shorter,
        ),
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

function isSeveral({ fields }: QueryObject): boolean {
  return isTrees(fields) && fields.includes('id') && fields.length > 1
}

function isPair({ query: { populate } }: Asked): boolean {
  const options = isMap(populate) ? Object.values(populate) : []
  return options.length === 2 && options.some(isMap)
}
