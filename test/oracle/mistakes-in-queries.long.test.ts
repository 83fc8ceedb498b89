/** Tests the titles of causes for servers that each read one part of a query wrongly. */

import { isObject } from './faulty.ts'
import {
  bodies,
  type Mistakes,
  mapped,
  notFound,
  ofOtherBearer,
  right,
  testTitles,
  urls,
} from './mistakes.ts'

/** Returns a server that changes the decoded operand of each operator that ignores letter case. */
const operands = (change: (operand: string, url: string) => string) =>
  urls((url) => {
    const found = /\$(?:eqi|containsi)(?:\]|%5D)=([^&]*)/i.exec(decodeURIComponent(url))?.[1]
    return found === undefined ? url : change(found, url)
  })

const SEARCH =
  'The parameter `_q` searches the id, the documentId and the text attributes of each entry. If the searched text is a number, `_q` also searches the number attributes.'

/** The mistakes, each with the suite cases that the check sends and with the title of the cause. */
const MISTAKES: Mistakes = [
  [
    'texts compared by UTF-16 units',
    /^filters\.(edge|\$gt|\$lt)\./,
    // The only text with a character beyond U+FFFF is less than U+FFFD in UTF-16.
    urls((url) =>
      url
        .replace('filters[string][$gt]=%EF%BF%BD', 'filters[id][$eq]=-1')
        .replace('filters[string][$lt]=%EF%BF%BD', 'filters[string][$notNull]=true')
        .replace(/(filters\[string\]\[)\$between\](?:\[0\])?=a&.*=%EF%BF%BD/, '$1$gte]=a'),
    ),
    'Filters compare texts by code points. The server compares their UTF-16 units.',
  ],
  [
    'a sort of several files without effect',
    /^populate\.(sort|filters|form)\./,
    urls((url) => url.replace(/(populate(?:\[|%5B)photos)(?:\[|%5B|\]|%5D)+sort[^&]*/i, '$1]=true')),
    'The server ignores an option of a populated attribute: `sort` in the populate of files.',
  ],
  [
    'values in lower case, but not the operand',
    /^filters\.\$eqi\./,
    operands((operand, url) => (operand === operand.toLowerCase() ? url : `${url}&filters[id][$eq]=-1`)),
    '`$eqi`: the attribute value equals the operand, regardless of letter case. The server ignores the letter case of the values, but not of the operand.',
  ],
  [
    'the texts `0` and `f` as true',
    /^pagination\./,
    urls((url) => url.replace(/(withCount(?:\]|%5D)=)(?:0|f)(?=&|$)/, '$1true')),
    '`withCount=false` omits `total` and `pageCount`. The server reads `0` and `f` as true.',
  ],
  [
    'the document before the query',
    /^(http|endpoint)\./,
    (request) => {
      const answer = right(request)
      const isUnknown = /^\/api\/\w+\/nothing\?/.test(request.url)
      return isUnknown && answer.status === 400 ? notFound : answer
    },
    'The order of errors differs: the server checks the document before the query.',
  ],
  [
    'the document before the permission',
    /^access\./,
    (request) =>
      request.url.includes('/nothing') && right(request).status === 403 ? notFound : right(request),
    'The order of errors differs: the server checks the entry before the caller.',
  ],
  [
    'a search without slugs',
    /^search\.(uid$|email|enumeration|richtext|string|text)/,
    urls((url) => (url.includes('_q=annex') ? `${url}&filters[id][$eq]=-1` : url)),
    `${SEARCH} The server does not search attributes of the type uid.`,
  ],
  [
    'null in place of an empty list',
    /^(populate|entry)\./,
    bodies((body) => ({
      ...body,
      data: mapped(body.data ?? null, (_name, value) => (JSON.stringify(value) === '[]' ? null : value)),
    })),
    'A populated attribute with several values is a list. The server answers null in place of each empty list.',
  ],
  [
    'texts in place of the numbers of the query',
    /^pagination\.(page|offset)/,
    bodies((body, { url }) => {
      const query = new URL(url, 'http://a').searchParams
      return mapped(body, (name, value) =>
        typeof value === 'number' && query.get(`pagination[${name}]`) === String(value)
          ? String(value)
          : value,
      )
    }),
    'The members of `meta.pagination` are numbers. The server answers the numbers of the query as texts.',
  ],
  [
    'empty details of errors',
    /^(fields|sort|populate)\.(unknown|error|bad)/,
    (request) => {
      const answer = right(request)
      return { ...answer, body: answer.body.replace(/"details":\{.*\}\}\}$/, '"details":{}}}') }
    },
    'An error has `details` about the mistake. The server answers each error with empty `details`.',
  ],
  [
    'a refused token after another letter case of Bearer',
    /^access\./,
    ofOtherBearer((others) => ({ ...others, authorization: 'Bearer -' })),
    'The word `Bearer` before a token may have any letter case. The server does not know the token after another letter case than `Bearer`.',
  ],
  [
    '$or as $and below the root',
    /^filters\.(groups|nested|through)/,
    urls((url) => url.replaceAll(/(?<!filters)(\[|%5B)\$or/gi, '$1$$and')),
    '`$or`: at least one condition in the list is true. The server reads `$or` below the root of `filters` as `$and`.',
  ],
  [
    '`DESC` in capital letters as ascending in a sort as an object',
    /^sort\./,
    urls((url) => url.replaceAll(/(sort(?:\[|%5B)[a-z]\w*(?:\]|%5D)=)DESC/g, '$1asc')),
    '`sort[a]=desc` means the same as `sort=a:desc`, and `sort[a][b]=desc` means the same as `sort=a.b:desc`. In a sort as an object, the server reads a descending order with capital letters, such as `DESC`, as ascending.',
  ],
  [
    'equal entries in descending order of id',
    /^sort\.order\./,
    urls((url) => url.replace(/(sort=\w+:(?:asc|desc))(?=&|$)/, '$1,id:desc')),
    'Entries that are equal in every sort key are in ascending order of id. The server puts equal entries in descending order of id.',
  ],
  [
    'null in place of an omitted relation',
    /^(access|populate\.closed)\./,
    bodies((body, { url }) =>
      url.includes('populate=ledger')
        ? {
            ...body,
            data: Array.isArray(body.data)
              ? body.data.map((entry) => (isObject(entry) ? { ledger: null, ...entry } : entry))
              : isObject(body.data)
                ? { ledger: null, ...body.data }
                : null,
          }
        : body,
    ),
    'If the role lacks the permission `find` for the target type of a relation, the answer omits the relation. The server adds `ledger` as null.',
  ],
  [
    'values that end at an equals sign',
    /^http\./,
    urls((url) => url.replaceAll(/([?&][^=&]*=[^=&]*)=[^&]*/g, '$1')),
    'A value begins after the first `=` of a parameter, and may contain `=`. The server ends the value at the next `=`.',
  ],
  [
    'a query decoded around its split',
    /^(http|filters)\./,
    urls((url) => {
      const [path = '', ...query] = url.split('?')
      try {
        return [path, ...query.map(decodeURIComponent)].join('?')
      } catch {
        return url
      }
    }),
    'A query is decoded once, after it is split at `&`. The server decodes it before it splits it, and then decodes the values again.',
  ],
  [
    'a count without filters',
    /^populate\./,
    urls((url) => (url.includes('[count]=') ? url.replaceAll(/&populate\[\w+\]\[filters\][^&]*/g, '') : url)),
    'Inside a populate, the server ignores `filters` beside `count`.',
  ],
  [
    'one key of a nested sort',
    /^populate\.(sort|form)\./,
    urls((url) =>
      url
        .replaceAll(/&populate[^&]*sort(?:\]|%5D)(?:\[|%5B)1(?:\]|%5D)=[^&]*/gi, '')
        .replaceAll(/([?&]populate[^&]*sort(?:\]|%5D)=[^&,]*)(?:,|%2C)[^&]*/gi, '$1'),
    ),
    'A sort inside a `populate` orders the linked entries. Inside `populate`, the server reads only the first sort key.',
  ],
  [
    'conditions on rows of their own',
    /^filters\.through\./,
    urls((url) => {
      let count = 50
      return url.includes('%5Bcategories%5D%5B%24') || url.includes('[categories][$')
        ? url
        : url.replaceAll(
            /(?<=[?&])filters(?=\[categories\]\[\w+\](?:\[\$\w+\])?=)/g,
            () => `filters[$and][${count++}]`,
          )
    }),
    'One linked row must satisfy all conditions under the key of a link. Through a relation to several entries, the server accepts different rows for different conditions.',
  ],
  [
    'relations shown without the permission',
    /^access\./,
    (request) =>
      right(request).status === 200
        ? right({ ...request, headers: { ...request.headers, authorization: 'Bearer admin-token' } })
        : right(request),
    'If the role lacks the permission `find` for the target type of a relation, the answer omits the relation. The server populates the relation.',
  ],
  [
    'pages in place of offsets',
    /^pagination\./,
    bodies((body) => {
      const page = isObject(body.meta) ? body.meta.pagination : undefined
      if (!isObject(page) || !('start' in page)) return body
      const { start, limit, ...others } = page
      const number = Math.floor(Number(start) / Math.max(1, Number(limit))) + 1
      return { ...body, meta: { pagination: { page: number, pageSize: limit ?? 0, ...others } } }
    }),
    'A list selected by `start` and `limit` repeats these two numbers in `meta.pagination`. The server answers `page` in their place.',
  ],
  [
    'big integers as numbers',
    /^(entry|fields)\./,
    bodies((body) =>
      mapped(body, (name, value) => (name === 'biginteger' && value !== null ? Number(value) : value)),
    ),
    'Attributes of the types integer, biginteger, float and decimal are scalars. An answer shows a biginteger as a text. The server answers `biginteger` as a number.',
  ],
]

testTitles(MISTAKES)
