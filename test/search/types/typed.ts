/**
 * Converts a generated query to the type `Query` of the declarations. The conversion removes or rewrites parts that the
 * type does not allow.
 */

import { isObject, isTexts, type QueryObject, type QueryTree } from '../../../properties/arbitraries/print.ts'
import type { Model } from '../../../src/reference/schema/schema.ts'
import type { Seen, SeenLink, SeenModel } from '../../../src/tools/types/seen.ts'
import { typedFilters } from './filters.ts'
import type { Typed, TypedObject } from './typed-value.ts'

const TRUTHS: readonly (QueryTree | undefined)[] = ['true', 't', '1']

/** Returns an object without undefined members. */
const membersOf = (members: Readonly<Record<string, Typed | undefined>>): TypedObject =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): [string, Typed][] =>
      value === undefined ? [] : [[name, value]],
    ),
  )

export function typedQuery(
  query: QueryObject,
  type: Model,
  isList: boolean,
  seen: Seen,
  locales: readonly string[],
): TypedObject {
  const model = seen.models.get(type.uid)
  if (model === undefined) return {}
  const { fields, populate, filters, sort, pagination, status, locale, _q, publicationFilter } = query
  const { hasPublishedVersion } = query
  const own = membersOf({
    fields: typedFields(fields, model),
    populate: typedPopulate(populate, model, seen, true),
    filters: filters === undefined ? undefined : typedFilters(filters, model, seen),
    status: text(status),
    locale: typedLocale(locale, isList, locales),
    publicationFilter: text(publicationFilter),
    hasPublishedVersion: hasPublishedVersion === undefined ? undefined : TRUTHS.includes(hasPublishedVersion),
  })
  const ofList = membersOf({
    sort: typedSort(sort),
    pagination: isObject(pagination) ? typedPages(pagination) : undefined,
    _q: text(_q),
  })
  return isList ? { ...own, ...ofList } : own
}

const text = (tree: QueryTree | undefined): string | undefined =>
  typeof tree === 'string' ? tree : undefined

function typedLocale(
  tree: QueryTree | undefined,
  isList: boolean,
  locales: readonly string[],
): Typed | undefined {
  if (isTexts(tree)) return isList ? tree.filter((code) => locales.includes(code)) : undefined
  return typeof tree === 'string' && (locales.includes(tree) || (isList && tree === '*')) ? tree : undefined
}

const typedPages = (tree: QueryObject): TypedObject =>
  Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      name === 'withCount' ? TRUTHS.includes(value) : Number(value),
    ]),
  )

const listed = (tree: QueryTree): readonly string[] =>
  typeof tree === 'string' ? tree.split(',').map((name) => name.trim()) : isTexts(tree) ? tree : []

/** Converts requested fields. A single name in a text stays a text, as a person would write it. */
function typedFields(tree: QueryTree | undefined, { model }: SeenModel): Typed | undefined {
  if (tree === undefined) return undefined
  const names = listed(tree).filter((name) => model.modelType === 'contentType' || name !== 'documentId')
  return names.length === 1 && typeof tree === 'string' ? names[0] : names
}

function typedSort(tree: QueryTree | undefined): Typed | undefined {
  if (tree === undefined || tree === null) return undefined
  if (typeof tree === 'string' || isTexts(tree)) return listed(tree).map((key) => withOrder(key))
  return isObject(tree) ? orders(tree) : tree.map((item) => (isObject(item) ? orders(item) : ''))
}

function withOrder(key: string): string {
  const [path = '', order] = key.split(':')
  return order === undefined ? path : `${path}:${order.toLowerCase()}`
}

const orders = (tree: QueryObject): TypedObject =>
  Object.fromEntries(
    Object.entries(tree).map(([name, value]): [string, Typed] => [
      name,
      isObject(value) ? orders(value) : String(value).toLowerCase() === 'desc' ? 'desc' : 'asc',
    ]),
  )

