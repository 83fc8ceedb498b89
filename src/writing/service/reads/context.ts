/** Makes the context of a service call that reads. */
import type { Graph, Role } from '../../../reference/graph/graph.ts'
import { createReader } from '../../../reference/read.ts'
import { profile } from '../../../reference/strapi/profile.ts'
import type { ServiceOptions } from '../request.ts'
import { planLevel } from './engine/level.ts'
import { withoutLaterAttributes } from './later-attributes.ts'
import { LateFaults, type ServicePlace } from './place.ts'

/** The role of project code, which may read everything. */
const CODE: Role = { name: 'code', permissions: new Set(['*']) }

/** The profile of a call that names no profile. */
const DEFAULT_PROFILE = 'strapi-5.54-sqlite'

/** Returns the context of a service call that reads. @throws ProfileError for an unknown profile. */
export function servicePlace(
  given: Graph,
  { profile: chosen = DEFAULT_PROFILE, budget }: ServiceOptions,
): ServicePlace {
  const { release, database } = profile(chosen)
  const graph = withoutLaterAttributes(given, release)
  const reader = createReader(graph, { profile: chosen, ...(budget === undefined ? {} : { budget }) })
  const { schema, settings, locales } = reader.graph
  return {
    reader,
    schema,
    settings,
    locales,
    role: CODE,
    has: reader.has,
    database,
    rows: { status: null, publication: null },
    late: { has: () => false },
    filters: undefined,
    faults: new LateFaults(),
    planBelow: planLevel,
  }
}
