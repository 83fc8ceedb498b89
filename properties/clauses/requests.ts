/** The clauses of the laws of locales, statuses, roles and requests of any kind. */
import type { ApiResponse } from '../../src/reference/api.ts'
import type { Attribute } from '../../src/reference/schema/schema.ts'
import { mayFind } from '../../src/semantics/access.ts'
import { isSecret, leadsTo } from '../../src/semantics/model.ts'
import { isList, type Json, type JsonObject } from '../../src/util/json.ts'
import type { QueryObject, QueryTree } from '../arbitraries/print.ts'
import { also, type ClauseFault, type Clauses, clause } from './clause.ts'
import {
  type Asked,
  entries,
  has,
  ignoring,
  isMap,
  isTrees,
  losing,
  reading,
  replying,
  roleOf,
} from './kit.ts'

const isSpoken = ({ query }: Asked): boolean => query.fields === '*'
const isWhole = ({ query: { pagination } }: Asked): boolean => isMap(pagination) && pagination.limit === '100'
const isAsked = ({ query }: Asked, filter: string, status: string): boolean =>
  query.publicationFilter === filter && query.status === status
const asking =
  (change: QueryObject) =>
  (query: QueryObject): QueryObject => ({ ...query, ...change })
const SPOKEN = 'It compares a request without a status with one for published entries.'
const NAMED = { 'total.refusals': 'The attribute that one of its queries names may be private.' }
const COMPARED = 'It compares all locales with each.'

/** A list of a cohort lacks its last entry. */
const cohort = (filter: string, status: string): ClauseFault =>
  losing(
    `\`${filter}\` of status ${status} loses an entry.`,
    (asked) => isWhole(asked) && isAsked(asked, filter, status),
  )

const ERRORS = 'It asks for the same errors.'
const turnedInto = (response: ApiResponse, status: number): ApiResponse => ({
  ...response,
  status,
  body: response.body.replaceAll(/"status":\d+/g, `"status":${status}`),
})

const attributeOf = ({ type }: Asked, name: string): Attribute | undefined => type?.attributes.get(name)
const keys = (tree: QueryTree | undefined): readonly string[] =>
  isMap(tree)
    ? Object.entries(tree).flatMap(([key, value]) => [key, ...keys(value)])
    : isTrees(tree)
      ? tree.flatMap(keys)
      : []
const words = (tree: QueryTree | undefined): readonly string[] =>
  typeof tree === 'string' ? tree.split(/[,.:]/) : isTrees(tree) ? tree.flatMap(words) : keys(tree)
/** Ignores a parameter that names a private attribute of the type. */
const secret = (parameter: string): ClauseFault =>
  ignoring(`A private attribute in \`${parameter}\` is ignored.`, parameter, (asked) => {
    const tree = asked.query[parameter]
    const named = parameter === 'filters' ? keys(tree) : isMap(tree) ? Object.keys(tree) : words(tree)
    return named.some((name) => {
      const attribute = attributeOf(asked, name)
      return attribute !== undefined && isSecret(attribute)
    })
  })
const isClosed = (asked: Asked, attribute: Attribute | undefined): boolean => {
  const role = roleOf(asked)
  if (role === undefined || attribute === undefined || attribute.private) return false
  const isRead = attribute.kind === 'morphBy' || (attribute.kind === 'relation' && attribute.via === 'stored')
  return isRead && !mayFind(role, attribute.target)
}
const SHOWN: JsonObject = { id: 1, documentId: 'shown' }
/** Shows something for each populated relation to a closed type. */
const opened = (says: string, shown: Json): ClauseFault =>
  entries(says, (entry, { depth }, asked) => {
    const { populate } = asked.query
    const named = isMap(populate)
      ? Object.entries(populate).flatMap(([name, flag]) => (/^(false|f|0)$/.test(String(flag)) ? [] : [name]))
      : populate === '*'
        ? [...(asked.type?.attributes.keys() ?? [])]
        : words(populate)
    const names = depth > 0 ? [] : named.filter((name) => isClosed(asked, attributeOf(asked, name)))
    return { ...entry, ...Object.fromEntries(names.map((name) => [name, shown])) }
  })
