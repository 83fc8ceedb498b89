/** The known misreadings, which are wrong ways to read a request, each with the rule that it breaks. */
import { isOperator } from '../../../reference/operators/operators.ts'
import { asDecoded } from '../../../util/url/percent.ts'
import type { CheckedRule } from '../../exchange/rules.ts'
import { isListIndex, readPart } from '../../names/mentions.ts'
import { BESIDE } from './beside.ts'
import { ENCODINGS } from './encodings.ts'
import { INNER_JOIN } from './joins.ts'
import { DEFAULT_ORDERS, LIMIT_IS_END, TIES_DESCENDING } from './lists.ts'
import { NAMES } from './names.ts'
import { NESTING } from './nesting.ts'
import {
  keyOf,
  type Misreading,
  ofParts,
  ofQuery,
  REFUSED,
  saying,
  textOf,
  UNKNOWN,
  withKey,
  withoutHeader,
} from './parts.ts'
import { PATHS } from './paths.ts'
import { SEVERAL_VALUES } from './several.ts'

/** The parameters that can have several values, each with the rule about several values. */
const SEVERAL: readonly (readonly [parameter: string, rule: CheckedRule])[] = [
  ['fields', 'fields.several'],
  ['populate', 'populate.form.several'],
  ['sort', 'sort.text'],
  ['filters', 'filters.all'],
]

/**
 * The notations of several values: any name in brackets (`brackets`), an index in brackets (`lists`), one text
 * (`commas`), or both a name and one text.
 */
const WAYS = ['brackets and commas', 'brackets', 'lists', 'commas'] as const

/** Returns a misreading: the target reads only the first or the last of several values of a parameter. */
function oneOf(
  [parameter, rule]: (typeof SEVERAL)[number],
  which: 'first' | 'last',
  way: (typeof WAYS)[number],
): Misreading {
  const chosen = (all: readonly string[]): string | undefined => all.at(which === 'first' ? 0 : -1)
  const says = `Of several values in ${way} of \`${parameter}\`, only the ${which} counts.`
  const reading = ofQuery(rule, `the ${which} in ${way} of ${parameter} counts`, (parts) => {
    const itemOf = (part: string): string | undefined => {
      const item = way === 'commas' ? undefined : itemIn(parameter, keyOf(part))
      return way === 'lists' && !/^\d*$/.test(item ?? '-') ? undefined : item
    }
    const item = chosen(parts.flatMap((part) => itemOf(part) ?? []))
    return parts.flatMap((part) => {
      const own = itemOf(part)
      if (own !== undefined) return own === item ? [part] : []
      const isText =
        (way === 'commas' || way === 'brackets and commas') &&
        keyOf(part) === parameter &&
        part.includes('=') &&
        parameter !== 'filters'
      return [isText ? `${parameter}=${chosen(textOf(part).split(/,|%2C/i)) ?? ''}` : part]
    })
  })
  return saying(says, reading)
}

/**
 * Returns the name in the first brackets of a key, such as `a` in `sort[a][b]`; undefined if the key does not belong
 * to the given parameter.
 */
function itemIn(parameter: string, key: string): string | undefined {
  const text = asDecoded(key)
  if (!text.startsWith(`${parameter}[`)) return undefined
  return text.slice(parameter.length + 1, text.indexOf(']'))
}

