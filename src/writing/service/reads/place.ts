/** The context of a service call that reads: the schema, the profile, and the rows to read. */
import type { PopulateOptions } from '../../../reference/parse/syntax.ts'
import type { Condition, LateFault, Search, Selection, SortStep } from '../../../reference/plan/plan.ts'
import type { PlaceContext } from '../../../reference/plan/step.ts'
import type { Reader } from '../../../reference/read.ts'
import { type Refusal, validation } from '../../../reference/refusal.ts'
import type { Model } from '../../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../../util/json.ts'
import type { ServiceFault } from '../fault.ts'
import type { Cut } from './engine/page.ts'

export interface ServicePlace extends PlaceContext {
  /** The reader that evaluates query plans on the graph. */
  readonly reader: Reader
  /** The parameter `filters` of the query engine, a condition that applies on every level of the query. */
  readonly filters: Json | undefined
  readonly faults: LateFaults
  /** The function that plans the level of the query below a populated attribute. */
  readonly planBelow: LevelPlanner
}

/**
 * A function that plans one level of a query. The function reads the parameters in the order of the real server, so
 * that it finds the same error first.
 * @throws ServiceFault
 */
export type LevelPlanner = (
  params: JsonObject,
  model: Model,
  reading: LevelReading,
  place: ServicePlace,
) => ReadLevel

/** The properties of the database query that reads the rows of one level. */
export interface LevelReading {
  /** Whether the query joins a table of links. */
  readonly isJoined: boolean
  /** The columns that the query selects in addition to the columns that its parameters request. */
  readonly adds: readonly string[]
  /** Whether the query reads only the first row, so that rows with equal sort keys need no order. */
  readonly isFirst?: boolean
}

export interface ReadLevel {
  readonly where: Condition
  readonly order: SortOrder
  readonly select: Selection
  readonly search: Search | null
  readonly cut: Cut
  /** Whether the parameter `select` omits columns of the table. */
  readonly isRestricted: boolean
  /** Whether rows with equal selected columns appear only once. */
  readonly isDistinct: boolean
}

export interface SortOrder {
  readonly sort: readonly SortStep[]
  /** The columns of the sort keys, which a query for distinct rows selects first. */
  readonly columns: readonly string[]
  /** Whether a sort key is an attribute of linked entries. */
  readonly isDeep: boolean
}

/** The errors that appear only if the database reads a populated attribute. */
export class LateFaults {
  readonly #faults = new Map<Refusal, ServiceFault>()
  /** The refusal for each mark in a plan; a mark is the placeholder of an error. */
  readonly refusals = new Map<LateFault, Refusal>()

  /** Adds an error, and returns the mark that represents the error in a plan. */
  add(fault: ServiceFault): PopulateOptions {
    const mark: PopulateOptions = { entries: [], raw: {} }
    const refusal = validation('populate.forms', fault.message)
    this.refusals.set(mark, refusal)
    this.#faults.set(refusal, fault)
    return mark
  }

  of(refusal: Refusal): ServiceFault | undefined {
    return this.#faults.get(refusal)
  }
}
