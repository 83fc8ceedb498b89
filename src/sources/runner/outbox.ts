/**
 * Batches messages between the server and a thread. One call of `postMessage` sends all messages of one turn of the
 * event loop, because each such call is expensive.
 */

/**
 * The original function `setImmediate`. This module stores `setImmediate` before the project's code can replace the
 * global function.
 */
const { setImmediate: soon } = globalThis

export class Outbox<Message> {
  readonly #post: (messages: readonly Message[]) => void
  #waiting: Message[] = []
  #isPlanned = false

  constructor(post: (messages: readonly Message[]) => void) {
    this.#post = post
  }

  add(message: Message): void {
    this.#waiting.push(message)
    if (this.#isPlanned) return
    this.#isPlanned = true
    soon(() => {
      this.#isPlanned = false
      this.flush()
    })
  }

  /** Sends all waiting messages at once. */
  flush(): void {
    const messages = this.#waiting
    if (messages.length === 0) return
    this.#waiting = []
    this.#post(messages)
  }
}
