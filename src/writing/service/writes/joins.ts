/** The tables that a `where` joins, which decide whether a write of many rows fails in the database. */
import type { Model } from '../../../reference/schema/schema.ts'
import { targetOf } from '../../../reference/schema/target.ts'
import { isList, isObject, type Json } from '../../../util/json.ts'
import type { Call } from './call.ts'
import { ofDatabase } from './fault.ts'

/** The attributes that a condition tests on the rows themselves, and the models of the joined tables. */
export interface Joins {
  readonly tested: readonly string[]
  readonly models: readonly Model[]
}

/** Finds the joins of a `where`, on all its levels. */
export function joinsOf({ type, writing }: Call, where: Json | undefined): Joins {
  const tested: string[] = []
  const models: Model[] = []
  const waiting: (readonly [Json, Model, 'row' | 'joined'])[] = [[where ?? null, type, 'row']]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [condition, model, of] = next
    if (isList(condition)) for (const item of condition) waiting.push([item, model, of])
    for (const [key, value] of Object.entries(isObject(condition) ? condition : {})) {
      const attribute = model.attributes.get(key)
      const target =
        attribute === undefined ? undefined : targetOf(writing.transaction.graph.schema, attribute)
      if (target !== undefined) {
        models.push(target)
        waiting.push([value, target, 'joined'])
      } else if (GROUPS.includes(key)) waiting.push([value, model, of])
      else if (of === 'row' && !key.startsWith('$')) tested.push(key)
    }
  }
  return { tested, models }
}

const GROUPS: readonly string[] = ['$and', '$or', '$not']

/** The columns of the table of each content type. */
const COLUMNS: readonly string[] = ['documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale']

/**
 * Checks the joins of a `where` that deletes rows. The SQL statement names columns without their table, so a column
 * that two joined tables have is ambiguous. @throws ServiceFault
 */
export function checkJoins({ tested, models }: Joins): void {
  const isIn = (name: string, model: Model): boolean =>
    name === 'id' ||
    model.attributes.get(name)?.kind === 'scalar' ||
    (model.modelType === 'contentType' && COLUMNS.includes(name))
  const ambiguous = tested.find((name) => models.some((model) => isIn(name, model)))
  if (ambiguous !== undefined) throw ofDatabase(`ambiguous column name: ${ambiguous}`)
}
