/** The data that all generators of one request share. */
import type { Graph, Role } from '../../src/reference/graph/graph.ts'
import type { Roll } from './dice.ts'
import type { RequestSettings } from './settings.ts'

export interface Scene {
  readonly graph: Graph
  readonly role: Role
  readonly roll: Roll
  readonly settings: RequestSettings
  /** The documentIds of existing documents of the requested type. */
  readonly documentIds: readonly string[]
}
