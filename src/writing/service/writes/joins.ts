/**
 * Finds the tables that a `where` joins. The joined tables determine whether a write of many rows fails in the
 * database.
 */
import type { Model } from '../../../reference/schema/schema.ts'
import { targetOf } from '../../../reference/schema/target.ts'
import { isList, isObject, type Json } from '../../../util/json.ts'
import type { Call } from './call.ts'
import { ofDatabase } from './fault.ts'

/**
 * The names by which a `where` tests the written rows directly, and the models of the tables that the `where` joins.
 */
export interface Joins {
  readonly tested: readonly string[]
  readonly models: readonly Model[]
}

/** Returns the names that a `where` tests and the tables that it joins, on all levels of the `where`. */
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

/** The columns that the table of each content type has in addition to its attributes. */
const COLUMNS: readonly string[] = ['documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale']

/**
 * Checks the joins of a `where` that deletes rows. The SQL statement names columns without their table, so a column
 * name that a joined table also has is ambiguous. @throws ServiceFault
 */
export function checkJoins({ tested, models }: Joins): void {
  const isIn = (name: string, model: Model): boolean =>
    name === 'id' ||
    model.attributes.get(name)?.kind === 'scalar' ||
    (model.modelType === 'contentType' && COLUMNS.includes(name))
  const ambiguous = tested.find((name) => models.some((model) => isIn(name, model)))
  if (ambiguous !== undefined) throw ofDatabase(`ambiguous column name: ${ambiguous}`)
}
