/** The context that all parts of the content API service share. */
import type { Graph, Role } from '../../../reference/graph/graph.ts'
import type { PlanContext } from '../../../reference/plan/plan.ts'
import type { Schema } from '../../../reference/schema/schema.ts'
import type { Departs } from '../../../reference/strapi/write-quirks.ts'
import type { Seen } from './closed.ts'

export interface ContentApiContext {
  readonly graph: Graph
  readonly schema: Schema
  /** The parts of the profile that affect the checks of queries. */
  readonly profile: Pick<PlanContext, 'has' | 'database'>
  readonly departs: Departs
  /** The role of the caller and the schema; undefined if permissions do not restrict the call. */
  readonly seen: Seen | undefined
  /** The role of the caller, or a role with all permissions. */
  readonly role: Role
  /** Whether unknown parameters or attributes are refused (by `validate`) or removed (by `sanitize`). */
  readonly isStrict: boolean
}
