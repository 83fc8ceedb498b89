/**
 * Holds the longer answers that clients are still reading. It stores equal bodies once, within a limit of bytes. When
 * it needs room, it cuts off stalled clients.
 */
export interface BodyReader {
  readonly body: Uint8Array
  /** Closes the connection. */
  readonly cut: () => void
}

interface OutboxOptions {
  /** The limit, in bytes. */
  readonly maxPendingBytes: number
  /** The clock, in milliseconds. */
  readonly now: () => number
}

/** After these milliseconds without progress, the outbox may cut off a client to make room. */
export const PATIENCE = 1_000

export class Outbox {
  private readonly options: OutboxOptions
  /** The time of each reader's last progress, oldest first. */
  private readonly readers = new Map<BodyReader, number>()

  constructor(options: OutboxOptions) {
    this.options = options
  }

  /** Adds a reader of these bytes; undefined if there is no room. */
  admit(bytes: Uint8Array, cut: () => void): BodyReader | undefined {
    const body = this.held().find((one) => Buffer.compare(one, bytes) === 0) ?? bytes
    if (!this.makeRoom(body)) return undefined
    const reader = { body, cut }
    this.progress(reader)
    return reader
  }

  /** Records that the reader made progress. */
  progress(reader: BodyReader): void {
    this.readers.delete(reader)
    this.readers.set(reader, this.options.now())
  }

  leave(reader: BodyReader): void {
    this.readers.delete(reader)
  }

  /** Bytes held, equal bodies counted once. */
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
