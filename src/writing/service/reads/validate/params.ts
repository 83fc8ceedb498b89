/** Validates the parameters of the document service before the service reads anything. */
import type { ContentType } from '../../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../../util/json.ts'
import { validationFault } from '../../fault.ts'
import type { ServicePlace } from '../place.ts'
import { validateFields } from './fields.ts'
import { validateFilters } from './filters.ts'
import { validatePopulate } from './populate.ts'
import { validateSort } from './sort.ts'

/** Checks the names in all parameters of a call. @throws ServiceFault */
export function validateParams(params: JsonObject, type: ContentType, place: ServicePlace): void {
  const checks = [
    ['filters', validateFilters],
    ['sort', validateSort],
    ['fields', validateFields],
    ['populate', validatePopulate],
  ] as const
  for (const [name, validate] of checks) {
    const value = member(params, name)
    if (value !== undefined && !isEmpty(value)) validate(value, type, place)
  }
  const lookup = member(params, 'lookup')
  if (lookup !== undefined && lookup !== null && lookup !== false && lookup !== '' && lookup !== 0)
    throw validationFault("Invalid params: 'lookup'")
}

/** Returns whether a value is empty in the sense of lodash's `isEmpty`, which is true for every number and boolean. */
function isEmpty(value: Json): boolean {
  if (typeof value === 'string' || isList(value)) return value.length === 0
  return !isObject(value) || Object.keys(value).length === 0
}