/** The attributes that filters inside a populate name. */
const filteredBelow = (asked: Asked, fits: (attribute: Attribute) => boolean): boolean =>
  isMap(asked.query.populate) &&
  Object.entries(asked.query.populate).some(([name, options]) => {
    const attribute = attributeOf(asked, name)
    const target = attribute && leadsTo(attribute, asked.graph.schema)
    const filters = isMap(options) ? options.filters : undefined
    return (
      isMap(filters) &&
      Object.keys(filters).some((key) => {
        const found = target?.attributes.get(key)
        return found !== undefined && fits(found)
      })
    )
  })

const spaced = (says: string, isFor: (asked: Asked) => boolean): ClauseFault =>
  replying(
    says,
    (asked, { body }) => body !== '' && isFor(asked),
    (response) => ({ ...response, body: `${response.body} ` }),
  )

/** A server that changes its answers with what it was asked before. */
const forgetful = (says: string, isOther: (times: number, switches: number) => boolean): ClauseFault =>
  also(
    { 'shape.head': BYTES, 'writing.notations': BYTES },
    {
      says,
      around: (answer) => {
        const times = new Map<string, number>()
        let [last, switches] = ['', 0]
        return (request) => {
          const key = JSON.stringify(request)
          const response = answer(request)
          const before = times.get(key) ?? 0
          if (last !== key) switches++
          times.set(key, before + 1)
          last = key
          const isChanged = isOther(before, switches) && response.body !== ''
          return isChanged ? { ...response, body: `${response.body} ` } : response
        }
      },
    },
  )
const BYTES = 'It compares the bytes of two answers.'

export const REQUEST_CLAUSES: Clauses = {
  'shape.defaults': [
    clause(
      'What is left out means its default: published,',
      reading('With `fields=*`, published is draft.', (query, asked) =>
        isSpoken(asked) && query.status === 'published' ? asking({ status: 'draft' })(query) : undefined,
      ),
    ),
    clause(
      'the default locale,',
      reading('With `fields=*`, the default locale is another one.', (query, asked) => {
        const { locales } = asked.graph
        const other = locales.codes.find(({ code }) => code !== locales.default)
        return isSpoken(asked) && query.locale === locales.default && other !== undefined
          ? asking({ locale: other.code })(query)
          : undefined
      }),
    ),
    clause(
      'page 1,',
      reading('With `fields=*`, page 1 is page 2.', (query, asked) =>
        isSpoken(asked) && Object.entries(query.pagination ?? {}).join() === 'page,1'
          ? asking({ pagination: { page: '2' } })(query)
          : undefined,
      ),
    ),
    clause(
      'all fields.',
      reading('`fields=*` chooses the id alone.', (query, asked) =>
        isSpoken(asked) ? asking({ fields: ['id'] })(query) : undefined,
      ),
    ),
  ],
  'locale.union': [
    clause(
      'All locales together are the disjoint union of each;',
      also(
        {
          'filters.narrow': COMPARED,
          'populate.all-localizations': COMPARED,
          'populate.filters-target': COMPARED,
        },
        reading('All locales are all but the last.', (query, { graph, type }) =>
          query.locale === '*' && type?.localized === true && graph.locales.codes.length > 1
            ? asking({ locale: graph.locales.codes.slice(0, -1).map(({ code }) => code) })(query)
            : undefined,
        ),
      ),
    ),
    clause(
      'a list of codes is those of the list;',
      reading('Of a list of codes the first one counts.', (query) =>
        isTrees(query.locale) && query.locale.length > 1
          ? asking({ locale: query.locale[0] ?? '' })(query)
          : undefined,
      ),
    ),
    clause(
      'an entry has the locale asked for.',
      also(
        {
          'locale.only': 'It looks at the locale of each entry.',
          'shape.defaults': 'It compares a request without a locale with one for the default locale.',
        },
        entries(
          'An entry of one locale names another.',
          (entry, { depth }) =>
            depth === 0 && entry.locale !== undefined ? { ...entry, locale: 'other' } : entry,
          ({ query, type }) =>
            type?.localized === true && typeof query.locale === 'string' && query.locale !== '*',
        ),
      ),
    ),
  ],
  'locale.only': [
    clause(
      'Asked for in a locale, a translated type shows entries of that locale alone,',
      reading('A document has its default locale, whatever is asked for.', (query, { documentId }) => {
        const { locale, ...rest } = query
        return documentId !== '' && locale !== undefined ? rest : undefined
      }),
    ),
    clause(
      'and none for a locale that has none.',
      reading('An unknown locale is the default one.', ({ locale, ...query }) =>
        locale === 'xx' ? query : undefined,
      ),
    ),
  ],
  'status.cohorts': [
    clause('Drafts are those never published', cohort('never-published', 'draft')),
    clause('and those with a published version,', cohort('has-published-version-document', 'draft')),
    clause('which are modified or not;', cohort('unmodified', 'draft')),
    clause('published entries have a draft', cohort('published-with-draft', 'published')),
    clause('or have none;', cohort('published-without-draft', 'published')),
    clause(
      'a modified draft is younger than its published entry;',
      reading('Modified drafts are those that are not modified, and the other way round.', (query, asked) => {
        if (!isWhole(asked) || query.status !== 'draft') return undefined
        const other = { modified: 'unmodified', unmodified: 'modified' }[String(query.publicationFilter)]
        return other === undefined ? undefined : asking({ publicationFilter: other })(query)
      }),
    ),
    clause(
      'each cohort is of one status where its name says so.',
      reading('Drafts of published entries are these.', (query, asked) =>
        isWhole(asked) && isAsked(asked, 'published-with-draft', 'draft')
          ? asking({ status: 'published' })(query)
          : undefined,
      ),
    ),
  ],
  'status.unasked': [
    clause(
      'Where no status is asked for, nothing unpublished is shown,',
      also(
        { 'shape.defaults': SPOKEN },
        reading('Without a status, `populate=*` shows drafts.', (query) =>
          query.populate === '*' && query.status === undefined
            ? asking({ status: 'draft' })(query)
            : undefined,
        ),
      ),
    ),
    clause(
      'at any depth.',
      entries(
        'Populated entries are drafts unless their status is asked for.',
        (entry, { depth, model }) =>
          depth > 0 &&
          model.modelType === 'contentType' &&
          model.draftAndPublish &&
          entry.publishedAt !== undefined
            ? { ...entry, publishedAt: null }
            : entry,
        ({ query }) => query.status !== 'draft',
      ),
    ),
  ],
  'writing.notations': [
    clause(
      'A request is answered with the same bytes in every notation,',
      spaced('Encoded brackets add a blank to the answer.', ({ request }) => /%5B/i.test(request.url)),
    ),
    clause(
      'and with the parameters in any order.',
      spaced('Parameters against the alphabet add a blank to the answer.', ({ query }) => {
        const names = Object.keys(query)
        return (names[0] ?? '') > (names.at(-1) ?? '')
      }),
    ),
  ],
  'writing.prefix': [
    clause(
      'Scheme, host and',
      replying(
        'A URL with a host is not found.',
        ({ request }) => /^https?:/.test(request.url),
        (_, { graph }, answer) => answer({ url: `${graph.settings.prefix}/nothing` }),
      ),
    ),
    clause(
      'fragment of a URL do not matter,',
      replying(
        'A URL with a fragment is not found.',
        ({ request }) => request.url.endsWith('#fragment'),
        (_, { graph }, answer) => answer({ url: `${graph.settings.prefix}/nothing` }),
      ),
    ),
    clause(
      'and unknown parameters are ignored where the settings are not strict.',
      losing('An unknown parameter loses an entry.', (asked) => has(asked, 'unheardOf')),
    ),
  ],
  'total.any-url': [
    clause(
      'Any text as a URL,',
      replying(
        'A path that cannot be decoded is answered 500.',
        ({ request }) => request.url.includes('%E0%A4%A'),
        (response) => ({ ...response, status: 500 }),
      ),
    ),
    clause(
      'with any method,',
      replying(
        'A method that is not known is answered 501.',
        ({ request: { method = 'GET' } }) => !['GET', 'HEAD', 'OPTIONS'].includes(method),
        (response) => ({ ...response, status: 501 }),
      ),
    ),
    clause(
      'gets one of 200, 400, 401, 403, 404, 405, 431',
      replying(
        'A path that is too odd is answered 418.',
        ({ request }, { status }) => status === 404 && !request.url.startsWith('/'),
        (response) => ({ ...response, status: 418 }),
      ),
    ),
    clause(
      '(204 for a preflight),',
      replying(
        'A preflight is answered 202.',
        ({ request }, { status }) => request.method === 'OPTIONS' && status === 204,
        (response) => ({ ...response, status: 202 }),
      ),
    ),
    clause('without ever throwing.', {
      says: 'A path that cannot be decoded throws.',
      around: (answer) => (request) => {
        if (request.url.includes('%E0%A4%A')) throw new URIError('URI malformed')
        return answer(request)
      },
    }),
  ],
  'total.broken-queries': [
    clause(
      'A query with pieces replaced, moved or dropped is answered or refused,',
      replying('A refused sort or page that is an object is answered 202.', isObjectRefused, (response) => ({
        ...response,
        status: 202,
      })),
    ),
    clause(
      'never failed on.',
      replying('A refused sort or page that is an object is answered 500.', isObjectRefused, (response) =>
        turnedInto(response, 500),
      ),
    ),
  ],
  'total.sound-queries': [
    clause(
      'A well-formed request that its role may make is answered: 200,',
      also(
        { 'shape.defaults': 'It compares two requests of which one has a page.' },
        replying(
          'A list with a search is a bad request if it has a sort and no page.',
          (asked, { status }) =>
            status === 200 && has(asked, '_q') && has(asked, 'sort') && !has(asked, 'pagination'),
          (_, { path, request }, answer) => answer({ ...request, url: `${path}?sort=nothing` }),
        ),
      ),
    ),
    clause(
      'or 404 for an entry that is not there.',
      replying(
        'A document that is not there is a bad request if there is a query.',
        ({ query, documentId }, { status }) =>
          status === 404 && documentId !== '' && Object.keys(query).length > 0,
        (response) => turnedInto(response, 400),
      ),
    ),
  ],
  'total.refusals': [
    clause(
      'What cannot be honoured is refused and never ignored: unknown names,',
      ignoring('The reserved name `lookup` is ignored.', 'lookup', /^lookup=/),
    ),
    clause('wrong shapes,', ignoring('A list of searches is ignored.', '_q', /^_q\[0\]/)),
    clause('an unknown status,', ignoring('An unknown status is ignored.', 'status', /^status=other$/)),
    clause(
      'an object as a locale,',
      ignoring('An object as a locale is ignored.', 'locale', /^locale\[\$ne\]/),
    ),
    clause('a text that is no number,', ignoring('A text that is no number is ignored.', 'filters', /=4a$/)),
    clause(
      'more than 100 values.',
      ignoring('More than 100 values are ignored.', 'filters', /\[\$in\]\[100\]=/),
    ),
  ],
  'secret.refused': [
    clause('A private or password attribute cannot be named in fields,', also(NAMED, secret('fields'))),
    clause('filters,', also(NAMED, secret('filters'))),
    clause('sort', also(NAMED, secret('sort'))),
    clause('or populate.', also(NAMED, secret('populate'))),
  ],
  'access.statuses': [
    clause(
      'Without `find` a list is 403,',
      also(
        { 'shape.errors': ERRORS },
        replying(
          'A closed list is not there.',
          ({ documentId }, { status }) => documentId === '' && status === 403,
          (response) => turnedInto(response, 404),
        ),
      ),
    ),
    clause(
      'without `findOne` an entry;',
      replying(
        'A closed entry is not there.',
        ({ documentId }, { status }) => documentId !== '' && status === 403,
        (response) => turnedInto(response, 404),
      ),
    ),
    clause(
      'an unknown token is 401,',
      also(
        { 'shape.errors': ERRORS },
        replying(
          'An unknown token is forbidden.',
          ({ request }, { status }) => status === 401 && request.headers?.['authorization'] !== undefined,
          (response) => turnedInto(response, 403),
        ),
      ),
    ),
    clause(
      'as is a public role without any permission;',
      replying(
        'A public role without permissions is forbidden.',
        ({ request }, { status }) => status === 401 && request.headers?.['authorization'] === undefined,
        (response) => turnedInto(response, 403),
      ),
    ),
    clause(
      'with the permission the answer is neither.',
      also(
        { 'shape.errors': ERRORS },
        replying(
          'A document that is not there is forbidden.',
          ({ query, documentId }, { status }) =>
            status === 404 && documentId === 'nobody' && Object.keys(query).length === 0,
          (response) => turnedInto(response, 403),
        ),
      ),
    ),
  ],
  'access.absent': [
    clause(
      'A relation to a type that the role may not find is absent when populated,',
      opened('A relation to a closed type is null when populated.', null),
    ),
    clause(
      'and refused in a filter',
      ignoring('A filter through a relation to a closed type is ignored.', 'filters', (asked) =>
        keys(asked.query.filters).some((name) => isClosed(asked, attributeOf(asked, name))),
      ),
    ),
    clause(
      'or a sort.',
      ignoring('A sort through a relation to a closed type is ignored.', 'sort', (asked) =>
        words(asked.query.sort).some((name) => isClosed(asked, attributeOf(asked, name))),
      ),
    ),
  ],
  'access.nested': [
    clause(
      'Inside a populate, too, a filter through a relation that the role may not find,',
      ignoring(
        'A filter through a relation to a closed type is ignored inside a populate.',
        'populate',
        (asked) => filteredBelow(asked, (attribute) => isClosed(asked, attribute)),
      ),
    ),
    clause(
      'or on a private attribute, is refused.',
      ignoring('A filter by a private attribute is ignored inside a populate.', 'populate', (asked) =>
        filteredBelow(asked, isSecret),
      ),
    ),
  ],
  'access.closed': [
    clause(
      'No entry of a type that the role may not find is shown, neither as a link',
      also(
        { 'access.absent': 'It populates the same relation.' },
        opened('A populated entry of a closed type shows its id.', SHOWN),
      ),
    ),
    clause(
      'nor as an element of a morph relation.',
      entries('A morph relation to many shows an entry of a closed type.', (entry, { model }, asked) => {
        const role = roleOf(asked)
        const hidden = [...asked.graph.schema.contentTypes.keys()].find(
          (uid) => role !== undefined && uid.startsWith('api::') && !mayFind(role, uid),
        )
        const morph = [...model.attributes.values()].find(
          ({ kind, name }) => kind === 'morphTo' && isList(entry[name]),
        )
        const list = morph === undefined ? null : entry[morph.name]
        return hidden === undefined || morph === undefined || !isList(list ?? null)
          ? entry
          : { ...entry, [morph.name]: [...[list ?? []].flat(), { ...SHOWN, __type: hidden }] }
      }),
    ),
  ],
  'frame.repeat': [
    clause(
      'Equal requests get equal bytes,',
      forgetful('Every second answer to a request has a blank more.', (times) => times % 2 === 1),
    ),
    clause(
      'whatever was asked in between.',
      forgetful('Every third other request adds a blank to answers.', (_, switches) => switches % 3 === 0),
    ),
  ],
}

function isObjectRefused(asked: Asked, { status }: ApiResponse): boolean {
  return status === 400 && /(?:^|&)(?:page|pageSize|start|limit|sort|fields)\[a\]=1$/.test(asked.text)
}
