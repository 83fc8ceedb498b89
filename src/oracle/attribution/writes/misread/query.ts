/**
 * Misreadings of a write as a whole: of its query, of members of `data` that the server takes for query parameters, and
 * of the effects of publishing, PUT and DELETE.
 */
import type { Graph } from '../../../../reference/graph/graph.ts'
import { type Json, member } from '../../../../util/json.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import { partsOf } from '../../../names/mentions.ts'
import { OPTIONS_IGNORED } from '../../misread/options.ts'
import { isOf, keyOf, textOf } from '../../misread/parts.ts'
import type { AskedWrite, Named, WriteMisreading } from './kit.ts'

/** A group of methods whose query parameters a server may read by separate code, with its name. */
type Methods = readonly [name: string, methods: readonly string[]]
const POST: Methods = ['a POST', ['POST']]
const PUT: Methods = ['a PUT', ['PUT']]
const DELETE: Methods = ['a DELETE', ['DELETE']]
const ANY: Methods = ['any write', ['POST', 'PUT', 'DELETE']]
const STORING: readonly Methods[] = [['a write', ['POST', 'PUT']], POST, PUT]
export const ALL: readonly Methods[] = [ANY, ...STORING, DELETE]

/** Returns the path of a request, and the parts of its query that are not empty. */
export function splitQuery(url: string): { readonly path: string; readonly parts: readonly string[] } {
  const { path, search } = splitTarget(url)
  return { path, parts: partsOf(search).filter((part) => part !== '') }
}

/** Returns the URL with the given path and query parts. */
export const withQuery = (path: string, parts: readonly string[]): string =>
  parts.length === 0 ? path : `${path}?${parts.join('&')}`

/** Returns a misreading that changes the query parts of writes with some methods. */
export const ofQuery = (
  named: Named,
  [method, methods]: Methods,
  change: (parts: readonly string[], asked: AskedWrite) => readonly string[],
): WriteMisreading => ({
  rule: named.rule,
  kind: `${named.kind} by ${method}`,
  says: named.says.replace('METHOD', method),
  read: (asked) => {
    const { request } = asked
    if (!methods.includes(request.method)) return request
    const { path, parts } = splitQuery(request.url)
    const read = change(parts, asked)
    return read.join('&') === parts.join('&') ? request : { ...request, url: withQuery(path, read) }
  },
})

/** Returns the parts of a query with another value of a parameter; undefined stands for an absent parameter. */
function withValue(
  parts: readonly string[],
  name: string,
  change: (value: string | undefined) => string | undefined,
): readonly string[] {
  const part = parts.find((one) => keyOf(one) === name)
  const value = part === undefined ? undefined : textOf(part)
  const other = change(value)
  if (other === value) return parts
  const kept = parts.filter((one) => !isOf(name, one))
  return other === undefined ? kept : [...kept, `${name}=${other}`]
}

const STATUS: readonly WriteMisreading[] = STORING.flatMap((method) => [
  ofQuery(
    {
      rule: 'write.publish.draft',
      kind: 'only drafts are written',
      says: 'Without `status=draft`, METHOD publishes the entry. The server writes only its draft.',
    },
    method,
    (parts, { type }) =>
      type.draftAndPublish ? withValue(parts, 'status', (value) => value ?? 'draft') : parts,
  ),
  ofQuery(
    {
      rule: 'write.publish.draft',
      kind: 'status ignored',
      says: 'With `status=draft`, METHOD changes only the draft. The server ignores `status`.',
    },
    method,
    (parts, { type }) => (type.draftAndPublish ? withValue(parts, 'status', () => undefined) : parts),
  ),
])

/** Returns the locale that a write names; undefined if it names none. */
export const localeIn = ({ request }: AskedWrite): string | undefined =>
  new URLSearchParams(splitTarget(request.url).search).get('locale') ?? undefined

/** Returns whether a code is the code of a locale of the project. */
export const isLocale = ({ locales }: Graph, code: string | undefined): boolean =>
  locales.codes.some((one) => one.code === code)

/** The groups of methods whose `locale` a server may ignore, the smaller of two groups first. */
const LOCALIZED: readonly Methods[] = [['a POST and a PUT', ['POST', 'PUT']], ANY, POST, PUT, DELETE]

const LOCALES: readonly WriteMisreading[] = [
  ...LOCALIZED.flatMap((method) =>
    (['locale', 'a locale of the project'] as const).map((which) =>
      ofQuery(
        {
          rule: 'write.locale',
          kind: `${which} ignored`,
          says: '`locale` selects the locale of METHOD. The server takes the default locale.',
        },
        method,
        (parts, { graph }) =>
          withValue(parts, 'locale', (value) =>
            which === 'locale' || isLocale(graph, value) ? undefined : value,
          ),
      ),
    ),
  ),
  ...ALL.map((method) =>
    ofQuery(
      {
        rule: 'write.locale.known',
        kind: 'an unknown locale as the default locale',
        says: 'The value of `locale` of METHOD must be one of the locales of the project. For another value, the server takes the default locale.',
      },
      method,
      (parts, { graph }) =>
        withValue(parts, 'locale', (value) =>
          value === '' || value === '*' || isLocale(graph, value) ? value : undefined,
        ),
    ),
  ),
  ofQuery(
    {
      rule: 'write.delete.locales',
      kind: 'locale and its lists ignored',
      says: '`locale` may list the locales of METHOD. The server takes the default locale.',
    },
    DELETE,
    (parts) => parts.filter((part) => !isOf('locale', part)),
  ),
  ...[
    ['', 'Without `locale`, METHOD deletes the default locale.'] as const,
    [', also beside a named one', 'Without several locales in `locale`, METHOD deletes one locale.'] as const,
  ].map(([which, right]) =>
    ofQuery(
      {
        rule: 'write.delete',
        kind: `all locales deleted${which}`,
        says: `${right} The server deletes all locales.`,
      },
      DELETE,
      (parts, { type }) => {
        const others = parts.filter((part) => !isOf('locale', part))
        const isMeant = type.localized && (which !== '' || others.length === parts.length)
        return isMeant ? [...others, 'locale=*'] : parts
      },
    ),
  ),
]

