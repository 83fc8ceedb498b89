/** Reads request bodies within two limits: the size of one body, and the total size of all bodies that are arriving. */
import type { IncomingMessage } from 'node:http'
import { textCounter } from '../../writing/body/multipart.ts'
import type { BodyKind, NoBody } from '../layer.ts'
import type { Limits } from './limits.ts'

/** The counter of the bytes of all request bodies that the server holds while they arrive. */
export class BodyRoom {
  private readonly size: number
  private held = 0

  constructor(size: number) {
    this.size = size
  }

  /** Reserves bytes for a body; returns false if all bodies together would exceed the maximum total size. */
  take(bytes: number): boolean {
    if (this.held + bytes > this.size) return false
    this.held += bytes
    return true
  }

  give(bytes: number): void {
    this.held -= bytes
  }
}

export type BodyLimits = Pick<Limits, 'maxBodySize' | 'maxUploadSize'>

/** The size limit of one request body. */
export interface BodyLimit {
  /** The maximum number of bytes of the whole body. */
  readonly size: number
  /** Counts the next bytes of the body; returns false if the body then exceeds a limit. */
  readonly admits: (chunk: Uint8Array) => boolean
}

/**
 * Returns the size limit of a kind of body. A form with files has the limit `maxUploadSize`. The texts of such a
 * form have the limit `maxBodySize`, because a few bytes of text can become many objects.
 */
export function limitOf(
  kind: BodyKind,
  contentType: string | undefined,
  { maxBodySize, maxUploadSize }: BodyLimits,
): BodyLimit {
  const texts = kind === 'files' ? textCounter(contentType ?? '') : undefined
  const size = texts === undefined ? maxBodySize : Math.max(maxUploadSize, maxBodySize)
  let seen = 0
  const admits = (chunk: Uint8Array): boolean => {
    seen += chunk.length
    return seen <= size && (texts === undefined || texts(chunk) <= maxBodySize)
  }
  return { size, admits }
}

/**
 * Reads a request body. The promise resolves to the bytes of the body, or to the reason why the body was not read, and
 * never rejects.
 */
export function takeIn(
  request: IncomingMessage,
  { size, admits }: BodyLimit,
  room: BodyRoom,
): Promise<Uint8Array | NoBody> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > size) return resolve('too-large')
    // A stream that has ended or is destroyed never emits `end`, so waiting for `end` would never finish.
    if (request.readableEnded || request.destroyed) return resolve('gone')
    const chunks: Buffer[] = []
    let held = 0
    const end = (body: Uint8Array | NoBody): void => {
      request.off('data', take)
      room.give(held)
      held = 0
      chunks.length = 0
      resolve(body)
    }
    const take = (chunk: Buffer): void => {
      if (!admits(chunk)) return end('too-large')
      if (!room.take(chunk.length)) return end('no-room')
      held += chunk.length
      chunks.push(chunk)
    }
    request.on('data', take)
    request.once('end', () => end(Buffer.concat(chunks)))
    request.once('close', () => end('gone'))
  })
}
