/** Held bodies: bodies of the content API that stay in the server until code in the thread reads them. */

/** A reference to a held body, which messages between the server and the thread contain instead of the body. */
export interface HeldBody {
  /** The number of the body among the held bodies of its request, counted from 0. */
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
 * The length, in bytes, of the number at the start of a read's shared memory. The number is the state of the read, and
 * the body follows in UTF-8.
 */
const STATE_BYTES = 4
/** The state of a read whose body is written. */
const WRITTEN = 1
/** The state of a read whose body the server has dropped. */
const GONE = 2

/**
 * Writes a body into the shared memory of a read, and wakes the thread. `undefined` means that the server has dropped
 * the body.
 */
export function writeBody(memory: SharedArrayBuffer, body: string | undefined): void {
  const state = new Int32Array(memory, 0, 1)
  if (body !== undefined) Buffer.from(memory, STATE_BYTES).write(body)
  Atomics.store(state, 0, body === undefined ? GONE : WRITTEN)
  Atomics.notify(state, 0)
}

/** The maximum time in milliseconds that a read waits for the server. */
const PATIENCE = 10_000

/**
 * Reads a held body synchronously: `ask` requests the body from the server, and the thread waits.
 * @throws Error if the server has dropped the body.
 */
export function readBody(length: number, ask: (memory: SharedArrayBuffer) => void): string {
  const memory = new SharedArrayBuffer(STATE_BYTES + length)
  const state = new Int32Array(memory, 0, 1)
  ask(memory)
  Atomics.wait(state, 0, 0, PATIENCE)
  if (Atomics.load(state, 0) === WRITTEN) return Buffer.from(memory, STATE_BYTES).toString()
  throw new Error('The body of this answer no longer exists: read ctx.body before the response ends')
}
