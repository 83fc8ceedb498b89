/**
 * A fourth list of faulty servers. When these servers were new, the first cause that the check named was wrong for most
 * of them. For each fault, the list names the rules that count as the right cause.
 */
import type { Json } from '../../../src/util/json.ts'
import { edited, everyObject, everyValue, type Fault, isEntry, isObject, type JsonObject } from '../faulty.ts'
import type { Blunder } from './blunders.ts'
import {
  bodyOf,
  eachPart,
  ignoring,
  JSON_TYPE,
  partsOf,
  query,
  refusal,
  request,
  response,
  withBody,
  withParts,
} from './kit.ts'

const unseen = (fault: Fault, ...accepted: readonly string[]): Blunder => ({ fault, accepted })

/** Makes a fault that changes the encoded query. */
const raw = (id: string, says: string, change: (search: string) => string): Fault =>
  request(id, says, (one) => {
    const [path = '', ...rest] = one.url.split('?')
    return rest.length === 0 ? one : { ...one, url: `${path}?${change(rest.join('?'))}` }
  })

const mapped = (object: JsonObject, change: (value: Json, name: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

const ofFile = (id: string, says: string, change: (url: string) => string): Fault =>
  everyObject(id, says, (object) =>
    'mime' in object && typeof object.url === 'string' ? { ...object, url: change(object.url) } : object,
  )

const QUERIES: readonly Blunder[] = [
  unseen(
    raw('split after decoding', 'An encoded ampersand separates parameters.', (search) =>
      search.replaceAll(/%26/gi, '&'),
    ),
    'query.encoding',
  ),
  unseen(
    raw('semicolons', 'A semicolon separates parameters.', (search) => search.replaceAll(/;|%3B/gi, '&')),
    'query.encoding',
    'query.brackets',
  ),
  unseen(
    raw('blank for %2B', 'An encoded plus is a blank.', (search) => search.replaceAll(/%2B/gi, '+')),
    'query.encoding',
  ),
  unseen(
    raw('end at %23', 'An encoded number sign ends the query.', (search) => search.split('%23', 1)[0] ?? ''),
    'query.encoding',
  ),
  unseen(
    response('empty parts refused', 'A query with an empty part is refused.', (answer, { url }) =>
      answer.status === 200 && /&&|&$|\?&/.test(url)
        ? {
            status: 400,
            headers: JSON_TYPE,
            body: '{"data":null,"error":{"status":400,"name":"ValidationError","message":"Invalid query","details":{}}}',
          }
        : answer,
    ),
    'query.brackets',
    'query.encoding',
  ),
  unseen(
    response(
      'unknown fields null',
      'An attribute that `fields` names wrongly is null.',
      (answer, one, ask) => {
        const parts = partsOf(one)
        const wrong = parts.find(([key, value]) => key.startsWith('fields') && answer.body.includes(value))
        if (answer.status !== 400 || wrong === undefined || !answer.body.includes('Invalid key'))
          return answer
        const again = ask(
          withParts(
            one,
            parts.filter((part) => part !== wrong),
          ),
        )
        return again.status === 200 ? again : answer
      },
    ),
    'fields.unknown',
  ),
  unseen(
    query('nested sort above', 'A sort inside a populate sorts the entries around it as well.', (parts) => [
      ...parts,
      ...parts.flatMap(([key, value]) =>
        /^populate\[\w+\]\[sort\](\[0\])?$/.test(key) && value.startsWith('name')
          ? [['sort', value] as const]
          : [],
      ),
    ]),
    'populate.filters.top',
    'populate.sort.list',
  ),
]

const OPERANDS: readonly Blunder[] = [
  unseen(
    eachPart('instants as local', 'An instant in a filter is read an hour late.', (key, value) => [
      key,
      key.startsWith('filters') && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
        ? new Date(Date.parse(value) + 3_600_000).toISOString()
        : value,
    ]),
    'filters.cast',
  ),
  unseen(
    eachPart('1 is false', 'The number 1 in a filter on a boolean is false.', (key, value) => [
      key,
      /\[(isOpen|featured|boolean|noIndex|vegan)\]/.test(key) && value === '1' ? 'false' : value,
    ]),
    'filters.cast',
  ),
  unseen(
    eachPart('first of the month', 'A date in a filter is the first of its month.', (key, value) => [
      key,
      key.startsWith('filters') && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value.slice(0, 8)}01` : value,
    ]),
    'filters.cast',
  ),
  unseen(
    ignoring('inner components', 'A filter through a component inside a component is ignored.', (key) =>
      /^filters.*\[address\]\[geo\]/.test(key),
    ),
    'filters.through',
  ),
  unseen(
    ignoring('components of links', 'A filter through a link to a component or a file is ignored.', (key) =>
      /^filters.*\[(branches|critic|author|restaurant)\].*\[(address|seo|cover|avatar)\]/.test(key),
    ),
    'filters.through',
  ),
  unseen(
    ignoring('no instants', 'A filter by an instant of the entry is ignored.', (key) =>
      /^filters.*\[(createdAt|updatedAt|publishedAt)\]/.test(key),
    ),
    'param.filters',
  ),
]

const ENTRIES: readonly Blunder[] = [
  unseen(
    everyObject('short localizations', 'A localization has its locale and documentId alone.', (object) =>
      Array.isArray(object.localizations)
        ? {
            ...object,
            localizations: object.localizations.map((one: Json) =>
              isObject(one) ? { documentId: one.documentId ?? null, locale: one.locale ?? null } : one,
            ),
          }
        : object,
    ),
    'populate.localizations',
  ),
  unseen(
    everyObject('published localizations', 'A draft lacks the localizations that are drafts.', (object) =>
      Array.isArray(object.localizations) && object.publishedAt === null
        ? {
            ...object,
            localizations: object.localizations.filter(
              (one: Json) => isObject(one) && one.publishedAt !== null,
            ),
          }
        : object,
    ),
    'populate.localizations',
  ),
  unseen(
    everyObject('renumbered', 'The ids of components are counted in each list.', (object) =>
      mapped(object, (value, name) =>
        ['openingHours', 'dishes', 'blocks'].includes(name) && Array.isArray(value) && value.every(isEntry)
          ? value.map((one, at) => ({ ...one, id: at + 1 }))
          : value,
      ),
    ),
    'component.id',
  ),
  unseen(
    everyObject('unset is empty', 'A link that is not set is an empty object.', (object) =>
      mapped(object, (value, name) =>
        value === null && ['owner', 'critic', 'mentor', 'parent', 'cover', 'icon', 'seo'].includes(name)
          ? {}
          : value,
      ),
    ),
    'populate.to-one',
  ),
  unseen(
    everyObject('bare creators', 'A populated creator has its id alone.', (object, key) =>
      ['createdBy', 'updatedBy'].includes(key) && isEntry(object) ? { id: object.id ?? null } : object,
    ),
    'populate.creators',
  ),
  unseen(
    everyValue('capital locales', 'Locales are written in capitals.', (value, key) =>
      key === 'locale' && typeof value === 'string' ? value.toUpperCase() : value,
    ),
    'entry.locale',
  ),
  unseen(
    ofFile('versions', 'The URL of a file has a version.', (url) => `${url}?v=1`),
    'media.url',
  ),
  unseen(
    ofFile('no first slash', 'The URL of a file lacks its first slash.', (url) => url.slice(1)),
    'media.url',
  ),
]

const OTHERS: readonly Blunder[] = [
  unseen(
    edited('no reviews', 'The public may not list reviews.', ({ access }) => {
      const permissions = access.roles['public']?.permissions ?? []
      permissions.splice(permissions.indexOf('api::review.review.find'), 1)
    }),
    'access.role',
    'access.forbidden',
  ),
  unseen(
    edited('readers see authors', 'A role may read one type too many.', ({ access }) => {
      access.roles['reader']?.permissions.push('api::author.author.find')
    }),
    'access.role',
    'access.forbidden',
  ),
  unseen(
    refusal('quoted names', 'The messages of errors have names in quotes.', (error, answer) =>
      withBody(answer, {
        data: null,
        error: { ...error, message: String(error.message).replace(/^Invalid key (\S+)/, 'Invalid key "$1"') },
      }),
    ),
    'endpoint.error',
  ),
  unseen(
    response('null for an empty list', 'A list without entries is null.', (answer) => {
      const body = bodyOf(answer)
      return Array.isArray(body?.data) && body.data.length === 0
        ? withBody(answer, { ...body, data: null })
        : answer
    }),
    'list.data',
    'endpoint.envelope',
  ),
]

export const UNSEEN: readonly Blunder[] = [...QUERIES, ...OPERANDS, ...ENTRIES, ...OTHERS]
