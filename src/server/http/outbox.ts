/**
 * The outbox holds long answers while clients read them. The outbox stores equal bodies only once and holds a limited
 * number of bytes. If the outbox needs room, it disconnects clients that have stopped reading.
 */
export interface BodyReader {
  readonly body: Uint8Array
  /** Closes the connection of the client. */
  readonly cut: () => void
}

interface OutboxOptions {
  /** The maximum number of bytes that the outbox holds. */
  readonly maxPendingBytes: number
  /** Returns the current time, in milliseconds. */
  readonly now: () => number
}

/** The time without progress after which the outbox may disconnect a client to make room, in milliseconds. */
export const PATIENCE = 1_000

export class Outbox {
  private readonly options: OutboxOptions
  /** The readers, each with the time of its last progress, oldest first. */
  private readonly readers = new Map<BodyReader, number>()

  constructor(options: OutboxOptions) {
    this.options = options
  }

  /** Adds a client that reads the answer `bytes`; returns undefined if the outbox has no room for this answer. */
  admit(bytes: Uint8Array, cut: () => void): BodyReader | undefined {
    const body = this.held().find((one) => Buffer.compare(one, bytes) === 0) ?? bytes
    if (!this.makeRoom(body)) return undefined
    const reader = { body, cut }
    this.progress(reader)
    return reader
  }

  /** Records that the client of this reader read some bytes. */
  progress(reader: BodyReader): void {
    this.readers.delete(reader)
    this.readers.set(reader, this.options.now())
  }

  leave(reader: BodyReader): void {
    this.readers.delete(reader)
  }

  /** The number of bytes in the outbox, with equal bodies counted once. */
  get pendingBytes(): number {
    return sum(this.held())
  }

  private held(): readonly Uint8Array[] {
    return [...new Set([...this.readers.keys()].map(({ body }) => body))]
  }

  private makeRoom(body: Uint8Array): boolean {
    const { maxPendingBytes, now } = this.options
    while (sum([...new Set([...this.held(), body])]) > maxPendingBytes) {
      const [slowest] = this.readers
      if (slowest === undefined || now() - slowest[1] < PATIENCE) return false
      this.leave(slowest[0])
      slowest[0].cut()
    }
    return true
  }
}

const sum = (bodies: readonly Uint8Array[]): number => bodies.reduce((total, { length }) => total + length, 0)
