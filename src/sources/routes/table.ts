/** The route table of a project: finds the route of a path and its steps. */

import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { asDecoded } from '../../util/url/percent.ts'

/** The actions of a content type. */
export type Action = 'find' | 'findOne' | 'create' | 'update' | 'delete'

export interface CodeRoute<Before> {
  readonly method: string
  /** Below the prefix of the API: `['restaurants', ':id']`. */
  readonly segments: readonly string[]
  /** undefined if code of the project answers by itself. */
  readonly core: { readonly type: ContentType; readonly action: Action } | undefined
  readonly isOpen: boolean
  /** The required permission; null for that of the type. */
  readonly scope: string | null
  readonly before: Before
}

export interface Match<Before> {
  readonly route: CodeRoute<Before>
  readonly params: Readonly<Record<string, string>>
  /** The value of `:id` or `:documentId`, as sent. */
  readonly id: string
}

export const segmentsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '')

/** The core routes of a type, in Strapi's order. */
export function coreRoutes(type: ContentType): readonly (readonly [Action, string, string])[] {
  if (type.kind === 'singleType') {
    const path = `/${type.singularName}`
    return [
      ['find', 'GET', path],
      ['update', 'PUT', path],
      ['delete', 'DELETE', path],
    ]
  }
  const list = `/${type.pluralName}`
  const document = `${list}/:id`
  return [
    ['find', 'GET', list],
    ['findOne', 'GET', document],
    ['create', 'POST', list],
    ['update', 'PUT', document],
    ['delete', 'DELETE', document],
  ]
}

/** The routes of a type without a file of routes. `beforeOf` returns the code that runs before an action. */
export const usualRoutes = <Before>(
  type: ContentType,
  beforeOf: (action: Action) => Before,
): readonly CodeRoute<Before>[] =>
  coreRoutes(type).map(([action, method, path]) => ({
    method,
    segments: segmentsOf(path),
    core: { type, action },
    isOpen: false,
    scope: null,
    before: beforeOf(action),
  }))

/** The path of a route in the reference. */
export function corePath(
  graph: Graph,
  { type, action }: NonNullable<CodeRoute<unknown>['core']>,
  id: string,
): string {
  const { prefix } = graph.settings
  if (type.kind === 'singleType') return `${prefix}/${type.singularName}`
  const list = `${prefix}/${type.pluralName}`
  return action === 'find' || action === 'create' ? list : `${list}/${id}`
}

/** All routes of a path, of any method. */
export function matches<Before>(
  path: string,
  routes: readonly CodeRoute<Before>[],
): readonly Match<Before>[] {
  const parts = path.split('/').slice(1)
  // Ignores one trailing slash.
  if (parts.length > 1 && parts.at(-1) === '') parts.pop()
  return routes.flatMap((route) => {
    const params = paramsOf(route.segments, parts)
    if (params === undefined) return []
    const decoded = Object.entries(params).map(([name, part]) => [name, asDecoded(part)] as const)
    return [{ route, params: Object.fromEntries(decoded), id: params['id'] ?? params['documentId'] ?? '' }]
  })
}

function paramsOf(
  segments: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (segments.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [place, segment] of segments.entries()) {
    const part = parts[place] ?? ''
    if (segment.startsWith(':')) {
      if (part === '') return undefined
      params[segment.slice(1)] = part
    } else if (segment.toLowerCase() !== part.toLowerCase()) return undefined
  }
  return params
}
