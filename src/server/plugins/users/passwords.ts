/**
 * Passwords: a dataset has them as a server keeps them, hashed by bcrypt, or as plain text. Those that are set here are
 * kept as digests under a key of this process, and in no graph.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** `$2b$10$` and 53 characters. */
const HASH = /^\$2[abxy]?\$(\d\d)\$[./A-Za-z0-9]{53}$/

/** Rounds, as a power of two, above which a hash takes too long to look at. */
const MOST_ROUNDS = 14
/** Comparisons that wait for others; one more is refused. */
const MOST_WAITING = 50

export class Passwords {
  private readonly key = randomBytes(32)
  private readonly set = new Map<number, Buffer>()
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  /** From now on the password of this user. */
  change(id: number, password: string): void {
    this.set.set(id, this.digest(password))
  }

  /** Whether it is the password of a user; `kept` is what the dataset has of it. `busy` where too many are asking. */
  async matches(password: string, id: number, kept: string | null): Promise<boolean | 'busy'> {
    const changed = this.set.get(id)
    if (changed !== undefined) return timingSafeEqual(changed, this.digest(password))
    if (kept === null || kept === '') return false
    const rounds = HASH.exec(kept)?.[1]
    if (rounds === undefined) return timingSafeEqual(this.digest(kept), this.digest(password))
    return Number(rounds) > MOST_ROUNDS ? false : this.inTurn(() => compare(password, kept))
  }

  private digest(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest()
  }

  /** One after the other: each takes a while of the only thread there is. */
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
