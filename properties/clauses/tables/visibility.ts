import type { Model } from '../../../src/reference/schema/schema.ts'
import { printQuery } from '../../arbitraries/print.ts'
import { also, alsoListed, type Clauses, clause } from '../clause.ts'
import { type Asked, entries, has, isTrees, losing, reading, replying } from '../kit.ts'
import { asking, COMPARED, cohort, isAsked, isSpoken, isWhole, SPOKEN, spaced } from '../kits/requests.ts'
import { misnamed } from '../kits/shapes.ts'
import { EPOCH, isDocument } from '../kits/values.ts'

/** Returns whether a request names a locale other than the default locale. */
const isTranslated = ({ query: { locale }, graph }: Asked): boolean =>
  typeof locale === 'string' && locale !== graph.locales.default
const hasDrafts = (model: Model): boolean => model.modelType === 'contentType' && model.draftAndPublish

export const VISIBILITY_CLAUSES: Clauses = {
  'shape.errors': [
    clause('The error for a refused query has the name ValidationError.', misnamed(400)),
    clause('The error for a missing path or entry has the name NotFoundError.', misnamed(404)),
    clause('The error for an unknown API token has the name UnauthorizedError.', misnamed(401)),
    clause('The error for a type that the role may not read has the name ForbiddenError.', misnamed(403)),
  ],
  'shape.defaults': [
    clause(
      'A request without `status` has the same answer as a request for published entries.',
      reading(
        'The server wrongly shows drafts if the request has `status=published` and `fields=*`.',
        (query, asked) =>
          isSpoken(asked) && query.status === 'published' ? asking({ status: 'draft' })(query) : undefined,
      ),
    ),
    clause(
      'A request without `locale` has the same answer as a request for the default locale.',
      reading(
        'The server wrongly shows another locale if the request names the default locale and has `fields=*`.',
        (query, asked) => {
          const { locales } = asked.graph
          const other = locales.codes.find(({ code }) => code !== locales.default)
          return isSpoken(asked) && query.locale === locales.default && other !== undefined
            ? asking({ locale: other.code })(query)
            : undefined
        },
      ),
    ),
    clause(
      'A request without a page has the same answer as a request for page 1.',
      reading('The server wrongly shows page 2 to a request for page 1 with `fields=*`.', (query, asked) =>
        isSpoken(asked) && Object.entries(query.pagination ?? {}).join() === 'page,1'
          ? asking({ pagination: { page: '2' } })(query)
          : undefined,
      ),
    ),
    clause(
      'A request without `fields` means all fields.',
      reading('The server wrongly shows only the id if the request has `fields=*`.', (query, asked) =>
        isSpoken(asked) ? asking({ fields: ['id'] })(query) : undefined,
      ),
    ),
  ],
  'locale.union': [
    clause(
      'The list in all locales is the disjoint union of the lists in each locale.',
      also(
        {
          'filters.narrow': COMPARED,
          'populate.all-localizations': COMPARED,
          'populate.filters-target': COMPARED,
        },
        reading(
          'The server wrongly omits the last locale if the request has `locale=*`.',
          (query, { graph, type }) =>
            query.locale === '*' && type?.localized === true && graph.locales.codes.length > 1
              ? asking({ locale: graph.locales.codes.slice(0, -1).map(({ code }) => code) })(query)
              : undefined,
        ),
      ),
    ),
    clause(
      'A request with a list of locale codes gives the union of the lists in each of these locales.',
      reading('The server wrongly reads only the first code of a list of locales.', (query) =>
        isTrees(query.locale) && query.locale.length > 1
          ? asking({ locale: query.locale[0] ?? '' })(query)
          : undefined,
      ),
    ),
    clause(
      'Each entry in the answer has one of the requested locales.',
      also(
        {
          'locale.only': 'The law `locale.only` looks at the locale of each entry.',
          'shape.defaults':
            'The law `shape.defaults` compares a request without a locale with one for the default locale.',
        },
        entries(
          'The server wrongly shows another `locale` in the entries of one locale.',
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
      'A list of a localized type in one locale contains only entries of this locale.',
      reading(
        'The server wrongly shows all locales if the request has a populate, a sort and another locale.',
        (query, asked) =>
          !isDocument(asked) &&
          isTranslated(asked) &&
          query.populate !== undefined &&
          query.sort !== undefined
            ? asking({ locale: '*' })(query)
            : undefined,
      ),
    ),
    clause(
      'A list in a locale is empty if no entry has this locale.',
      reading('The server wrongly reads an unknown locale as the default locale.', ({ locale, ...query }) =>
        locale === 'xx' ? query : undefined,
      ),
    ),
    clause(
      'A request for a document in a locale shows the entry in this locale, or no entry.',
      also(
        { 'document.listed': 'The law `document.listed` requests documents in each locale.' },
        replying(
          'The server wrongly shows the default locale of a document that lacks the requested locale.',
          (asked, { status }) => isDocument(asked) && status === 404 && isTranslated(asked),
          (_, { request, path, query: { locale: __, ...query } }, answer) =>
            answer({ ...request, url: `${path}?${printQuery(query)}` }),
        ),
      ),
    ),
  ],
  'status.cohorts': [
    clause(
      'Drafts without a published version are in the cohort `never-published`.',
      cohort('never-published', 'draft'),
    ),
    clause(
      'Drafts with a published version are in the cohort `has-published-version`.',
      cohort('has-published-version-document', 'draft'),
    ),
    clause(
      'Drafts with a published version are either modified or unmodified.',
      cohort('unmodified', 'draft'),
    ),
    clause(
      'Published entries with a draft are in the cohort `published-with-draft`.',
      cohort('published-with-draft', 'published'),
    ),
    clause(
      'Published entries without a draft are in the cohort `published-without-draft`.',
      cohort('published-without-draft', 'published'),
    ),
    clause(
      'A modified draft changed later than its published entry.',
      reading(
        'The server wrongly shows unmodified drafts for `modified`, and modified drafts for `unmodified`.',
        (query, asked) => {
          if (!isWhole(asked) || query.status !== 'draft') return undefined
          const other = { modified: 'unmodified', unmodified: 'modified' }[String(query.publicationFilter)]
          return other === undefined ? undefined : asking({ publicationFilter: other })(query)
        },
      ),
    ),
    clause(
      'A cohort whose name determines a status contains only entries of this status.',
      reading('The server wrongly shows published entries in place of their drafts.', (query, asked) =>
        isWhole(asked) && isAsked(asked, 'published-with-draft', 'draft')
          ? asking({ status: 'published' })(query)
          : undefined,
      ),
    ),
  ],
  'status.asked': [
    clause(
      'With `status=draft`, the entries of the answer are drafts.',
      also(
        {
          'populate.star': 'The law `populate.star` compares `populate=*` with equivalent notations.',
          'document.alone': 'The law `document.alone` compares drafts in a list with single drafts.',
        },
        reading(
          'The server wrongly shows published entries if the request has `status=draft` and `populate=*`.',
          (query) =>
            query.populate === '*' && query.status === 'draft'
              ? asking({ status: 'published' })(query)
              : undefined,
        ),
      ),
    ),
    clause(
      'With `status=draft`, populated entries at any depth are drafts.',
      entries(
        'The server wrongly shows a `publishedAt` in drafts that are populated.',
        (entry, { depth, model }) =>
          depth > 0 && hasDrafts(model) && entry.publishedAt === null
            ? { ...entry, publishedAt: EPOCH }
            : entry,
      ),
    ),
    clause(
      'Populated entries are also drafts if the requested type itself has no drafts.',
      also(
        {
          'populate.filters-target':
            'The law `populate.filters-target` compares populated drafts with a list of drafts.',
        },
        reading(
          'The server wrongly ignores `status=draft` for a type without draft & publish.',
          ({ status, ...query }, { type }) =>
            status === 'draft' && type !== undefined && !hasDrafts(type) ? query : undefined,
        ),
      ),
    ),
  ],
  'status.unasked': [
    clause(
      'Without `status`, the entries of the answer are published entries.',
      also(
        {
          'shape.defaults': SPOKEN,
          'populate.star': 'The law `populate.star` compares `populate=*` with equivalent notations.',
          'populate.adds-only':
            'The law `populate.adds-only` compares a request with and without its populate.',
          'document.alone': 'The law `document.alone` compares a list with single entries.',
        },
        reading('The server wrongly shows drafts if the request has `populate=*` and no status.', (query) =>
          query.populate === '*' && query.status === undefined
            ? asking({ status: 'draft' })(query)
            : undefined,
        ),
      ),
    ),
    clause(
      'Without `status`, populated entries at any depth are published entries.',
      alsoListed(
        entries(
          'The server wrongly shows populated entries as drafts, unless the request has `status=draft`.',
          (entry, { depth, model }) =>
            depth > 0 && hasDrafts(model) && entry.publishedAt !== undefined
              ? { ...entry, publishedAt: null }
              : entry,
          ({ query }) => query.status !== 'draft',
        ),
      ),
    ),
  ],
  'writing.notations': [
    clause(
      'A request has byte-identical answers in every notation of its query.',
      spaced(
        'The server wrongly adds a blank to the answer if the URL has percent-encoded brackets.',
        ({ request }) => /%5B/i.test(request.url),
      ),
    ),
    clause(
      'The answer to a request remains the same if a plus sign stands for a blank in the query.',
      spaced('The server wrongly adds a blank to the answer if the URL has a plus.', ({ request }) =>
        request.url.includes('+'),
      ),
    ),
    clause(
      'The answer to a request remains the same if the parameters have another order.',
      spaced(
        'The server wrongly adds a blank to the answer if the parameters are not in alphabetical order.',
        ({ query }) => {
          const names = Object.keys(query)
          return (names[0] ?? '') > (names.at(-1) ?? '')
        },
      ),
    ),
  ],
  'writing.prefix': [
    clause(
      'The scheme and the host of a URL have no effect.',
      replying(
        'The server wrongly answers 404 to a URL with a host.',
        ({ request }) => /^https?:/.test(request.url),
        (_, { graph }, answer) => answer({ url: `${graph.settings.prefix}/nothing` }),
      ),
    ),
    clause(
      'The fragment of a URL has no effect.',
      replying(
        'The server wrongly answers 404 to a URL with a fragment.',
        ({ request }) => request.url.endsWith('#fragment'),
        (_, { graph }, answer) => answer({ url: `${graph.settings.prefix}/nothing` }),
      ),
    ),
    clause(
      'Unknown parameters have no effect unless the settings are strict.',
      losing('The server wrongly omits an entry if the request has an unknown parameter.', (asked) =>
        has(asked, 'unheardOf'),
      ),
    ),
  ],
}