/** Converts a populate parameter, without the relations whose targets the role may not see. */
function typedPopulate(
  tree: QueryTree | undefined,
  model: SeenModel,
  seen: Seen,
  isRoot: boolean,
): Typed | undefined {
  if (tree === '*') return '*'
  if (typeof tree === 'string' || isTexts(tree)) {
    const paths = (isRoot ? listed(tree) : [tree].flat()).filter((path) =>
      isSeen(path.split('.'), model, seen),
    )
    return typeof tree === 'string' && paths.length === 1 ? paths[0] : paths
  }
  if (!isObject(tree)) return undefined
  return membersOf(
    Object.fromEntries(
      model.links.map((link) => {
        const value = Object.hasOwn(tree, link.attribute.name) ? tree[link.attribute.name] : undefined
        return [link.attribute.name, value === undefined ? undefined : typedOption(value, link, seen)]
      }),
    ),
  )
}

function isSeen([first, ...rest]: readonly string[], model: SeenModel, seen: Seen): boolean {
  const link = model.links.find(({ attribute }) => attribute.name === first)
  if (link === undefined) return false
  return rest.length === 0 || link.to.some((uid) => isSeenIn(rest, seen.models.get(uid), seen))
}

const isSeenIn = (path: readonly string[], model: SeenModel | undefined, seen: Seen): boolean =>
  model !== undefined && isSeen(path, model, seen)

function typedOption(tree: QueryTree, { attribute, to }: SeenLink, seen: Seen): Typed {
  if (tree === 'false') return false
  if (!isObject(tree)) return true
  const counts = tree.count === 'true'
  const [uid = ''] = to
  const target = seen.models.get(uid)
  switch (attribute.kind) {
    case 'zone':
    case 'morphTo': {
      const { on, populate } = tree
      const kinds = isObject(on) ? typedKinds(on, to, seen) : {}
      if (Object.keys(kinds).length > 0) return { on: kinds }
      if (attribute.kind === 'morphTo') return counts ? { count: true } : true
      return populate === '*' ? { populate: '*' } : true
    }
    case 'relation':
    case 'component':
    case 'morphBy':
    case 'media': {
      if (target === undefined) return true
      const isCountable =
        attribute.kind === 'component' || (attribute.kind === 'relation' && attribute.via === 'stored')
      const filters = tree.filters === undefined ? undefined : typedFilters(tree.filters, target, seen)
      return counts && isCountable ? membersOf({ count: true, filters }) : typedOptions(tree, target, seen)
    }
  }
}

function typedKinds(on: QueryObject, to: readonly string[], seen: Seen): TypedObject {
  return Object.fromEntries(
    Object.entries(on).flatMap(([uid, tree]): [string, Typed][] => {
      const target = seen.models.get(uid)
      if (target === undefined || !to.includes(uid) || tree === 'false') return []
      return [[uid, isObject(tree) ? typedOptions(tree, target, seen) : true]]
    }),
  )
}

/** Removes empty options, because a URL cannot express an empty object. */
function typedOptions(tree: QueryObject, target: SeenModel, seen: Seen): TypedObject {
  const { fields, populate, filters, sort } = tree
  return membersOf({
    fields: typedFields(fields, target),
    populate: typedPopulate(populate, target, seen, false),
    filters: filters === undefined ? undefined : typedFilters(filters, target, seen),
    sort: typedSort(sort),
  })
}

/** Returns the typed query with each value as the text that a URL contains for it. */
export function writtenTree(typed: Typed): QueryTree {
  if (typeof typed !== 'object') return String(typed)
  if (isTypedList(typed)) return typed.map(writtenTree)
  return writtenQuery(typed)
}

const isTypedList = (typed: Typed): typed is readonly Typed[] => Array.isArray(typed)

export const writtenQuery = (typed: TypedObject): QueryObject =>
  Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, writtenTree(value)]))
