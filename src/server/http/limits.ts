/** What a server gives to all who ask it, together and each. */
import { MAX_TARGET_BYTES } from '../../reference/request.ts'

/** Times are in milliseconds, sizes in bytes; each is a whole number of at least 1. */
export interface Limits {
  /** Connections that are open at once; one more is closed as it comes. */
  readonly maxConnections: number
  /** How long request line and headers may take to arrive; then 408. */
  readonly headersTimeout: number
  /** How long a request with its body may take to arrive; then its connection is ended. */
  readonly requestTimeout: number
  /** How long a connection is kept for the next request. */
  readonly keepAliveTimeout: number
  /** How long a reader may take over `sliceSize` bytes of an answer; then its connection is ended. */
  readonly stallTimeout: number
  /** Request line and headers together; 431 above it. The request line alone is never longer than 16 KiB. */
  readonly maxHeaderSize: number
  /**
   * A body, and the texts of a form with files; 413 above it. Also how much of a body that nobody reads is discarded before
   * its connection is closed.
   */
  readonly maxBodySize: number
  /** A form with files, for a caller who may send files; 413 above it. */
  readonly maxUploadSize: number
  /** Requests that wait on one connection for the answers before theirs; one more ends the connection. */
  readonly maxPipelined: number
  /** How much of an answer waits in a connection at once; longer answers are written slice by slice. */
  readonly sliceSize: number
  /** How much of longer answers is held for all readers together, equal ones counted once; 503 above it. */
  readonly maxPendingBytes: number
}

const KIB = 1024
const MIB = 1024 * KIB

export const DEFAULT_LIMITS: Limits = {
  maxConnections: 2_048,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  stallTimeout: 30_000,
  maxHeaderSize: MAX_TARGET_BYTES,
  maxBodySize: MIB,
  maxUploadSize: 64 * MIB,
  maxPipelined: 100,
  sliceSize: 64 * KIB,
  maxPendingBytes: 256 * MIB,
}

/** Milliseconds for the client to read the last answer of a connection before the server closes it. */
export const LINGER = 1_000

/** The longest that a timer of the platform runs. */
export const MAX_LIMIT = 2 ** 31 - 1

/**
 * The limits with those that are given in place of the defaults.
 * @throws RangeError for one that is no whole number from 1 to `MAX_LIMIT`.
 */
export function withDefaults(given: Partial<Limits>): Limits {
  const chosen = (name: keyof Limits): number => checked(name, given[name] ?? DEFAULT_LIMITS[name])
  return {
    maxConnections: chosen('maxConnections'),
    headersTimeout: chosen('headersTimeout'),
    requestTimeout: chosen('requestTimeout'),
    keepAliveTimeout: chosen('keepAliveTimeout'),
    stallTimeout: chosen('stallTimeout'),
    maxHeaderSize: chosen('maxHeaderSize'),
    maxBodySize: chosen('maxBodySize'),
    maxUploadSize: chosen('maxUploadSize'),
    maxPipelined: chosen('maxPipelined'),
    sliceSize: chosen('sliceSize'),
    maxPendingBytes: chosen('maxPendingBytes'),
  }
}

function checked(name: string, value: number): number {
  if (isLimit(value)) return value
  throw new RangeError(`${name} must be a whole number from 1 to ${MAX_LIMIT}, not ${value}`)
}

export const isLimit = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT
