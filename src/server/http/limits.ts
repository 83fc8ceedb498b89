/** The limits of a server, for all clients together and for each connection. */
import { MAX_TARGET_BYTES } from '../../reference/request.ts'

/** The limits of a server. Times are in milliseconds, sizes in bytes. Each limit is an integer of at least 1. */
export interface Limits {
  /** The maximum number of open connections; the server closes any further connection at once. */
  readonly maxConnections: number
  /** The maximum time until the request line and the headers have arrived; after this time, the server answers 408. */
  readonly headersTimeout: number
  /** The maximum time until a request with its body has arrived. The server then closes the connection. */
  readonly requestTimeout: number
  /** The idle time after which the server closes a connection. */
  readonly keepAliveTimeout: number
  /** The maximum time for a client to read `sliceSize` bytes of an answer. The server then closes the connection. */
  readonly stallTimeout: number
  /**
   * The maximum size of the request line and headers together; above this size, the server answers 431. The request
   * line has an additional limit of 16 KiB.
   */
  readonly maxHeaderSize: number
  /**
   * The maximum size of a request body, or of the texts in a form with files. The server answers 413 above this size.
   * Before the server closes a connection, it also discards at most this many bytes of an unread body.
   */
  readonly maxBodySize: number
  /**
   * The maximum size of a form with files from a caller who has the permission to upload. The server answers 413 above
   * this size.
   */
  readonly maxUploadSize: number
  /** The maximum number of pipelined requests that wait on one connection; a further request ends the connection. */
  readonly maxPipelined: number
  /**
   * The maximum number of bytes of an answer that a connection buffers at once. The server writes an answer above this
   * length slice by slice.
   */
  readonly sliceSize: number
  /**
   * The maximum total size of the answers longer than `sliceSize` that the server holds for all clients. The server
   * answers 503 above this limit. Equal answers count only once. The request bodies that are arriving have a limit of
   * the same size.
   */
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

/** The default maximum number of named worlds. */
export const MOST_WORLDS = 10_000

/** The maximum number of replicas: servers with the same source, each of which gives other ids to new entries. */
export const REPLICAS = 256

/** The time that a client has to read the last answer before the server closes the connection, in milliseconds. */
export const LINGER = 1_000

/** The maximum value of a limit: the longest delay of a timer in Node. */
export const MAX_LIMIT = 2 ** 31 - 1

/**
 * Returns the limits that the caller passes, and defaults for all other limits. @throws RangeError if a limit is not
 * an integer from 1 to `MAX_LIMIT`.
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