/** The misreadings in which a parameter does not select the content of the answer to a write. */
export const ANSWERS: readonly WriteMisreading[] = STORING.flatMap((method) =>
  ['populate', 'fields'].map((name) =>
    ofQuery(
      {
        rule: 'write.answer',
        kind: `${name} ignored`,
        says: `\`${name}\` selects the content of the answer to METHOD. The server ignores \`${name}\`.`,
      },
      method,
      (parts) => parts.filter((part) => !isOf(name, part)),
    ),
  ),
)

/** The misreadings in which the answer to a write lacks an option of a populated attribute. */
const OPTIONS: readonly WriteMisreading[] = OPTIONS_IGNORED.map(({ kind, says, read }) => ({
  rule: 'write.answer',
  kind,
  says: `The answer to a write is like a GET of the written row. ${says}`,
  read: ({ request }) => {
    const { url } = read({ ...request, method: 'GET' })
    return url === request.url ? request : { ...request, url }
  },
}))

/** Returns a misreading: the member `name` of `data` sets a parameter to the value that `valueIn` returns. */
const ofMember = (
  named: Named,
  [name, parameter]: readonly [name: string, parameter: string],
  valueIn: (asked: AskedWrite) => string | undefined,
): WriteMisreading => ({
  ...named,
  read: (asked) => {
    const { request, data } = asked
    const value = data === undefined || !Object.hasOwn(data, name) ? undefined : valueIn(asked)
    if (value === undefined) return request
    const { path, parts } = splitQuery(request.url)
    const others = withValue(parts, parameter, () => encodeURIComponent(value))
    return { ...request, url: withQuery(path, others) }
  },
})

const MEMBERS: readonly WriteMisreading[] = [
  ofMember(
    {
      rule: 'write.publish.draft',
      kind: 'publishedAt null keeps a draft',
      says: '`publishedAt` in `data` has no effect. For null, the server writes only the draft.',
    },
    ['publishedAt', 'status'],
    ({ data, type }) => (type.draftAndPublish && data?.['publishedAt'] === null ? 'draft' : undefined),
  ),
  ofMember(
    {
      rule: 'write.publish.draft',
      kind: 'publishedAt publishes',
      says: '`publishedAt` in `data` has no effect. For an instant, the server publishes the entry.',
    },
    ['publishedAt', 'status'],
    ({ data, type }) =>
      type.draftAndPublish && typeof data?.['publishedAt'] === 'string' ? 'published' : undefined,
  ),
  ofMember(
    {
      rule: 'write.locale',
      kind: 'locale in data',
      says: '`locale` in `data` has no effect. The server writes the locale that `data` names.',
    },
    ['locale', 'locale'],
    ({ data, type }) => {
      const locale = data?.['locale']
      return type.localized && typeof locale === 'string' ? locale : undefined
    },
  ),
]

export const isDraftPart = (part: string): boolean => part === 'status=draft'

/** The misreadings in which a DELETE deletes only the row of one status of a document. */
const ONE_STATUS: readonly WriteMisreading[] = (['draft', 'published'] as const).map((status) => ({
  rule: 'write.delete',
  kind: `the ${status} row stays`,
  says: `DELETE deletes the draft and the published row. The server keeps the ${status} row.`,
  read: ({ request }) => request,
  isUnwritten: ({ request, type }, url) =>
    request.method === 'DELETE' &&
    type.draftAndPublish &&
    splitQuery(url).parts.some(isDraftPart) === (status === 'draft'),
}))

/** Returns the request of a write with added members in `data`; the same request if none are added. */
export const withMembers = (
  { request, data }: AskedWrite,
  added: readonly (readonly [name: string, value: Json])[],
): AskedWrite['request'] =>
  added.length === 0
    ? request
    : { ...request, body: JSON.stringify({ data: { ...data, ...Object.fromEntries(added) } }) }

/** A misreading: publishing copies only the attributes of the body to the published row. */
const PUBLISHED_BODY: WriteMisreading = {
  rule: 'write.publish.row',
  kind: 'only the body is published',
  says: 'Publishing copies the whole draft. The server publishes only the attributes of the body.',
  read: (asked) => {
    const { request, type, data, model } = asked
    const isDraft = splitQuery(request.url).parts.some(isDraftPart)
    if (request.method !== 'PUT' || !type.draftAndPublish || isDraft || data === undefined) return request
    const [published, draft] = [asked.rowOf('published'), asked.rowOf('draft')]
    if (published === undefined || draft === undefined) return request
    const kept = [...(model?.attributes.values() ?? [])].flatMap(({ attribute: { name, kind } }) => {
      const value = member(published, name)
      const isOther = kind === 'scalar' && value !== undefined && !Object.hasOwn(data, name)
      const isOld = isOther && JSON.stringify(value) !== JSON.stringify(member(draft, name) ?? null)
      return isOld && !STAMPS.has(name) ? [[name, value] as const] : []
    })
    return withMembers(asked, kept)
  },
}

/** The names of the attributes whose values each row of a document has separately. */
const STAMPS: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'publishedAt', 'locale'])

/** The misreadings of a whole write, and not of single values. */
export const WHOLE: readonly WriteMisreading[] = [
  ...STATUS,
  ...LOCALES,
  ...MEMBERS,
  ...ONE_STATUS,
  PUBLISHED_BODY,
  ...OPTIONS,
  ...ANSWERS,
]
