/** The limits of a server, for all clients together and for each connection. */
import { MAX_TARGET_BYTES } from '../../reference/request.ts'

/** Times are in milliseconds, sizes in bytes. Each is an integer of at least 1. */
export interface Limits {
  /** Open connections; the server closes any further connection at once. */
  readonly maxConnections: number
  /** Time for the request line and headers to arrive; then 408. */
  readonly headersTimeout: number
  /** Time for a request with its body to arrive; then the server closes the connection. */
  readonly requestTimeout: number
  /** Idle time before the server closes a connection. */
  readonly keepAliveTimeout: number
  /** Time for a client to read `sliceSize` bytes of an answer; then the server closes the connection. */
  readonly stallTimeout: number
  /** Request line and headers together; 431 above it. The request line alone has a limit of 16 KiB. */
  readonly maxHeaderSize: number
  /**
   * A body, and the texts of a form with files; 413 above it. The server also discards this much of an unread body
   * before it closes the connection.
   */
  readonly maxBodySize: number
  /** A form with files, from a caller with the permission to upload; 413 above it. */
  readonly maxUploadSize: number
  /** Pipelined requests that wait on one connection; one more ends the connection. */
  readonly maxPipelined: number
  /** Bytes of an answer that a connection buffers at once. The server writes longer answers slice by slice. */
  readonly sliceSize: number
  /** Bytes of longer answers that the server holds for all clients, equal answers counted once; 503 above it. */
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

/** The default limit of named worlds. */
export const MOST_WORLDS = 10_000

/** The limit of replicas. */
export const REPLICAS = 256

/** Milliseconds for the client to read the last answer of a connection before the server closes it. */
export const LINGER = 1_000

/** The longest delay of a timer in Node. */
export const MAX_LIMIT = 2 ** 31 - 1

/**
 * The default limits with the given ones in their place. @throws RangeError if one is not an integer from 1 to
 * `MAX_LIMIT`.
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
