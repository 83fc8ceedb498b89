/** Determines the error answers of the real server that differ from the documentation. */
import type { Refusal } from '../refusal.ts'
import type { HasDepartures } from './changes.ts'

/** Returns whether the server of the profile, or its database, fails with 500 instead of refusing the request. */
export const crashesAt = ({ crash }: Refusal, { has }: HasDepartures): boolean =>
  crash === 'database' || (crash !== undefined && has(crash))

/**
 * Returns whether the request header for source maps has no effect, as in releases before 5.23.2 (recording
 * http-060).
 */
export const ignoresSourceMaps = ({ has }: HasDepartures): boolean => has('content-source-map-header')

/** A status with a plain text as its body. */
interface PlainStatus {
  readonly status: number
  readonly text: string
}

const NOT_ALLOWED: PlainStatus = { status: 405, text: 'Method Not Allowed' }
const NOT_IMPLEMENTED: PlainStatus = { status: 501, text: 'Not Implemented' }
const KNOWN_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Returns the answer to a method that the path does not support. The router of the real server responds with 501 to
 * methods that it does not know (recordings http-017, http-018).
 */
export const statusOfMethod = (method: string, { has }: HasDepartures): PlainStatus =>
  has('unknown-method-501') && !KNOWN_METHODS.includes(method) ? NOT_IMPLEMENTED : NOT_ALLOWED
