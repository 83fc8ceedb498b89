/**
 * Defines misreadings of `locale`, `status`, `populate` and `_q` that depend on the locales and content types of the
 * dataset.
 */
import type { Graph } from '../../../../reference/graph/graph.ts'
import type { ContentType } from '../../../../reference/schema/schema.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import { isListIndex, partsOf, readPart } from '../../../names/mentions.ts'
import type { WireRequest } from '../../../target/target.ts'
import {
  isOf,
  keyFrom,
  type Misreading,
  ofQuery,
  type ResourceOf,
  resourceReader,
  textOf,
  withParts,
} from '../parts.ts'
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
const NO_ENTRY = `${encodeURIComponent(keyFrom(['filters', '$and', '60', 'id']))}=-1`

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
      const [parent = ''] = path.split(/\/[^/]*\/?$/)
      const isMeant = (value: string): boolean => value !== '' && value !== '*' && has(value)
      if (resource === undefined || resource.type.localized) return request
      if (!partsOf(search).some((part) => isLocale(part, isMeant))) return request
      return resource.target.kind === 'list'
        ? withParts(request, (parts) => [...parts, NO_ENTRY])
        : { ...request, url: `${parent}/-?${search}` }
    },
  }))
}

type TypeOf = (request: WireRequest) => ContentType | undefined

/** A misreading: `status` has no effect on the populated entries of a type without draft & publish. */
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
    ...unlocalized(graph, resourceOf),
    draftless(typeOf),
    unlisted(typeOf),
    ...searchMisread(typeOf),
  ]
}
