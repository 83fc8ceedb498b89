/**
 * Numbers the joined tables of a database query, because error messages contain the names of joined tables, such as
 * `t1`.
 */
import type {
  ComponentAttribute,
  MediaAttribute,
  Model,
  MorphByAttribute,
  RelationAttribute,
} from '../../../../reference/schema/schema.ts'

/** An attribute that leads to entries of a single type or component. */
export type SingleTarget = RelationAttribute | MorphByAttribute | MediaAttribute | ComponentAttribute

/**
 * Numbers the joined tables `t1`, `t2` and so on, as the real query engine does. The table of links through which the
 * rows are populated comes first, then the tables of the order, and then the tables of the condition.
 */
export class Aliases {
  #count: number

  constructor(isJoined: boolean) {
    this.#count = isJoined ? 1 : 0
  }

  /** Adds joined tables to the query, and returns the name of the last added table. */
  join(tables: number): string {
    this.#count += tables
    return `t${this.#count}`
  }
}

/** Returns the number of tables that a link joins: one if a column of either table stores the link, otherwise two. */
export function tablesTo(attribute: SingleTarget, target: Model): number {
  if (attribute.kind === 'relation') return attribute.via === 'creator' ? 1 : 2
  if (attribute.kind !== 'morphBy') return 2
  const by = target.attributes.get(attribute.by)
  return by?.kind === 'morphTo' && !by.many ? 1 : 2
}
