import { also, type Clauses, clause } from '../clause.ts'
import { entries, has, isTrees, losing, reading, replying } from '../kit.ts'
import { asking, COMPARED, cohort, isAsked, isSpoken, isWhole, SPOKEN, spaced } from '../kits/requests.ts'
import { misnamed } from '../kits/shapes.ts'

export const VISIBILITY_CLAUSES: Clauses = {
  'shape.errors': [
    clause(
      "An error's name goes with its status: a query that is refused is a ValidationError,",
      misnamed(400),
    ),
    clause('what is not there a NotFoundError,', misnamed(404)),
    clause('an unknown token an UnauthorizedError,', misnamed(401)),
    clause('what the role may not read a ForbiddenError.', misnamed(403)),
  ],
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
}
