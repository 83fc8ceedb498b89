/**
 * Stores passwords. A dataset has bcrypt hashes or plain text. New passwords are stored as digests under a key of this
 * process, and never in a graph.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A bcrypt hash: `$2b$10$` and 53 characters. */
const HASH = /^\$2[abxy]?\$(\d\d)\$[./A-Za-z0-9]{53}$/

/** The limit of bcrypt rounds, as a power of two; a higher cost would block the server. */
const MOST_ROUNDS = 14
/** The limit of queued comparisons; the server refuses any further one. */
const MOST_WAITING = 50

export class Passwords {
  private readonly key = randomBytes(32)
  private readonly set = new Map<number, Buffer>()
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  /** Changes the password of this user. */
  change(id: number, password: string): void {
    this.set.set(id, this.digest(password))
  }

  /**
   * Compares a password with the stored one of the dataset (`stored`) or the changed one. `busy` if the queue is full.
   */
  async matches(password: string, id: number, stored: string | null): Promise<boolean | 'busy'> {
    const changed = this.set.get(id)
    if (changed !== undefined) return timingSafeEqual(changed, this.digest(password))
    if (stored === null || stored === '') return false
    const rounds = HASH.exec(stored)?.[1]
    if (rounds === undefined) return timingSafeEqual(this.digest(stored), this.digest(password))
    return Number(rounds) > MOST_ROUNDS ? false : this.inTurn(() => compare(password, stored))
  }

  private digest(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest()
  }

  /** Runs comparisons one after the other, because each blocks the only thread for a while. */
  private async inTurn(task: () => Promise<boolean>): Promise<boolean | 'busy'> {
    if (this.waiting >= MOST_WAITING) return 'busy'
    this.waiting++
    const mine = this.last.then(task)
    this.last = mine.catch(() => false)
    try {
      return await mine
    } finally {
      this.waiting--
    }
  }
}

async function compare(password: string, hash: string): Promise<boolean> {
  const { default: bcrypt } = await import('bcryptjs')
  return bcrypt.compare(password, hash)
}
