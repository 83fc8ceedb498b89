/**
 * Held bodies. A held body is the body of an answer of the content API that stays in the server until code in the
 * thread reads it.
 */

/** A reference to a held body, which messages between the server and the thread contain instead of the body. */
export interface HeldBody {
  /** The position of the held body among the held bodies of its request, counted from 0. */
  readonly id: number
  /** The length of the held body in bytes. */
  readonly length: number
}

/** A message that asks the server to write a held body into shared memory. */
export interface ReadMessage {
  readonly kind: 'read'
  readonly request: number
  readonly id: number
  readonly memory: SharedArrayBuffer
}

/**
 * The number of bytes for the state at the start of the shared memory of a read. In the shared memory, the held body
 * follows the state, in UTF-8.
 */
const STATE_BYTES = 4
/** The state of a read after the server has written the body into the shared memory. */
const WRITTEN = 1
/** The state of a read if the server no longer has the held body. */
const GONE = 2

/**
 * Writes a held body into the shared memory of a read, and wakes the waiting thread. The parameter `body` is
 * undefined if the server has dropped the held body.
 */
export function writeBody(memory: SharedArrayBuffer, body: string | undefined): void {
  const state = new Int32Array(memory, 0, 1)
  if (body !== undefined) Buffer.from(memory, STATE_BYTES).write(body)
  Atomics.store(state, 0, body === undefined ? GONE : WRITTEN)
  Atomics.notify(state, 0)
}

/** The maximum time that the read of a held body waits for the server, in milliseconds. */
const PATIENCE = 10_000

/**
 * Reads a held body synchronously. The function `ask` requests the held body from the server, and the thread waits
 * for the body.
 * @throws Error if the server has dropped the held body, or does not write it in time.
 */
export function readBody(length: number, ask: (memory: SharedArrayBuffer) => void): string {
  const memory = new SharedArrayBuffer(STATE_BYTES + length)
  const state = new Int32Array(memory, 0, 1)
  ask(memory)
  Atomics.wait(state, 0, 0, PATIENCE)
  if (Atomics.load(state, 0) === WRITTEN) return Buffer.from(memory, STATE_BYTES).toString()
  throw new Error('The body of this answer no longer exists: read ctx.body before the response ends')
}
