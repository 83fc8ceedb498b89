import { isList, isObject } from '../../../src/util/json.ts'
import { also, type Clauses, clause, LISTED } from '../clause.ts'
import { entries, ignoring, inner, isMap, links, losing, reading, showing, turning, without } from '../kit.ts'
import {
  cutPath,
  EMPTY,
  flagged,
  isAll,
  isBackward,
  isOff,
  isSorted,
  leads,
  listed,
  namesIn,
  namesOf,
  only,
  pruned,
  turned,
  withNothing,
  written,
} from '../kits/populates.ts'

/** The reason why `shape.wrapped` notices a fault that leaves an attribute without its wrapper. */
const BARE = { 'shape.wrapped': 'It looks for the wrapper of every attribute.' }

export const POPULATE_CLAUSES: Clauses = {
  'populate.adds-only': [
    clause(
      '`populate` only adds members to entries.',
      also(
        { 'access.absent': EMPTY },
        entries(
          'With a sort, a populated entry does not say when it was changed.',
          (entry, { depth }) => (depth === 0 ? without(entry, 'updatedAt') : entry),
          isSorted,
        ),
      ),
    ),
    clause(
      'The entries,',
      also(
        { 'access.absent': EMPTY },
        losing('With a sort and a populate the last entry is lost.', isSorted),
      ),
    ),
    clause(
      'their order,',
      also(
        { 'access.absent': EMPTY },
        turning('With a sort and a populate the list is turned around.', isSorted),
      ),
    ),
    clause(
      'their scalars',
      also(
        { 'access.absent': EMPTY },
        entries(
          'With a sort, a populated entry says that it was never changed.',
          (entry, { depth }) =>
            depth === 0 && typeof entry.updatedAt === 'string'
              ? { ...entry, updatedAt: '2000-01-01T00:00:00.000Z' }
              : entry,
          isSorted,
        ),
      ),
    ),
    clause(
      'and the pagination equal those of the request without `populate`.',
      also(
        { 'access.absent': EMPTY },
        showing('With a sort and a populate the page is one further.', isSorted, (body) => {
          const meta = isObject(body.meta) ? body.meta : {}
          const { pagination } = meta
          return isObject(pagination) && typeof pagination.page === 'number'
            ? { ...body, meta: { ...meta, pagination: { ...pagination, page: pagination.page + 1 } } }
            : body
        }),
      ),
    ),
  ],
  'populate.star': [
    clause(
      '`populate=*` has the same answer',
      turned('`populate=*` turns lists around.', ({ query }) => query.populate === '*'),
    ),
    clause(
      'as a list of all attributes of the first level,',
      also(
        { ...LISTED },
        turned('The list of all attributes turns lists around.', (asked) => isAll(listed(asked), asked)),
      ),
    ),
    clause(
      'and as an object of them.',
      turned('The object of all attributes turns lists around.', (asked) => isAll(flagged(asked), asked)),
    ),
  ],
  'populate.forms': [
    clause(
      'An attribute that is named in a text,',
      turned('A name that is written twice turns its list around.', (asked) => {
        const [one, two, ...more] = written(asked)
        return one !== undefined && one === two && more.length === 0
      }),
    ),
    clause(
      'in a list,',
      turned(
        'A list of one name turns its list around.',
        (asked) => listed(asked).length === 1 && namesOf(asked).length > 1,
      ),
    ),
    clause(
      'with a true flag,',
      turned('The flag `1` turns a list around.', ({ query }) => only(query.populate)?.[1] === '1'),
    ),
    clause(
      'or with options that have no effect is populated in the same way.',
      turned('The option of all fields turns a list around.', ({ query }) => {
        const [, options] = only(query.populate) ?? []
        return isMap(options) && Object.keys(options).join() === 'fields' && options.fields === '*'
      }),
    ),
  ],
  'populate.off': [
    clause(
      'An attribute with the flag `false` is absent, as the only name in `populate`',
      reading('A single flag `false` is read as `true`.', (query) => {
        const [name, flag] = only(query.populate) ?? []
        return name !== undefined && flag !== undefined && isOff(flag)
          ? { ...query, populate: { [name]: 'true' } }
          : undefined
      }),
    ),
    clause(
      'and next to another attribute that is populated.',
      reading('A flag `false` beside a flag `true` is read as `true`.', (query) => {
        const flags = isMap(query.populate) ? Object.entries(query.populate) : []
        if (!flags.some(([, flag]) => isOff(flag)) || !flags.some(([, flag]) => flag === 'true'))
          return undefined
        return { ...query, populate: Object.fromEntries(flags.map(([name]) => [name, 'true'])) }
      }),
    ),
  ],
  'populate.paths': [
    clause(
      'A dotted path of two or three names has the same answer as the nested populate of its names,',
      reading('A path of three names is read as its first two.', (query) => {
        const { populate } = query
        if (typeof populate !== 'string' || !/^\w+\.\w+\.\w+$/.test(populate)) return undefined
        return { ...query, populate: populate.split('.').slice(0, 2).join('.') }
      }),
    ),
    clause(
      'through relations,',
      cutPath('A path through a relation is read as its first name.', leads('relation'), 'text'),
    ),
    clause(
      'components',
      cutPath('A path through a component is read as its first name.', leads('component'), 'text'),
    ),
    clause('and zones,', cutPath('A path through a zone is read as its first name.', leads('zone'), 'text')),
    clause(
      'next to its own first name',
      cutPath('A path beside its own beginning is read as this.', () => true, 'beside'),
    ),
    clause(
      'or without it.',
      cutPath('A path that is alone in a list is read as its first name.', () => true, 'alone'),
    ),
  ],
  'populate.any-order': [
    clause(
      'The order of names in `populate` has no effect, in a list,',
      turned('A list of names against their order turns lists around.', (asked) =>
        isBackward(listed(asked), asked),
      ),
    ),
    clause(
      'in a text',
      turned('A text of names against their order turns lists around.', (asked) =>
        isBackward(written(asked), asked),
      ),
    ),
    clause(
      'or in an object.',
      also(
        { 'populate.independent': 'It populates an object of names too.' },
        turned('An object of names against their order turns lists around.', (asked) =>
          isBackward(flagged(asked), asked),
        ),
      ),
    ),
  ],
  'populate.no-pages': [
    clause(
      'A populate is refused if it contains pagination',
      ignoring(
        'Pagination inside a populate is ignored.',
        'populate',
        /^populate\[\w+\]\[(?:page|pageSize|start|limit|pagination)\]/,
      ),
    ),
    clause(
      'or a name that is not an attribute,',
      also(
        { 'shape.errors': 'One of its wrong queries populates an unknown name.' },
        ignoring('An unknown name in a populate is ignored.', 'populate', /^populate(?:\[0\])?=nothing$/),
      ),
    ),
    clause(
      'at any depth.',
      ignoring('An unknown name in a path of a populate is ignored.', 'populate', /^populate=\w+\.nothing$/),
    ),
  ],
  'populate.one-form': [
    clause(
      'A populate that mixes a list and an object at one level is refused,',
      ignoring(
        'A populate with an index beside a name is ignored.',
        'populate',
        /^populate\[0\]=\w+&populate\[[a-z]\w*\]=true$/i,
      ),
    ),
    clause(
      'and so is a list of more than 100 names.',
      ignoring('A populate with more than 100 names is ignored.', 'populate', /populate\[100\]=/),
    ),
  ],
  'populate.first-level': [
    clause(
      '`populate=*` populates only the first level:',
      also(
        {
          ...LISTED,
          ...BARE,
          'populate.independent': 'It merges the entries of two answers.',
        },
        entries('Populated entries show an empty list for a part of their own.', (entry, place) =>
          withNothing(entry, place.depth === 1 && place.model.modelType === 'contentType', namesIn(place)),
        ),
      ),
    ),
    clause(
      'the populated entries and components have scalars and nothing else.',
      also(
        { ...LISTED, ...BARE },
        entries('Populated components show an empty list for a part of their own.', (entry, place) =>
          withNothing(entry, place.depth === 1 && place.model.modelType === 'component', namesIn(place)),
        ),
      ),
    ),
  ],
  'populate.present': [
    clause(
      'A populated attribute that the role may see is present in every entry,',
      entries('A populated relation without an entry is absent.', (entry, { model }) =>
        pruned(
          entry,
          (name, value) =>
            inner(value) !== null || (model.attributes.get(name)?.kind ?? 'scalar') === 'scalar',
        ),
      ),
    ),
    clause(
      'with or without links:',
      entries('A populated list without an entry is absent.', (entry, { model }) =>
        pruned(entry, (name, value) => {
          const list = inner(value)
          return (
            !isList(list) || list.length > 0 || (model.attributes.get(name)?.kind ?? 'scalar') === 'scalar'
          )
        }),
      ),
    ),
    clause(
      'as null',
      links('A populated relation without an entry is `false`.', (value) => value ?? false),
    ),
    clause(
      'or an object if the attribute holds at most one entry,',
      links('A populated relation to one is a list of one.', (value, attribute) =>
        isObject(value) && value.id !== undefined && attribute.kind !== 'component' ? [value] : value,
      ),
    ),
    clause(
      'otherwise as a list.',
      links('A populated list of one entry is this entry.', (value) =>
        isList(value) && value.length === 1 ? (value[0] ?? null) : value,
      ),
    ),
  ],
}
