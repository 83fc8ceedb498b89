/** Tests the titles of causes for servers that each make one mistake in all answers that the mistake concerns. */
import type { Json } from '../../src/util/json.ts'
import { isObject, type JsonObject } from './faulty.ts'
import {
  bodies,
  idsOf,
  lists,
  type Mistakes,
  mapped,
  notFound,
  ofOtherBearer,
  pathOf,
  right,
  testTitles,
  urls,
} from './mistakes.ts'

/** The mistakes, each with the suite cases that the check sends and with the title of the cause. */
const MISTAKES: Mistakes = [
  [
    'a path with a slash',
    /^http\./,
    (request) => (pathOf(request.url).endsWith('/') ? notFound : right(request)),
    'A path may end with a slash. The server refuses a path with a slash at its end.',
  ],
  [
    'another letter case of a documentId',
    /^http\./,
    urls((url) => url.replace('RESTAURANTBISCOTTE', 'restaurantbiscotte')),
    'The letter case of a documentId in a path counts. The server finds the entry in another letter case.',
  ],
  [
    'another letter case of Bearer',
    /^access\./,
    ofOtherBearer((others) => others),
    'The word `Bearer` before a token may have any letter case. The server ignores the token after another letter case than `Bearer`.',
  ],
  [
    '404 in place of 403',
    /^(access|http)\./,
    (request) => {
      const answer = right(request)
      return answer.status === 403 ? { ...notFound, status: 404 } : answer
    },
    'Each request without the permission answers 403. The server answers 404 in place of 403.',
  ],
  [
    'an offset from UTC',
    /^filters\./,
    urls((url) => (url.startsWith('/api/samplers') ? url.replace(/%2B0[1-9](:|%3A)00/, 'Z') : url)),
    'The type of the attribute decides the meaning of an operand. The server ignores the offset from UTC of an operand, such as `+01:00`.',
  ],
  [
    'short forms of false',
    /^filters\./,
    urls((url) => url.replace(/(\[boolean\](?:\[\$(?!null|notNull)\w+\])?)=(0|f)?(?=&|$)/, '$1=true')),
    'The type of the attribute decides the meaning of an operand. The server reads the operands `0` and `f`, and an empty operand, for a boolean attribute as true.',
  ],
  [
    'DESC',
    /^(sort|populate)\./,
    urls((url) => url.replaceAll(/([:=])(DESC|Desc|dESC)(?=&|$|,)/g, '$1asc')),
    'A sort order is asc or desc, in any letter case. The default sort order is ascending. The server reads a descending order with capital letters, such as `DESC`, as ascending.',
  ],
  [
    'a limit of linked entries',
    /^(populate|fields)\./,
    bodies((body) =>
      mapped(body, (name, value) => (lists.has(name) && Array.isArray(value) ? value.slice(0, 2) : value)),
    ),
    'A populated relation has all linked entries. The server answers only the first 2 entries of each relation.',
  ],
  [
    'the permissions of populate',
    /^(access|populate|star)\./,
    (request) => {
      if (!pathOf(request.url).startsWith('/api/') || !request.url.includes('populate')) return right(request)
      const answer = right({ ...request, headers: {} })
      return answer.status === 200 && right(request).status === 200 ? answer : right(request)
    },
    'The role of the token also decides which attributes `populate` shows. In `populate`, the server applies the permissions of the public role.',
  ],
  [
    'a missing locale',
    /^(locale|filters)\./,
    (request) => {
      const answer = right(request)
      if (answer.status !== 404) return answer
      const other = right({ ...request, url: request.url.replace(/locale=[^&]*&?/, '') })
      return other.status === 200 ? other : answer
    },
    'The parameter `locale` names one or several locales. An unknown locale has no entries. If an entry does not exist in the locale, the server answers the entry in the default locale.',
  ],
  [
    'a search by words',
    /^search\./,
    (request) => {
      const text = /[?&]_q=([^&]*)/.exec(request.url)?.[1] ?? ''
      const words = text.split('%20').filter((word) => word !== '')
      if (words.length < 2 || right(request).status !== 200) return right(request)
      const [first = [], ...more] = words.map((word) =>
        idsOf(`${request.url.replace(text, word)}&pagination[pageSize]=100`, request),
      )
      const ids = first.filter((id) => more.every((others) => others.includes(id)))
      const chosen = (ids.length === 0 ? ['-1'] : ids).map((id, at) => `filters[id][$in][${at}]=${id}`)
      return right({ ...request, url: request.url.replace(`_q=${text}`, chosen.join('&')) })
    },
    '`_q` searches the whole text. The server finds the entries that contain each word of the text.',
  ],
  [
    'a trimmed search',
    /^search\./,
    urls((url) => url.replace(/([?&]_q=)(?:%20)*([^&]*?)(?:%20)*(?=&|$)/, '$1$2')),
    'Blanks around a value count. The server removes them.',
  ],
  [
    'another cohort',
    /^status\./,
    urls((url) =>
      url.replace(/publicationFilter=modified(?=&|$)/, 'publicationFilter=has-published-version'),
    ),
    '`publicationFilter` selects documents by whether they have a draft and a published version, and by whether the two differ. The server reads `modified` as `has-published-version`.',
  ],
  [
    'hasPublishedVersion without effect',
    /^status\./,
    urls((url) => url.replace(/hasPublishedVersion=(true|false)(?=&|$)/, 'unknown=1')),
    '`hasPublishedVersion=true` selects the documents that have a published version, and `hasPublishedVersion=false` selects the others. Other values are errors. The server accepts the parameter, but does not select by it.',
  ],
  [
    'hasPublishedVersion with the opposite effect',
    /^status\./,
    urls((url) =>
      url.replace(
        /(hasPublishedVersion=)(true|false)(?=&|$)/,
        (_whole, name, value) => `${name}${value !== 'true'}`,
      ),
    ),
    '`hasPublishedVersion=true` selects the documents that have a published version, and `hasPublishedVersion=false` selects the others. Other values are errors. The server swaps `true` and `false`.',
  ],
  [
    'an unknown token',
    /^(access|http)\./,
    (request) => {
      const isUnknown = right(request).status === 401
      return right(isUnknown ? { ...request, headers: {} } : request)
    },
    'An unknown token answers 401. The server ignores the unknown token.',
  ],
  [
    'a page count of at least 1',
    /^(pagination|list|entry)\./,
    bodies((body) => mapped(body, (name, value) => (name === 'pageCount' && value === 0 ? 1 : value))),
    '`pageCount` is the number of pages, rounded up. The server answers at least 1.',
  ],
  [
    'any format',
    /^format\./,
    (request) => {
      const isNamed = request.headers?.['strapi-response-format'] !== undefined
      const headers = { ...request.headers, 'strapi-response-format': 'v4' }
      return right(isNamed ? { ...request, headers } : request)
    },
    'Only the value `v4` of the header `strapi-response-format` selects the format of Strapi 4. The server accepts any value.',
  ],
  [
    'empty relations in the format of Strapi 4',
    /^format\./,
    (request) => {
      const isOld = request.headers?.['strapi-response-format'] === 'v4'
      const flat = (value: Json): Json =>
        isObject(value) && Object.keys(value).join() === 'data' && value.data === null ? null : value
      return isOld ? bodies((body) => mapped(body, (_name, value) => flat(value)))(request) : right(request)
    },
    'If a request has the header `strapi-response-format: v4`, entries have the `attributes` and `data` wrappers of Strapi 4. The server answers null for populated attributes in place of an object.',
  ],
  [
    'grouped elements of a zone',
    /^(zone|populate\.zone|entry)\./,
    bodies((body) =>
      mapped(body, (_name, value) =>
        Array.isArray(value) && value.every((item) => isObject(item) && '__component' in item)
          ? value.toSorted(
              (one, other) =>
                kindOf(one).length - kindOf(other).length ||
                (kindOf(one) < kindOf(other) ? -1 : Number(kindOf(one) > kindOf(other))),
            )
          : value,
      ),
    ),
    'Without a sort, linked entries have the stored order of the links. The entries in `localizations` have the order of their locales. The server groups the elements by component in `blocks`.',
  ],
  [
    'a total of the page',
    /^pagination\./,
    bodies((body) => {
      const entries = Array.isArray(body.data) ? body.data.length : 0
      return mapped(body, (name, value) => (name === 'total' ? entries : value))
    }),
    '`total` is the number of matching entries on all pages together. The server counts only the entries on the page. The number `pageCount` is right.',
  ],
  [
    'a documentId inside the attributes',
    /^format\./,
    (request) =>
      request.headers?.['strapi-response-format'] === 'v4'
        ? bodies((body) => ({ ...body, data: moved(body.data ?? null) }))(request)
        : right(request),
    'In the format of Strapi 4, `id` and `documentId` stand beside `attributes`. The server puts `documentId` inside.',
  ],
  [
    'files without data in the format of Strapi 4',
    /^format\./,
    (request) =>
      request.headers?.['strapi-response-format'] === 'v4'
        ? bodies((body) =>
            mapped(body, (name, value) =>
              ['avatar', 'cover', 'photos', 'icon'].includes(name) && isObject(value) && 'data' in value
                ? (value.data ?? null)
                : value,
            ),
          )(request)
        : right(request),
    'In the format of Strapi 4, files are in a member `data`. The server omits this member.',
  ],
  [
    'limit as the end of the page',
    /^pagination\./,
    bodies(endedAtLimit),
    '`limit` is the number of entries. The server reads `limit` as the end of the range that begins at `start`.',
  ],
  [
    'empty items of a sort',
    /^sort\./,
    (request) => {
      const isEmpty = /[?&]sort(\[\d+\])?=(&|$)|[?&]sort=[^&]*,(&|$)/.test(request.url)
      return isEmpty && right(request).status === 200
        ? {
            ...notFound,
            status: 400,
            body: JSON.stringify({
              data: null,
              error: { status: 400, name: 'ValidationError', message: 'No', details: {} },
            }),
          }
        : right(request)
    },
    'An empty item of `sort` has no effect. The server refuses a sort with an empty item.',
  ],
  [
    'no source maps of dates',
    /^format\./,
    bodies((body) =>
      mapped(body, (_name, value) =>
        typeof value === 'string' && /^\d{4}-\d\d-\d\d\u200b/.test(value) ? value.slice(0, 10) : value,
      ),
    ),
    'With `strapi-encode-source-maps: true`, each text names its attribute in invisible characters. The server adds none to a text of the type date.',
  ],
]

/** Returns a body whose list ends before the entry at the index `limit`, not after `limit` entries. */
function endedAtLimit(body: JsonObject): Json {
  const { data, meta } = body
  const page = isObject(meta) && isObject(meta.pagination) ? meta.pagination : {}
  const { start, limit } = page
  if (!Array.isArray(data) || typeof start !== 'number' || typeof limit !== 'number') return body
  return { ...body, data: data.slice(0, Math.max(limit - start, 0)) }
}

/** Moves the documentId of each entry into its attributes. */
function moved(json: Json): Json {
  if (Array.isArray(json)) return json.map(moved)
  if (!isObject(json)) return json
  const { documentId, attributes, ...others } = json
  if (documentId === undefined || !isObject(attributes)) return json
  return { ...others, attributes: { documentId, ...attributes } }
}

function kindOf(item: Json): string {
  return isObject(item) ? String(item.__component) : ''
}

testTitles(MISTAKES)
