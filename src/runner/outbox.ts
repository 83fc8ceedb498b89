/** Collects messages: those of one turn of the event loop travel together, because each post takes as long as its data. */

/** Before code of a project can replace it. */
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

  /** Posts all messages now. */
  flush(): void {
    const messages = this.#waiting
    if (messages.length === 0) return
    this.#waiting = []
    this.#post(messages)
  }
}
