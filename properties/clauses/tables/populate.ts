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
const BARE = { 'shape.wrapped': 'The law `shape.wrapped` looks for the wrapper of every attribute.' }

export const POPULATE_CLAUSES: Clauses = {
  'populate.adds-only': [
    clause(
      '`populate` only adds members to entries.',
      also(
        { 'access.absent': EMPTY },
        entries(
          'The server wrongly omits `updatedAt` from entries if the request has a sort and a populate.',
          (entry, { depth }) => (depth === 0 ? without(entry, 'updatedAt') : entry),
          isSorted,
        ),
      ),
    ),
    clause(
      '`populate` does not add or drop an entry.',
      also(
        { 'access.absent': EMPTY },
        losing('The server wrongly omits the last entry if the request has a sort and a populate.', isSorted),
      ),
    ),
    clause(
      '`populate` does not change the order of the entries.',
      also(
        { 'access.absent': EMPTY },
        turning('The server wrongly reverses the list if the request has a sort and a populate.', isSorted),
      ),
    ),
    clause(
      '`populate` does not change the scalars of an entry.',
      also(
        { 'access.absent': EMPTY },
        entries(
          'The server wrongly shows another `updatedAt` if the request has a sort and a populate.',
          (entry, { depth }) =>
            depth === 0 && typeof entry.updatedAt === 'string'
              ? { ...entry, updatedAt: '2000-01-01T00:00:00.000Z' }
              : entry,
          isSorted,
        ),
      ),
    ),
    clause(
      '`populate` does not change the pagination.',
      also(
        { 'access.absent': EMPTY },
        showing('The server wrongly adds 1 to `page` beside a sort and a populate.', isSorted, (body) => {
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
      '`populate=*` populates all attributes of the first level.',
      turned('`populate` is `*`', ({ query }) => query.populate === '*'),
    ),
    clause(
      '`populate=*` gives the same answer as a list of all attributes of the first level.',
      also(
        { ...LISTED },
        turned('`populate` is a list of all attributes', (asked) => isAll(listed(asked), asked)),
      ),
    ),
    clause(
      '`populate=*` gives the same answer as an object of all attributes of the first level.',
      turned('`populate` is an object of all attributes', (asked) => isAll(flagged(asked), asked)),
    ),
  ],
  'populate.forms': [
    clause(
      'A text with the name of an attribute populates the attribute like every other form of populate.',
      turned('the text in `populate` repeats their name', (asked) => {
        const [one, two, ...more] = written(asked)
        return one !== undefined && one === two && more.length === 0
      }),
    ),
    clause(
      'A list with the name of an attribute populates the attribute like every other form of populate.',
      turned(
        '`populate` is a list of one name',
        (asked) => listed(asked).length === 1 && namesOf(asked).length > 1,
      ),
    ),
    clause(
      'The flag `true` populates an attribute like every other form of populate.',
      turned('their flag is `1`', ({ query }) => only(query.populate)?.[1] === '1'),
    ),
    clause(
      'An object of options without effect populates an attribute like every other form of populate.',
      turned('their only option is `fields=*`', ({ query }) => {
        const [, options] = only(query.populate) ?? []
        return isMap(options) && Object.keys(options).join() === 'fields' && options.fields === '*'
      }),
    ),
  ],
  'populate.off': [
    clause(
      'An attribute with the flag `false` is absent if no other attribute is populated.',
      reading('The server wrongly reads the flag `false` of a single name as `true`.', (query) => {
        const [name, flag] = only(query.populate) ?? []
        return name !== undefined && flag !== undefined && isOff(flag)
          ? { ...query, populate: { [name]: 'true' } }
          : undefined
      }),
    ),
    clause(
      'An attribute with the flag `false` is absent even if another attribute is populated.',
      reading('The server wrongly reads a flag `false` beside a flag `true` as `true`.', (query) => {
        const flags = isMap(query.populate) ? Object.entries(query.populate) : []
        if (!flags.some(([, flag]) => isOff(flag)) || !flags.some(([, flag]) => flag === 'true'))
          return undefined
        return { ...query, populate: Object.fromEntries(flags.map(([name]) => [name, 'true'])) }
      }),
    ),
  ],
  'populate.paths': [
    clause(
      'A dotted path of two or three names gives the same answer as the nested populate of its names.',
      reading('The server wrongly reads a path of three names as its first two names.', (query) => {
        const { populate } = query
        if (typeof populate !== 'string' || !/^\w+\.\w+\.\w+$/.test(populate)) return undefined
        return { ...query, populate: populate.split('.').slice(0, 2).join('.') }
      }),
    ),
    clause(
      'A dotted path may go through relations.',
      cutPath('a path through a relation', leads('relation'), 'text'),
    ),
    clause(
      'A dotted path may go through components.',
      cutPath('a path through a component', leads('component'), 'text'),
    ),
    clause('A dotted path may go through zones.', cutPath('a path through a zone', leads('zone'), 'text')),
    clause(
      'The first name of a dotted path may also be in the populate by itself.',
      cutPath('a path in a list that also has the first name of the path', () => true, 'beside'),
    ),
    clause(
      'A dotted path may also be the only value of the populate.',
      cutPath('a path that is alone in a list', () => true, 'alone'),
    ),
  ],
  'populate.any-order': [
    clause(
      'The order of names in a populate list has no effect.',
      turned('`populate` lists names in reverse order', (asked) => isBackward(listed(asked), asked)),
    ),
    clause(
      'The order of names in a populate text has no effect.',
      turned('`populate` is a text in reverse order', (asked) => isBackward(written(asked), asked)),
    ),
    clause(
      'The order of names in a populate object has no effect.',
      also(
        { 'populate.independent': 'The law `populate.independent` also populates with an object of names.' },
        turned('`populate` is an object in reverse order', (asked) => isBackward(flagged(asked), asked)),
      ),
    ),
  ],
  'populate.no-pages': [
    clause(
      'A populate is refused if it contains pagination.',
      ignoring(
        'The server wrongly ignores pagination inside a populate.',
        'populate',
        /^populate\[\w+\]\[(?:page|pageSize|start|limit|pagination)\]/,
      ),
    ),
    clause(
      'A populate is refused if it contains a name that is not an attribute.',
      also(
        { 'shape.errors': "One of the law's wrong queries populates an unknown name." },
        ignoring(
          'The server wrongly ignores an unknown name in `populate`.',
          'populate',
          /^populate(?:\[0\])?=nothing$/,
        ),
      ),
    ),
    clause(
      'A populate is also refused if the pagination or the unknown name is below its first level.',
      ignoring(
        'The server wrongly ignores an unknown name in a path in `populate`.',
        'populate',
        /^populate=\w+\.nothing$/,
      ),
    ),
  ],
  'populate.one-form': [
    clause(
      'A populate that mixes a list and an object at one level is refused.',
      ignoring(
        'The server wrongly ignores a `populate` that has both an index and a name as keys.',
        'populate',
        /^populate\[0\]=\w+&populate\[[a-z]\w*\]=true$/i,
      ),
    ),
    clause(
      'A populate list of more than 100 names is refused.',
      ignoring(
        'The server wrongly ignores a `populate` with more than 100 names.',
        'populate',
        /populate\[100\]=/,
      ),
    ),
  ],
  'populate.first-level': [
    clause(
      '`populate=*` populates only the first level.',
      also(
        {
          ...LISTED,
          ...BARE,
          'populate.independent': 'The law `populate.independent` merges the entries of two answers.',
        },
        entries('The server wrongly shows empty lists in populated entries.', (entry, place) =>
          withNothing(entry, place.depth === 1 && place.model.modelType === 'contentType', namesIn(place)),
        ),
      ),
    ),
    clause(
      'Entries and components populated by `populate=*` have scalars and nothing else.',
      also(
        { ...LISTED, ...BARE },
        entries('The server wrongly shows empty lists in populated components.', (entry, place) =>
          withNothing(entry, place.depth === 1 && place.model.modelType === 'component', namesIn(place)),
        ),
      ),
    ),
  ],
  'populate.present': [
    clause(
      'A populated attribute that the role may see is present in every entry.',
      entries('The server wrongly omits a populated to-one attribute without an entry.', (entry, { model }) =>
        pruned(
          entry,
          (name, value) =>
            inner(value) !== null || (model.attributes.get(name)?.kind ?? 'scalar') === 'scalar',
        ),
      ),
    ),
    clause(
      'A populated attribute is present even if the entry has no links.',
      entries('The server wrongly omits a populated list without an entry.', (entry, { model }) =>
        pruned(entry, (name, value) => {
          const list = inner(value)
          return (
            !isList(list) || list.length > 0 || (model.attributes.get(name)?.kind ?? 'scalar') === 'scalar'
          )
        }),
      ),
    ),
    clause(
      'If a populated attribute can hold at most one entry and holds none, its value is null.',
      links('The server wrongly shows `false` in place of null.', (value) => value ?? false),
    ),
    clause(
      'If a populated attribute can hold at most one entry, its value is null or an object.',
      links('The server wrongly shows a to-one relation as a list.', (value, attribute) =>
        isObject(value) && value.id !== undefined && attribute.kind !== 'component' ? [value] : value,
      ),
    ),
    clause(
      'If a populated attribute can hold several entries, its value is a list.',
      links('The server wrongly shows a populated list of one entry as this entry.', (value) =>
        isList(value) && value.length === 1 ? (value[0] ?? null) : value,
      ),
    ),
  ],
}
