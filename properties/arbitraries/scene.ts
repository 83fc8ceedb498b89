/** What the generators of a request share. */
import type { Graph, Role } from '../../src/reference/graph/graph.ts'
import type { Roll } from './dice.ts'
import type { RequestSettings } from './settings.ts'

export interface Scene {
  readonly graph: Graph
  /** Who asks. */
  readonly role: Role
  readonly roll: Roll
  readonly settings: RequestSettings
  /** Documents that exist. */
  readonly documentIds: readonly string[]
}