const isItem = (key: string, parameters: readonly string[]): boolean =>
  parameters.some(
    (parameter) => /^\d+$/.test(itemIn(parameter, key) ?? '') && key.split(/\[|%5B/i).length === 2,
  )

/** Returns a misreading: the target ignores values whose key has a list index, such as `sort[0]`. */
const withoutItems = (parameters: readonly string[]): Misreading =>
  saying(
    `A key may have a list index. The server ignores keys with a list index in \`${parameters.join('`, `')}\`.`,
    ofQuery('query.brackets', `no list indexes in ${parameters.join(', ')}`, (parts) =>
      parts.filter((part) => !isItem(keyOf(part), parameters)),
    ),
  )

/** Returns a misreading: the target ignores the parameters whose key passes `isIgnored`. */
const ignoring = (
  rule: CheckedRule,
  what: string,
  isIgnored: (key: string) => boolean,
  named = what,
): Misreading => ({
  ...ofQuery(rule, `${what} ignored`, (parts) => parts.filter((part) => !isIgnored(asDecoded(keyOf(part))))),
  says: `The server ignores ${named}.`,
})

/** The misreadings of the word `Bearer` in another letter case: the target ignores the token, or refuses it. */
const EXACT_BEARER: readonly Misreading[] = (['ignores', 'does not know'] as const).map((does) => ({
  rule: 'access.token',
  kind: `exact Bearer: ${does}`,
  says: `The word \`Bearer\` before a token may have any letter case. The server ${does} the token after another letter case than \`Bearer\`.`,
  isExact: true,
  read: (request) => {
    const { authorization, ...headers } = request.headers
    const [scheme = ''] = (authorization ?? '').split(' ', 1)
    const isOther = scheme !== 'Bearer' && scheme.toLowerCase() === 'bearer'
    if (!isOther) return request
    return {
      ...request,
      headers: does === 'ignores' ? headers : { ...headers, authorization: `Bearer ${UNKNOWN}` },
    }
  },
}))

/** The query parameters that a server may ignore, each with the rule that such a server breaks. */
const PARAMETERS: readonly (readonly [parameter: string, rule: CheckedRule])[] = [
  ['filters', 'param.filters'],
  ['populate', 'param.populate'],
  ['locale', 'locale.chosen'],
  ['status', 'status.draft'],
  ['publicationFilter', 'status.publication-filter'],
  ['_q', 'search.text'],
  ['pagination', 'pagination.page'],
  ['pagination[page]', 'pagination.page'],
  ['pagination[pageSize]', 'pagination.page'],
  ['pagination[start]', 'pagination.offset'],
  ['pagination[limit]', 'pagination.offset'],
  ['pagination[withCount]', 'pagination.with-count'],
]

const isFilterBy = (name: string, key: string): boolean =>
  key.startsWith('filters[') && key.includes(`[${name}]`)

/** The levels of `populate` below which a server may populate nothing, or refuse a request. */
const POPULATED_LEVELS = [2, 3, 4]

const isBelow = (level: number, part: string): boolean =>
  asDecoded(keyOf(part)).split('[populate]').length > level

const REFUSED_LEVELS: readonly Misreading[] = POPULATED_LEVELS.map((level) => ({
  ...ofQuery('limit.depth', `populate below level ${level} refused`, (parts) =>
    parts.some((part) => isBelow(level, part)) ? REFUSED : parts,
  ),
  says: `Populate has no limit in depth. The server refuses a populate below level ${level}.`,
}))

const IGNORED_LEVELS: readonly Misreading[] = POPULATED_LEVELS.map((level) => ({
  ...ofQuery('limit.depth', `populate below level ${level} ignored`, (parts) =>
    parts.filter((part) => !isBelow(level, part)),
  ),
  says: `Nothing below level ${level} is populated.`,
}))

/** The misreadings that are possible with every dataset. */
export const MISREADINGS: readonly Misreading[] = [
  ...ENCODINGS,
  // A refused level also looks like brackets that the server does not read.
  ...REFUSED_LEVELS,
  ...NESTING,
  ...NAMES,
  ...SEVERAL_VALUES,
  ...DEFAULT_ORDERS,
  LIMIT_IS_END,
  ...TIES_DESCENDING,
  saying(
    'Keys keep their letter case. The server converts keys to lower case.',
    ofParts(
      'query.brackets',
      'keys in lower case',
      (part) => asDecoded(keyOf(part)).toLowerCase() + part.slice(keyOf(part).length),
    ),
  ),
  {
    ...ofParts('query.brackets', 'attributes in lower case in filters', (part) => {
      const [root = '', ...names] = readPart(part).segments
      const others = names.map((name) => (isOperator(name) ? name : name.toLowerCase()))
      return root !== 'filters' || names.join() === others.join() ? part : withKey(part, [root, ...others])
    }),
    says: 'Names in `filters` keep their letter case. The server converts the names to lower case.',
  },
  withoutItems(['fields', 'populate', 'sort']),
  ...['fields', 'populate', 'sort', 'locale'].map((parameter) => withoutItems([parameter])),
  ...SEVERAL.flatMap((several) =>
    WAYS.flatMap((way) => [oneOf(several, 'first', way), oneOf(several, 'last', way)]),
  ),
  ...(
    [
      ['fields', 'fields.one', 'fields.restricts'],
      ['sort', 'sort.text', 'param.sort'],
    ] as const
  ).flatMap(([parameter, ofText, ofAll]) => [
    ignoring(
      ofAll,
      parameter,
      (key) => key === parameter || key.startsWith(`${parameter}[`),
      `\`${parameter}\``,
    ),
    ignoring(ofText, `a text of ${parameter}`, (key) => key === parameter, `a text of \`${parameter}\``),
  ]),
  ...PARAMETERS.map(([parameter, rule]) => ({
    ...ignoring(rule, parameter, (key) => key === parameter || key.startsWith(`${parameter}[`)),
    says: `The server ignores the parameter \`${parameter}\`.`,
  })),
  saying(
    'An empty part of a query has no effect. The server refuses a query with an empty part.',
    ofQuery('query.brackets', 'empty parts refused', (parts) => (parts.includes('') ? REFUSED : parts)),
  ),
  ignoring('query.brackets', 'empty brackets', (key) => /^(fields|populate|sort)\[\]$/.test(key)),
  ...BESIDE,
  {
    ...ofParts('populate.forms', 'populate[name]=true ignored', (part) =>
      /^populate\[[^\]\d][^\]]*\]=(true|1|t)$/.test(asDecoded(part)) ? '' : part,
    ),
    says: '`populate[name]=true` populates nothing.',
  },
  {
    ...ofParts('populate.forms', 'populate[name]=false populates', (part) =>
      /^populate\[[^\]\d][^\]]*\]=(false|0|f)$/.test(asDecoded(part)) ? `${keyOf(part)}=true` : part,
    ),
    says: '`populate[name]=false` populates nothing. The server populates the attribute.',
  },
  ignoring('sort.object', 'a sort as an object', (key) => /^sort\[[^\]\d]/.test(key)),
  ignoring(
    'sort.object',
    'a sort as an object of one level',
    (key) => /^sort\[[^\]\d]/.test(key) && key.split('[').length === 2,
  ),
  ignoring(
    'filters.implicit',
    'further values of a list without an operator',
    (key) => key.startsWith('filters[') && /\[[^$[\]]+\]\[[1-9]\d*\]$/.test(key),
  ),
  ...IGNORED_LEVELS,
  saying(
    'A list index may have several digits. The server ignores each parameter that has an index of several digits.',
    ofQuery('query.brackets', 'indexes of several digits ignored', (parts) =>
      parts.filter((part) => !/\[\d\d+\]/.test(asDecoded(keyOf(part)))),
    ),
  ),
  saying(
    'A list may have 100 items. The server ignores the items with an index of 20 or more.',
    ofQuery('query.brackets', 'indexes from 20 on ignored', (parts) =>
      parts.filter(
        (part) => !readPart(part).segments.some((name) => isListIndex(name) && Number(name) >= 20),
      ),
    ),
  ),
  ignoring('filters.id', 'filters by documentId', (key) => isFilterBy('documentId', key)),
  ignoring('filters.id', 'filters by id', (key) => isFilterBy('id', key)),
  ignoring(
    'filters.id',
    'filters by id inside populate',
    (key) => key.startsWith('populate[') && /\[filters\]\[(id|documentId)\]/.test(key),
  ),
  INNER_JOIN,
  withoutHeader('format.v4', 'strapi-response-format'),
  {
    rule: 'format.v4',
    kind: 'any format is v4',
    says: 'Only the value `v4` of the header `strapi-response-format` selects the format of Strapi 4. The server accepts any value.',
    read: (request) => {
      const format = request.headers['strapi-response-format'] ?? 'v4'
      const headers = { ...request.headers, 'strapi-response-format': 'v4' }
      return format === 'v4' ? request : { ...request, headers }
    },
  },
  withoutHeader('format.source-maps', 'strapi-encode-source-maps'),
  withoutHeader('access.token', 'authorization'),
  ...EXACT_BEARER,
  ...PATHS,
]
