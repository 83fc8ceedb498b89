/** The tables and columns in which the database stores the links of a populated attribute. */
import type { Branch } from '../../../../reference/plan/plan.ts'
import type { PopulatableAttribute } from '../../../../reference/schema/schema.ts'
import { modelOf } from '../../../../reference/schema/target.ts'
import type { ServicePlace } from '../place.ts'

/**
 * Returns the columns by which a query for distinct rows merges equal rows. Without a sort, the query also selects the
 * positions of the links, and only the inverse side of a relation repeats positions.
 */
export function distinctOf(
  attribute: PopulatableAttribute,
  columns: readonly string[],
  isSorted: boolean,
): Pick<Branch, 'distinct'> {
  if (isSorted) return { distinct: { columns, byPosition: false } }
  const isRepeated = attribute.kind === 'relation' && attribute.many && attribute.isMapped === true
  return isRepeated ? { distinct: { columns, byPosition: true } } : {}
}

/**
 * Returns whether the links of an attribute have a stored order, which takes precedence over the order of ids. Only
 * to-one relations and relations that are not stored have no stored order.
 */
export const isOrdered = (attribute: PopulatableAttribute): boolean =>
  attribute.kind !== 'relation' || (attribute.via === 'stored' && attribute.many)

/** Returns whether the database reads the entries of an attribute through a join table. */
export function isJoined(attribute: PopulatableAttribute, { schema }: ServicePlace): boolean {
  switch (attribute.kind) {
    case 'relation':
      return attribute.via === 'stored'
    case 'component':
    case 'media':
      return true
    case 'morphBy': {
      const by = modelOf(schema, attribute.target)?.attributes.get(attribute.by)
      return by?.kind === 'morphTo' && by.many
    }
    case 'zone':
    case 'morphTo':
      return false
  }
}

/**
 * Returns the columns that the query for populated entries must select in addition to the columns that its parameters
 * name.
 */
export function addedIn(attribute: PopulatableAttribute): readonly string[] {
  if (attribute.kind === 'zone' || attribute.kind === 'morphTo') return ['id']
  if (attribute.kind !== 'relation' || attribute.via === 'stored') return []
  return attribute.via === 'creator' ? ['id'] : ['documentId']
}
