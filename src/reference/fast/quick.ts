/** Reads that were planned before, and entries that were written before, are taken from what is kept. */
import { type Kept, onceOn } from '../../util/cache/lru.ts'
import type { Role } from '../graph/graph.ts'
import { filled, type Operands, type Shaped, shapeOf, templateOf } from '../parse/shape.ts'
import { restricts } from '../plan/fields.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { planFor } from '../plan/query.ts'
import type { Prepared, Read, Reader, Reading, Refused } from '../read.ts'
import type { WrittenEntries } from '../respond/respond.ts'
import { isPerRow, type Sheet, writtenEntries } from './written.ts'

/** A read whose entries are text. */
export interface WrittenRead {
  readonly ok: true
  readonly plan: QueryPlan
  readonly written: WrittenEntries
}

/** A plan, and what its texts are kept under; null where its entries are not kept as text. */
interface Kind {
  readonly prepared: Prepared
  readonly selection: string | null
}

/** What queries of one shape have in common: all but their operands. */
interface Likeness extends Kind {
  readonly template: Operands
}

/** Bytes that a plan takes: so many for each character of the query, besides what every plan has. */
const BYTES_OF_PLAN = 4_000
const BYTES_OF_CHARACTER = 60

/** A reader that keeps plans and texts: it reads as the other does, with the entries as text. */
export function quickReader(reader: Reader, kept: Kept): (reading: Reading) => Read | WrittenRead {
  const likenesses = kept.shelf<Likeness>()
  const sheets = kept.shelf<Sheet>()
  const selections = kept.shelf<string>()
  const roles = new WeakMap<Role, number>()
  let [lastRole, lastSelection] = [0, 0]

  /** A number for each role, as long as there is the role. */
  function numberOf(role: Role): number {
    const known = roles.get(role) ?? ++lastRole
    roles.set(role, known)
    return known
  }

  /** Everything that the entries of a plan depend on, besides the rows that it finds, by a short name. */
  function selectionOf({ syntax, plan }: Prepared, role: number): string | null {
    if (!isPerRow(plan.select)) return null
    const { type, rows, select } = plan
    const { fields, populate } = syntax
    // What sort and filters may add to the scalars they add only where fields are named.
    const scalars = restricts(fields) ? select.scalars : null
    const key = `${role} ${type.uid} ${JSON.stringify([rows, scalars, select.asRead, fields, populate])}`
    return onceOn(selections, key, () => ({ value: String(++lastSelection), bytes: 0 }))
  }

  function kindOf(reading: Reading): Kind | Refused {
    const { type, target, search } = reading
    const role = numberOf(reading.role)
    const shaped = shapeOf(search)
    // What has no operands is no shape of others, whatever stands in it.
    const { shape, operands } = shaped
    const key = `${type.uid} ${target.kind} ${role} ${operands.length} ${shape}`
    const known = likenesses.get(key)
    const again = known && kindLike(known, shaped)
    if (again !== undefined) return again
    const prepared = reader.prepare(reading)
    if (!prepared.ok) return prepared
    const kind = { prepared, selection: selectionOf(prepared, role) }
    if (known !== undefined || !likenesses.again(key)) return kind
    const template = operands.length === 0 ? prepared.syntax : templateOf(shaped, reader.parse)
    if (template !== undefined)
      likenesses.set(key, { template, ...kind }, BYTES_OF_PLAN + BYTES_OF_CHARACTER * search.length)
    return kind
  }

  function kindLike(known: Likeness, { operands }: Shaped): Kind | undefined {
    if (operands.length === 0) return known
    const prepared = reader.again(known.prepared, filled(known.template, operands))
    return prepared && { prepared, selection: known.selection }
  }

  return (reading) => {
    const kind = kindOf(reading)
    if ('ok' in kind) return kind
    const { prepared, selection } = kind
    const plan = planFor(prepared.plan, reading.target, prepared.context)
    if (selection !== null) {
      const written = writtenEntries(plan, reader.graph, reader.limits, { kept: sheets, selection })
      if (written !== undefined) return { ok: true, plan, written }
    }
    return reader.perform({ ...prepared, plan })
  }
}
