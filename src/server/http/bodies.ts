/** Taking in the body of a request, within bounds: of one body, and of all that are being taken in. */
import type { IncomingMessage } from 'node:http'
import type { NoBody } from '../layer.ts'
import type { Limits } from './limits.ts'

/** How many bytes are held for all who are sending. */
export class BodyRoom {
  private readonly size: number
  private held = 0

  constructor(size: number) {
    this.size = size
  }

  /** Whether there is room for so many bytes more; they are held then. */
  take(bytes: number): boolean {
    if (this.held + bytes > this.size) return false
    this.held += bytes
    return true
  }

  give(bytes: number): void {
    this.held -= bytes
  }
}

/** How much of the body of a request is taken in: files may be longer than what is read. */
export const mostOf = (
  url: string,
  contentType: string | undefined,
  { maxBodySize, maxUploadSize }: Pick<Limits, 'maxBodySize' | 'maxUploadSize'>,
): number => {
  const isForm = /^multipart\/form-data\b/i.test(contentType ?? '')
  return isForm && /\/upload\/?(?:\?|$)/i.test(url) ? Math.max(maxUploadSize, maxBodySize) : maxBodySize
}

/** The whole of a body, or why it is not there. Never fails. */
export function takeIn(
  request: IncomingMessage,
  maxBodySize: number,
  room: BodyRoom,
): Promise<Uint8Array | NoBody> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > maxBodySize) return resolve('too-large')
    // Nobody would say again that it has come to its end.
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
      if (held + chunk.length > maxBodySize) return end('too-large')
      if (!room.take(chunk.length)) return end('no-room')
      held += chunk.length
      chunks.push(chunk)
    }
    request.on('data', take)
    request.once('end', () => end(Buffer.concat(chunks)))
    request.once('close', () => end('gone'))
  })
}
