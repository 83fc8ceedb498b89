/** A body of the content API that the server holds, and how the thread reads it after all. */

/** A held body as the messages name it. */
export interface HeldBody {
  /** Among those of its request. */
  readonly id: number
  /** In bytes. */
  readonly length: number
}

/** Requests that the server writes a held body into shared memory. */
export interface ReadMessage {
  readonly kind: 'read'
  readonly request: number
  readonly id: number
  readonly memory: SharedArrayBuffer
}

/** The memory of a read: its state, then the bytes in UTF-8. */
const STATE_BYTES = 4
const WRITTEN = 1
const GONE = 2

/** Writes a body into the memory of a read; undefined for a body that is no longer there. */
export function writeBody(memory: SharedArrayBuffer, body: string | undefined): void {
  const state = new Int32Array(memory, 0, 1)
  if (body !== undefined) Buffer.from(memory, STATE_BYTES).write(body)
  Atomics.store(state, 0, body === undefined ? GONE : WRITTEN)
  Atomics.notify(state, 0)
}

/** Milliseconds that a read waits for the server. */
const PATIENCE = 10_000

/**
 * Reads a body synchronously: `ask` requests it from the server, and the thread waits. @throws Error if the
 * server has dropped it.
 */
export function readBody(length: number, ask: (memory: SharedArrayBuffer) => void): string {
  const memory = new SharedArrayBuffer(STATE_BYTES + length)
  const state = new Int32Array(memory, 0, 1)
  ask(memory)
  Atomics.wait(state, 0, 0, PATIENCE)
  if (Atomics.load(state, 0) === WRITTEN) return Buffer.from(memory, STATE_BYTES).toString()
  throw new Error('The body of this answer no longer exists: read ctx.body before the response ends')
}
