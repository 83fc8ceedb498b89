/** The context of a query of code: the schema, the profile and the rows of each level. */
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
  /** Evaluates plans over the graph. */
  readonly reader: Reader
  /** `filters` of the query engine: a condition on every level. */
  readonly filters: Json | undefined
  readonly faults: LateFaults
  /** Plans a level below a populated attribute. */
  readonly planBelow: LevelPlanner
}

/** Plans a level in the order in which the real server looks at its parameters. @throws ServiceFault */
export type LevelPlanner = (
  params: JsonObject,
  model: Model,
  reading: LevelReading,
  place: ServicePlace,
) => ReadLevel

/** How the database reads the rows of a level. */
export interface LevelReading {
  /** Whether it joins a table of links. */
  readonly isJoined: boolean
  /** Columns that it selects after those of the query. */
  readonly adds: readonly string[]
  /** Whether it reads one row only, so that the order need not be total. */
  readonly isFirst?: boolean
}

export interface ReadLevel {
  readonly where: Condition
  readonly order: SortOrder
  readonly select: Selection
  readonly search: Search | null
  readonly cut: Cut
  /** Whether `select` leaves out columns. */
  readonly isRestricted: boolean
  /** Whether rows with equal columns are shown once. */
  readonly isDistinct: boolean
}

export interface SortOrder {
  readonly sort: readonly SortStep[]
  /** The columns that a query for distinct rows selects before all others. */
  readonly columns: readonly string[]
  /** Whether a key is one of linked entries. */
  readonly isDeep: boolean
}

/** Faults that only show when the database reads a populated attribute. */
export class LateFaults {
  readonly #faults = new Map<Refusal, ServiceFault>()
  /** The refusals by their marks in a plan. */
  readonly refusals = new Map<LateFault, Refusal>()

  /** Returns the mark that a plan carries. */
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
