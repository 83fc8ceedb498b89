/**
 * Defines misreadings of `locale`, `status`, `populate` and `_q` that depend on the locales and content types of the
 * dataset.
 */
import type { Graph } from '../../../../reference/graph/graph.ts'
import type { ContentType } from '../../../../reference/schema/schema.ts'
import { isObject, type Json, type JsonObject } from '../../../../util/json.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import { dataOf, entriesOf } from '../../../bodies/answer.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import { isListIndex, partsOf, readPart } from '../../../names/mentions.ts'
import type { WireRequest } from '../../../target/target.ts'
import { FREE_INDEX } from '../filters/conditions.ts'
import {
  type Distortion,
  isOf,
  keyFrom,
  type Misreading,
  ofQuery,
  type ResourceOf,
  resourceReader,
  textOf,
  wholeList,
  withParts,
} from '../parts.ts'
import { PUBLICATION } from './publication.ts'
import { searchMisread } from './searching.ts'

/** Returns whether a query part is the parameter `locale` as a text, with a value that passes the test. */
const isLocale = (part: string, has: (value: string) => boolean): boolean => {
  const { segments, value } = readPart(part)
  return segments.length === 1 && segments[0] === 'locale' && has(value)
}

const inAll = (kind: string, does: string, change: (part: string) => readonly string[]): Misreading => ({
  ...ofQuery('locale.all', kind, (parts) =>
    parts.flatMap((part) => (isLocale(part, (value) => value === '*') ? change(part) : [part])),
  ),
  says: `${sentenceOf('locale.all')} The server ${does}.`,
})

/** Returns the misreadings of locales: of `locale=*`, and of locales that the dataset lacks. */
function locales({ locales: { codes, default: first } }: Graph): readonly Misreading[] {
  const known = new Set(codes.map(({ code }) => code))
  const isUnknown = (value: string): boolean => value !== '*' && !known.has(value)
  const [other] = codes.filter(({ code }) => code !== first)
  return [
    inAll('locale=* is the default locale', 'shows only the default locale', () => []),
    inAll('locale=* is a locale code', 'reads the star as the code of a locale without entries', () => [
      'locale=-',
    ]),
    ...(other === undefined
      ? []
      : [
          inAll('locale=* without the default locale', `shows only the locale \`${other.code}\``, () => [
            `locale=${other.code}`,
          ]),
        ]),
    {
      ...ofQuery('locale.chosen', 'an unknown locale is the default locale', (parts) =>
        parts.filter((part) => !isLocale(part, isUnknown)),
      ),
      says: `${sentenceOf('locale.chosen')} The server reads an unknown locale as the default locale.`,
    },
    {
      ...ofQuery('locale.chosen', 'a locale in any letter case', (parts) =>
        parts.map((part) => {
          const { value } = readPart(part)
          const code = codes.find((one) => one.code.toLowerCase() === value.toLowerCase())?.code
          return isLocale(part, isUnknown) && code !== undefined ? `locale=${encodeURIComponent(code)}` : part
        }),
      ),
      says: `${sentenceOf('locale.chosen')} The server ignores the letter case of a locale.`,
    },
  ]
}

/** The misreadings of a list of locales, of which the target reads only the first or the last locale. */
const ONE_OF_LIST: readonly Misreading[] = (['first', 'last'] as const).map((side) => ({
  ...ofQuery('locale.chosen', `the ${side} of several locales counts`, (parts) => {
    const listed = parts.flatMap((part, at) => (isItemOfLocale(part) ? [at] : []))
    const chosen = listed.at(side === 'first' ? 0 : -1)
    return parts.flatMap((part, at) => {
      if (!listed.includes(at)) return [part]
      return at === chosen ? [`locale=${textOf(part)}`] : []
    })
  }),
  says: `${sentenceOf('locale.chosen')} Of several locales, the server reads only the ${side} one.`,
}))

/** Returns whether a query part is one of the locales in a list, or the only locale. */
function isItemOfLocale(part: string): boolean {
  const [root, ...names] = readPart(part).segments
  return root === 'locale' && names.every(isListIndex)
}

/** A condition that no entry satisfies. */
const NO_ENTRY = `${encodeURIComponent(keyFrom(['filters', '$and', String(FREE_INDEX), 'id']))}=-1`

/**
 * Returns misreadings: a type without localization has no entries in some locales, because its rows have no locale.
 */
function unlocalized(
  { locales: { codes, default: first } }: Graph,
  resourceOf: ResourceOf,
): readonly Misreading[] {
  const known = new Set(codes.map(({ code }) => code))
  const scopes: readonly (readonly [what: string, has: (value: string) => boolean])[] = [
    ['a locale that the dataset lacks', (value) => !known.has(value)],
    ['a locale other than the default', (value) => value !== first],
    ['any locale', () => true],
  ]
  return scopes.map(([what, has]) => ({
    rule: 'locale.chosen',
    kind: `no entries without localization in ${what}`,
    says: `A type without localization ignores \`locale\`. The server finds no entry of such a type with ${what}.`,
    read: (request) => {
      const resource = resourceOf(request)
      const { path, search } = splitTarget(request.url)
      const parent = path.slice(0, path.lastIndexOf('/', path.length - 2))
      const isMeant = (value: string): boolean => value !== '' && value !== '*' && has(value)
      if (resource === undefined || resource.type.localized) return request
      if (!partsOf(search).some((part) => isLocale(part, isMeant))) return request
      return resource.target.kind === 'list'
        ? withParts(request, (parts) => [...parts, NO_ENTRY])
        : { ...request, url: `${parent}/-?${search}` }
    },
  }))
}

