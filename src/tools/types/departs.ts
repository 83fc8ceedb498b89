/** Selects the departures of a profile that change the shape of answers and therefore the declarations. */
import type { Graph } from '../../reference/graph/graph.ts'
import { copySource } from '../../reference/load/build.ts'
import type { ChangeId, Departure } from '../../reference/strapi/changes.ts'
import { departures, profile } from '../../reference/strapi/profile.ts'
import type { QuirkId } from '../../reference/strapi/quirks.ts'
import { withTypesOf } from '../../reference/strapi/types.ts'

/** The departures for which the declarations have a conditional type. */
export const SHAPING = [
  'sort-field-leak',
  'component-order-leak',
  'morphtoone-fields-null',
  'morphmany-fields-empty',
  'dotted-order',
  'morph-in-list',
  'empty-morph-many-is-array',
  'morphToOne-__type',
] as const satisfies readonly (QuirkId | ChangeId)[]

export type Shaping = (typeof SHAPING)[number]

/**
 * The departures that the declarations do not model: quirks of the kind `reading`, and changes of releases before
 * 5.54.
 */
const UNDECLARED: readonly (QuirkId | ChangeId)[] = [
  'zone-unlisted-bare',
  'file-members',
  'fields-of-links',
  'paths-of-components',
  'morph-populate-star-and-permission',
  'morph-populate-count',
  'empty-morph-list-kept',
]

/**
 * Returns the departures of a profile that its declarations model.
 * @throws ProfileError for an unknown profile.
 */
export function departsIn(name: string | undefined): readonly Shaping[] {
  const has = departures(profile(name))
  return SHAPING.filter(has)
}

/**
 * Returns the departures of a profile that change the shape of answers, but that the declarations do not model. The
 * list is empty for `documented` and for 5.54.
 * @throws ProfileError for an unknown profile.
 */
export function undeclaredIn(name: string | undefined): readonly Departure[] {
  const has = departures(profile(name))
  return UNDECLARED.filter(has)
}

/**
 * The departures that change which attributes a content type has. The departure `file-members` is excluded, because
 * no TypeScript type can express it.
 */
const OF_ATTRIBUTES: ReadonlySet<Departure> = new Set([
  'creators-closed',
  'file-focalPoint',
  'locale-only-on-localized-types',
])

/**
 * Returns the graph with the attributes that content types have in the release of a profile.
 * @throws ProfileError for an unknown profile.
 */
export function describedIn(name: string | undefined, graph: Graph): Graph {
  const departs = departures(profile(name))
  const described = withTypesOf(
    { has: (departure) => OF_ATTRIBUTES.has(departure) && departs(departure) },
    graph,
  )
  // The bodies of writes depend on the schema files, such as on `required`.
  copySource(graph, described)
  return described
}
