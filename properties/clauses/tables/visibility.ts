import type { Model } from '../../../src/reference/schema/schema.ts'
import { printQuery } from '../../arbitraries/print.ts'
import { also, alsoListed, type Clauses, clause } from '../clause.ts'
import { type Asked, entries, has, isTrees, losing, reading, replying } from '../kit.ts'
import { asking, COMPARED, cohort, isAsked, isSpoken, isWhole, SPOKEN, spaced } from '../kits/requests.ts'
import { misnamed } from '../kits/shapes.ts'
import { EPOCH, isDocument } from '../kits/values.ts'

/** Whether a request names a locale that is not the default one. */
const isTranslated = ({ query: { locale }, graph }: Asked): boolean =>
  typeof locale === 'string' && locale !== graph.locales.default
const hasDrafts = (model: Model): boolean => model.modelType === 'contentType' && model.draftAndPublish

export const VISIBILITY_CLAUSES: Clauses = {
  'shape.errors': [
    clause('The name of an error fits its cause: ValidationError for a refused query,', misnamed(400)),
    clause('NotFoundError for a missing path or entry,', misnamed(404)),
    clause('UnauthorizedError for an unknown token,', misnamed(401)),
    clause('ForbiddenError for a type that the role may not read.', misnamed(403)),
  ],
  'shape.defaults': [
    clause(
      'A missing parameter means its default: published entries,',
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
      'The list in all locales is the disjoint union of the lists in each locale.',
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
      'A list of locale codes gives the union of their lists.',
      reading('Of a list of codes the first one counts.', (query) =>
        isTrees(query.locale) && query.locale.length > 1
          ? asking({ locale: query.locale[0] ?? '' })(query)
          : undefined,
      ),
    ),
    clause(
      'Each entry has a requested locale.',
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
      'A list of a localized type in one locale contains only entries of this locale,',
      reading(
        'A list with another than the default locale, a populate and a sort is in all locales.',
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
      'and is empty if no entry has this locale.',
      reading('An unknown locale is the default one.', ({ locale, ...query }) =>
        locale === 'xx' ? query : undefined,
      ),
    ),
    clause(
      'The path of a document with a locale shows the entry in this locale or none.',
      also(
        { 'document.listed': 'It requests documents by locale.' },
        replying(
          'A document without the requested locale has the default locale.',
          (asked, { status }) => isDocument(asked) && status === 404 && isTranslated(asked),
          (_, { request, path, query: { locale: __, ...query } }, answer) =>
            answer({ ...request, url: `${path}?${printQuery(query)}` }),
        ),
      ),
    ),
  ],
  'status.cohorts': [
    clause('Drafts are either never published', cohort('never-published', 'draft')),
    clause('or have a published version,', cohort('has-published-version-document', 'draft')),
    clause('and the latter are either modified or unmodified.', cohort('unmodified', 'draft')),
    clause('A published entry has a draft', cohort('published-with-draft', 'published')),
    clause('or has none.', cohort('published-without-draft', 'published')),
    clause(
      'A modified draft changed later than its published entry.',
      reading('Modified drafts are those that are not modified, and the other way round.', (query, asked) => {
        if (!isWhole(asked) || query.status !== 'draft') return undefined
        const other = { modified: 'unmodified', unmodified: 'modified' }[String(query.publicationFilter)]
        return other === undefined ? undefined : asking({ publicationFilter: other })(query)
      }),
    ),
    clause(
      'A cohort whose name determines a status contains only entries of this status.',
      reading('Drafts of published entries are these.', (query, asked) =>
        isWhole(asked) && isAsked(asked, 'published-with-draft', 'draft')
          ? asking({ status: 'published' })(query)
          : undefined,
      ),
    ),
  ],
  'status.asked': [
    clause(
      'With `status=draft`, the answer contains only drafts,',
      also(
        {
          'populate.star': 'It compares `populate=*` with other ways to say it.',
          'document.alone': 'It compares drafts in a list with single drafts.',
        },
        reading('With `populate=*`, a draft is the published entry.', (query) =>
          query.populate === '*' && query.status === 'draft'
            ? asking({ status: 'published' })(query)
            : undefined,
        ),
      ),
    ),
    clause(
      'at any depth,',
      entries('Entries that are populated below a draft are published.', (entry, { depth, model }) =>
        depth > 0 && hasDrafts(model) && entry.publishedAt === null
          ? { ...entry, publishedAt: EPOCH }
          : entry,
      ),
    ),
    clause(
      'whether its own type has drafts or not.',
      also(
        { 'populate.filters-target': 'It compares populated drafts with a list of drafts.' },
        reading('A type without drafts ignores `status`.', ({ status, ...query }, { type }) =>
          status === 'draft' && type !== undefined && !hasDrafts(type) ? query : undefined,
        ),
      ),
    ),
  ],
  'status.unasked': [
    clause(
      'Without `status`, the answer contains only published entries,',
      also(
        {
          'shape.defaults': SPOKEN,
          'populate.star': 'It compares `populate=*` with other ways to say it.',
          'populate.adds-only': 'It compares a request with and without its populate.',
          'document.alone': 'It compares a list with single entries.',
        },
        reading('Without a status, `populate=*` shows drafts.', (query) =>
          query.populate === '*' && query.status === undefined
            ? asking({ status: 'draft' })(query)
            : undefined,
        ),
      ),
    ),
    clause(
      'at any depth.',
      alsoListed(
        entries(
          'Populated entries are drafts unless their status is asked for.',
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
      'A request has byte-identical answers in every notation of its query,',
      spaced('Encoded brackets add a blank to the answer.', ({ request }) => /%5B/i.test(request.url)),
    ),
    clause(
      'also with a plus for a blank,',
      spaced('A plus adds a blank to the answer.', ({ request }) => request.url.includes('+')),
    ),
    clause(
      'and with its parameters in any order.',
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
      'fragment of a URL have no effect,',
      replying(
        'A URL with a fragment is not found.',
        ({ request }) => request.url.endsWith('#fragment'),
        (_, { graph }, answer) => answer({ url: `${graph.settings.prefix}/nothing` }),
      ),
    ),
    clause(
      'and neither have unknown parameters unless the settings are strict.',
      losing('An unknown parameter loses an entry.', (asked) => has(asked, 'unheardOf')),
    ),
  ],
}
