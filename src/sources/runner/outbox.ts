/**
 * Batches messages. All messages of one turn of the event loop are sent in one post, because each post is expensive.
 */

/** The original `setImmediate`, stored before the project's code can replace the global function. */
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

  /** Posts all waiting messages at once. */
  flush(): void {
    const messages = this.#waiting
    if (messages.length === 0) return
    this.#waiting = []
    this.#post(messages)
  }
}
