/** Answers of the real server that differ from the documented ones. */
import type { Refusal } from '../refusal.ts'
import type { HasDepartures } from './changes.ts'

/** Whether the server of the profile crashes in place of a refusal: the server itself, or its database. */
export const crashesAt = ({ crash }: Refusal, { has }: HasDepartures): boolean =>
  crash === 'database' || (crash !== undefined && has(crash))

/** Whether the header for source maps has no effect, as before 5.23.2. Recording: http-060. */
export const ignoresSourceMaps = ({ has }: HasDepartures): boolean => has('content-source-map-header')

/** A status without a body of its own. */
interface PlainStatus {
  readonly status: number
  readonly text: string
}

const NOT_ALLOWED: PlainStatus = { status: 405, text: 'Method Not Allowed' }
const NOT_IMPLEMENTED: PlainStatus = { status: 501, text: 'Not Implemented' }
const KNOWN_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * The answer to a method that a path does not allow. The router of the real server does not implement methods that it
 * does not know. Recordings: http-017, http-018.
 */
export const statusOfMethod = (method: string, { has }: HasDepartures): PlainStatus =>
  has('unknown-method-501') && !KNOWN_METHODS.includes(method) ? NOT_IMPLEMENTED : NOT_ALLOWED