const asksForDrafts = (parts: readonly string[]): boolean =>
  parts.some((part) => isOf('status', part) && readPart(part).value === 'draft')

/** A distortion: the linked entries of drafts are the published versions. */
export const PUBLISHED_LINKS: Distortion = {
  rule: 'populate.status',
  kind: 'published links of drafts',
  says: `${sentenceOf('populate.status')} With \`status=draft\`, the server shows the published versions of linked entries.`,
  distort: (request, reference) => {
    const parts = partsOf(splitTarget(request.url).search)
    const routed = reference.routeOf(request)
    if (!asksForDrafts(parts) || !('type' in routed) || !parts.some((part) => isOf('populate', part)))
      return undefined
    const published = withParts(request, (all) => all.filter((part) => !isOf('status', part)))
    if (!routed.type.draftAndPublish) return reference.ask(published).answer
    const { answer } = reference.ask(request)
    const isList = entriesOf(answer.body) !== undefined
    const others = entriesIn(reference.ask(isList ? wholeList(published) : published).answer.body)
    const names = [...routed.type.attributes.values()].flatMap(({ kind, name }) =>
      kind === 'relation' ? [name] : [],
    )
    const changed = entriesIn(answer.body).map((entry) =>
      withLinks(entry, others.find(isVersionOf(entry)), names),
    )
    const [only = null] = changed
    return isObject(answer.body)
      ? { ...answer, body: { ...answer.body, data: isList ? changed : only } }
      : undefined
  },
}

/** Returns the entries in a response body, or the only entry. */
const entriesIn = (body: Json): readonly JsonObject[] => [dataOf(body) ?? []].flat().filter(isObject)

/** Returns whether an entry is a version of another entry, which is of the same document and locale. */
const isVersionOf =
  (one: JsonObject) =>
  (other: JsonObject): boolean =>
    one['documentId'] === other['documentId'] && one['locale'] === other['locale']

/** Returns an entry with the linked entries of another version. */
const withLinks = (entry: JsonObject, other: JsonObject | undefined, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [
      name,
      names.includes(name) ? (other?.[name] ?? value) : value,
    ]),
  )

/** A misreading: `status=draft` shows only the drafts of documents that were never published. */
const UNPUBLISHED: Misreading = {
  ...ofQuery('status.draft', 'status=draft shows unpublished documents', (parts) =>
    asksForDrafts(parts) && !parts.some((part) => isOf('publicationFilter', part))
      ? [...parts, 'publicationFilter=never-published']
      : parts,
  ),
  says: `${sentenceOf('status.draft')} The server omits the drafts of published documents.`,
}

/** A misreading: without `locale`, the target shows the entries of all locales. */
const ALL_LOCALES: Misreading = {
  rule: 'locale.default',
  kind: 'no locale is every locale',
  says: `${sentenceOf('locale.default')} Without \`locale\`, the server shows the entries of all locales.`,
  read: (request) => {
    const { path, search } = splitTarget(request.url)
    if (partsOf(search).some((part) => isOf('locale', part))) return request
    return { ...request, url: `${path}?${search === '' ? '' : `${search}&`}locale=*` }
  },
}

type TypeOf = (request: WireRequest) => ContentType | undefined

/** A misreading: in a request for a type without draft & publish, `status` has no effect on populated entries. */
const draftless = (typeOf: TypeOf): Misreading => ({
  rule: 'populate.status',
  kind: 'status ignored on a type without draft & publish',
  says: `${sentenceOf('populate.status')} On the path of a type without draft & publish, the server ignores \`status\`.`,
  read: (request) =>
    typeOf(request)?.draftAndPublish === false
      ? withParts(request, (parts) => parts.filter((part) => !isOf('status', part)))
      : request,
})

/** A misreading: `on` selects the populate of each listed component, and the other components are shown too. */
const unlisted = (typeOf: TypeOf): Misreading => ({
  rule: 'populate.on',
  kind: 'unlisted components are shown',
  says: `${sentenceOf('populate.on')} The server also shows the components that \`on\` does not list.`,
  read: (request) => {
    const type = typeOf(request)
    if (type === undefined) return request
    return withParts(request, (parts) => [...parts, ...unlistedIn(parts, type)])
  },
})

/** Returns query parts that populate those components of each dynamic zone that the `on` of the query does not list. */
function unlistedIn(parts: readonly string[], { attributes }: ContentType): readonly string[] {
  const listed = new Map<string, Set<string>>()
  for (const part of parts) {
    const [root, name = '', option, kind = ''] = readPart(part).segments
    if (root === 'populate' && option === 'on') listed.set(name, (listed.get(name) ?? new Set()).add(kind))
  }
  return [...listed].flatMap(([name, kinds]) => {
    const zone = attributes.get(name)
    const others = zone?.kind === 'zone' ? zone.components.filter((kind) => !kinds.has(kind)) : []
    return others.map((kind) => `${encodeURIComponent(keyFrom(['populate', name, 'on', kind]))}=true`)
  })
}

/** Returns the misreadings of locales, `status`, `on` and `_q` that are possible with a dataset. */
export function versionsMisread(graph: Graph): readonly Misreading[] {
  const resourceOf = resourceReader(graph)
  const typeOf: TypeOf = (request) => resourceOf(request)?.type
  return [
    ...locales(graph),
    ...ONE_OF_LIST,
    ALL_LOCALES,
    UNPUBLISHED,
    ...PUBLICATION,
    ...unlocalized(graph, resourceOf),
    draftless(typeOf),
    unlisted(typeOf),
    ...searchMisread(typeOf),
  ]
}
