/**
 * A fourth list of faulty servers. When the servers of this list were new, the check named a wrong first cause for most
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

/** Makes a fault that changes the percent-encoded query of requests. */
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
    raw('split after decoding', 'The server wrongly splits parameters at an encoded ampersand.', (search) =>
      search.replaceAll(/%26/gi, '&'),
    ),
    'query.encoding',
  ),
  unseen(
    raw('semicolons', 'The server wrongly splits parameters at a semicolon.', (search) =>
      search.replaceAll(/;|%3B/gi, '&'),
    ),
    'query.encoding',
    'query.brackets',
  ),
  unseen(
    raw('blank for %2B', 'The server wrongly reads an encoded plus as a blank.', (search) =>
      search.replaceAll(/%2B/gi, '+'),
    ),
    'query.encoding',
  ),
  unseen(
    raw(
      'end at %23',
      'The server wrongly ends the query at an encoded number sign.',
      (search) => search.split('%23', 1)[0] ?? '',
    ),
    'query.encoding',
  ),
  unseen(
    response(
      'empty parts refused',
      'The server wrongly refuses a query with an empty part.',
      (answer, { url }) =>
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
      'The server wrongly answers null for an unknown name in `fields`.',
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
    query(
      'nested sort above',
      'The server wrongly applies a sort inside a populate to the parent entries too.',
      (parts) => [
        ...parts,
        ...parts.flatMap(([key, value]) =>
          /^populate\[\w+\]\[sort\](\[0\])?$/.test(key) && value.startsWith('name')
            ? [['sort', value] as const]
            : [],
        ),
      ],
    ),
    'populate.filters.top',
    'populate.sort.list',
  ),
]

const OPERANDS: readonly Blunder[] = [
  unseen(
    eachPart(
      'instants as local',
      'The server wrongly reads an instant in a filter as an hour later.',
      (key, value) => [
        key,
        key.startsWith('filters') && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
          ? new Date(Date.parse(value) + 3_600_000).toISOString()
          : value,
      ],
    ),
    'filters.cast',
  ),
  unseen(
    eachPart(
      '1 is false',
      'The server wrongly reads the number 1 in a filter on a boolean as false.',
      (key, value) => [
        key,
        /\[(isOpen|featured|boolean|noIndex|vegan)\]/.test(key) && value === '1' ? 'false' : value,
      ],
    ),
    'filters.cast',
  ),
  unseen(
    eachPart(
      'first of the month',
      'The server wrongly reads a date in a filter as the first day of its month.',
      (key, value) => [
        key,
        key.startsWith('filters') && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value.slice(0, 8)}01` : value,
      ],
    ),
    'filters.cast',
  ),
  unseen(
    ignoring(
      'inner components',
      'The server wrongly ignores a filter through a component inside a component.',
      (key) => /^filters.*\[address\]\[geo\]/.test(key),
    ),
    'filters.through',
  ),
  unseen(
    ignoring(
      'components of links',
      'The server wrongly ignores a filter through a relation to a component or a file.',
      (key) => /^filters.*\[(branches|critic|author|restaurant)\].*\[(address|seo|cover|avatar)\]/.test(key),
    ),
    'filters.through',
  ),
  unseen(
    ignoring('no instants', 'The server wrongly ignores a filter by an instant of the entry.', (key) =>
      /^filters.*\[(createdAt|updatedAt|publishedAt)\]/.test(key),
    ),
    'param.filters',
  ),
]

const ENTRIES: readonly Blunder[] = [
  unseen(
    everyObject(
      'short localizations',
      'The server wrongly shows only locale and documentId of a localization.',
      (object) =>
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
    everyObject(
      'published localizations',
      'The server wrongly omits localizations that are drafts from a draft.',
      (object) =>
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
    everyObject(
      'renumbered',
      'The server wrongly counts the ids of components separately in each list.',
      (object) =>
        mapped(object, (value, name) =>
          ['openingHours', 'dishes', 'blocks'].includes(name) && Array.isArray(value) && value.every(isEntry)
            ? value.map((one, at) => ({ ...one, id: at + 1 }))
            : value,
        ),
    ),
    'component.id',
  ),
  unseen(
    everyObject(
      'unset is empty',
      'The server wrongly answers a relation without a link as an empty object.',
      (object) =>
        mapped(object, (value, name) =>
          value === null && ['owner', 'critic', 'mentor', 'parent', 'cover', 'icon', 'seo'].includes(name)
            ? {}
            : value,
        ),
    ),
    'populate.to-one',
  ),
  unseen(
    everyObject(
      'bare creators',
      'The server wrongly shows only the id of a populated creator.',
      (object, key) =>
        ['createdBy', 'updatedBy'].includes(key) && isEntry(object) ? { id: object.id ?? null } : object,
    ),
    'populate.creators',
  ),
  unseen(
    everyValue('capital locales', 'The server wrongly writes locales in capitals.', (value, key) =>
      key === 'locale' && typeof value === 'string' ? value.toUpperCase() : value,
    ),
    'entry.locale',
  ),
  unseen(
    ofFile('versions', 'The server wrongly adds a version to the URL of a file.', (url) => `${url}?v=1`),
    'media.url',
  ),
  unseen(
    ofFile('no first slash', 'The server wrongly omits the first slash of the URL of a file.', (url) =>
      url.slice(1),
    ),
    'media.url',
  ),
]

const OTHERS: readonly Blunder[] = [
  unseen(
    edited('no reviews', 'The server wrongly refuses the public role the list of reviews.', ({ access }) => {
      const permissions = access.roles['public']?.permissions ?? []
      permissions.splice(permissions.indexOf('api::review.review.find'), 1)
    }),
    'access.role',
    'access.forbidden',
  ),
  unseen(
    edited(
      'readers see authors',
      'The server wrongly gives a role permission to read one type too many.',
      ({ access }) => {
        access.roles['reader']?.permissions.push('api::author.author.find')
      },
    ),
    'access.role',
    'access.forbidden',
  ),
  unseen(
    refusal(
      'quoted names',
      'The server wrongly puts names in the messages of errors in quotes.',
      (error, answer) =>
        withBody(answer, {
          data: null,
          error: {
            ...error,
            message: String(error.message).replace(/^Invalid key (\S+)/, 'Invalid key "$1"'),
          },
        }),
    ),
    'endpoint.error',
  ),
  unseen(
    response(
      'null for an empty list',
      'The server wrongly answers null for a list without entries.',
      (answer) => {
        const body = bodyOf(answer)
        return Array.isArray(body?.data) && body.data.length === 0
          ? withBody(answer, { ...body, data: null })
          : answer
      },
    ),
    'list.data',
    'endpoint.envelope',
  ),
]

export const UNSEEN: readonly Blunder[] = [...QUERIES, ...OPERANDS, ...ENTRIES, ...OTHERS]
