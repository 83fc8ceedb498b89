/**
 * A cache of query plans. Queries of the same shape differ only in their operands. For a query of a known shape, only
 * the operands are parsed and planned.
 */
import type { LruBudget } from '../../util/cache/lru.ts'
import type { Role } from '../graph/graph.ts'
import { filled, type Operands, type Shaped, shapeOf, templateOf } from '../parse/shape.ts'
import { planFor } from '../plan/query.ts'
import { type Prepared, type Reading, type RefusedRead, withOperands } from '../prepare.ts'
import type { Reader } from '../read.ts'

/**
 * A prepared read, with the cache key for the texts of its entries; a null key means that these texts cannot be
 * cached.
 */
export interface Planned {
  readonly prepared: Prepared
  readonly textKey: string | null
}

/** A plan that all queries of one shape share. */
interface Shape extends Planned {
  readonly template: Operands
}

/** The estimated bytes of a cached plan without its query. */
const BYTES_OF_PLAN = 4_000
/** The estimated additional bytes of a cached plan for each character of its query. */
const BYTES_OF_CHARACTER = 60

/**
 * Makes a function that prepares reads with cached plans. The cache stores a plan only when a second query of the
 * same shape comes.
 */
export function planCache(
  reader: Reader,
  cache: LruBudget,
  textKeyOf: (prepared: Prepared, role: number) => string | null,
): (reading: Reading) => Planned | RefusedRead {
  const shapes = cache.partition<Shape>()
  const numberOf = numbering()

  function plannedFor(reading: Reading): Planned | RefusedRead {
    const { type, target, search } = reading
    const role = numberOf(reading.role)
    const shaped = shapeOf(search)
    const { shape, operands } = shaped
    // A query that contains the sign for operands has no operands, and its text can equal the shape of another query.
    // Therefore, the cache key of a plan includes the number of operands in the query.
    const key = `${type.uid} ${target.kind} ${role} ${operands.length} ${shape}`
    const known = shapes.get(key)
    const again = known && refilled(known, shaped)
    if (again !== undefined) return again
    const prepared = reader.prepare(reading)
    if (!prepared.ok) return prepared
    const planned = { prepared, textKey: textKeyOf(prepared, role) }
    if (known !== undefined || !shapes.isRepeated(key)) return planned
    const template = operands.length === 0 ? prepared.syntax : templateOf(shaped, reader.parse)
    if (template !== undefined)
      shapes.set(key, { template, ...planned }, BYTES_OF_PLAN + BYTES_OF_CHARACTER * search.length)
    return planned
  }

  function refilled(known: Shape, { operands }: Shaped): Planned | undefined {
    if (operands.length === 0) return known
    const prepared = withOperands(known.prepared, filled(known.template, operands))
    return prepared && { prepared, textKey: known.textKey }
  }

  return (reading) => {
    const planned = plannedFor(reading)
    if ('ok' in planned || reading.target.kind !== 'document') return planned
    const { prepared, textKey } = planned
    // Requests for different documents of a type share one shape. Therefore, each request sets its own document in
    // the plan from the cache.
    const plan = planFor(prepared.plan, reading.target, prepared.context)
    return { prepared: { ...prepared, plan }, textKey }
  }
}

/** Makes a function that returns a unique number for each role, as long as the role exists. */
function numbering(): (role: Role) => number {
  const numbers = new WeakMap<Role, number>()
  let last = 0
  return (role) => {
    const number = numbers.get(role) ?? ++last
    numbers.set(role, number)
    return number
  }
}
