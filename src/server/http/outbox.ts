/**
 * Longer answers on their way. Each body is held once however many read it, all of them together stay within a bound,
 * and where the room is needed, who has stopped reading makes it.
 */
export interface BodyReader {
  readonly body: Uint8Array
  /** Ends the connection. */
  readonly cut: () => void
}

interface OutboxOptions {
  /** Bytes. */
  readonly maxPendingBytes: number
  /** Milliseconds. */
  readonly now: () => number
}

/** Milliseconds after which a reader who has taken nothing may be cut off for the sake of another. */
export const PATIENCE = 1_000

export class Outbox {
  private readonly options: OutboxOptions
  /** With the time of each reader's last progress, the longest ago first. */
  private readonly readers = new Map<BodyReader, number>()

  constructor(options: OutboxOptions) {
    this.options = options
  }

  /** A reader of these bytes; undefined where there is no room for them. */
  admit(bytes: Uint8Array, cut: () => void): BodyReader | undefined {
    const body = this.held().find((one) => Buffer.compare(one, bytes) === 0) ?? bytes
    if (!this.makeRoom(body)) return undefined
    const reader = { body, cut }
    this.progress(reader)
    return reader
  }

  /** The reader has taken something. */
  progress(reader: BodyReader): void {
    this.readers.delete(reader)
    this.readers.set(reader, this.options.now())
  }

  leave(reader: BodyReader): void {
    this.readers.delete(reader)
  }

  /** Bytes, equal bodies counted once. */
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
