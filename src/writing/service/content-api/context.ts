/** The context that every part of the content API service uses. */
import type { Graph, Role } from '../../../reference/graph/graph.ts'
import type { PlanContext } from '../../../reference/plan/plan.ts'
import type { Schema } from '../../../reference/schema/schema.ts'
import type { Departs } from '../../../reference/strapi/write-quirks.ts'
import type { Seen } from './closed.ts'

export interface ContentApiContext {
  readonly graph: Graph
  readonly schema: Schema
  /** The profile, as far as a query depends on it. */
  readonly profile: Pick<PlanContext, 'has' | 'database'>
  readonly departs: Departs
  /** The caller; undefined for no restriction by permissions. */
  readonly seen: Seen | undefined
  /** The role of the caller, or one that may do everything. */
  readonly role: Role
  /** Whether unknown parameters or attributes are refused or removed. */
  readonly isStrict: boolean
}
