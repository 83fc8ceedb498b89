/** The data that the generators of one request share. */
import type { Graph, Role } from '../../src/reference/graph/graph.ts'
import type { Roll } from './dice.ts'
import type { RequestSettings } from './settings.ts'

export interface Scene {
  readonly graph: Graph
  readonly role: Role
  readonly roll: Roll
  readonly settings: RequestSettings
  /** Existing documents. */
  readonly documentIds: readonly string[]
}
