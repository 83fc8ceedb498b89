/**
 * The services that project code calls: `strapi.documents(uid)`, `strapi.db.query(uid)` and `strapi.entityService`. The
 * services read and write the graph of a world, and check no permissions.
 */
import { isList, isObject, type Json } from '../../util/json.ts'
import type { WritingState } from '../writer.ts'
import { ServiceFault } from './fault.ts'
import { readService } from './reads/index.ts'
import type { ServiceOptions, ServiceOutcome, ServiceRequest } from './request.ts'
import type { ReadService } from './writes/call.ts'
import { writeService } from './writes/index.ts'

export type { ServiceOptions, ServiceOutcome, ServiceRequest } from './request.ts'

/**
 * Calls a method of a Strapi service. An error of the call becomes part of the returned outcome. A failed call leaves
 * the state unchanged, unless the query engine had already written rows or used ids.
 */
export function callService(
  state: WritingState,
  request: ServiceRequest,
  options: ServiceOptions = {},
): ServiceOutcome {
  try {
    if (request.args.some(isTooDeep)) throw new ServiceFault('RangeError', 'Maximum call stack size exceeded')
    const read = readService(state.graph, request, options)
    if (read !== undefined) return { ok: true, value: read.value, state }
    const written = writeService(state, request, { ...options, read: readOf(options) })
    if (written !== undefined) return written
    throw new ServiceFault('TypeError', `${request.service}.${request.method} is not a function`)
  } catch (fault) {
    if (!(fault instanceof ServiceFault)) throw fault
    const { name, message, status, details } = fault
    return { ok: false, error: { name, message, status, details }, state }
  }
}

/** Makes the function with which a write reads the entries of its result, like a read call of project code. */
const readOf =
  (options: ServiceOptions): ReadService =>
  ({ graph }, request) =>
    readService(graph, request, options)?.value

/** The maximum number of nested levels in an argument of a service call. */
const MOST_LEVELS = 200

/** Returns whether a value has too many nested levels for the services. The function uses no recursion. */
function isTooDeep(value: Json): boolean {
  let level: readonly Json[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return true
    level = level.flatMap((item) => (isList(item) ? item : isObject(item) ? Object.values(item) : []))
  }
  return false
}
