/**
 * The passwords of users, which their rows hold. New ones are bcrypt hashes, as Strapi stores them, so that the code of a
 * project can compare them. A dataset may also have plain text.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { USER_UID } from '../../../reference/schema/schema.ts'
import { digest } from '../../../util/digest.ts'
import type { ServedWorld } from '../../world.ts'

/** A bcrypt hash: `$2b$10$` and 53 characters. */
const HASH = /^\$2[abxy]?\$(\d\d)\$[./A-Za-z0-9]{53}$/

/** The value that `write.values.password` stores: a digest without a salt. */
const DIGEST = 'sha256:'

/** The limit of bcrypt rounds, as a power of two; a higher cost would block the server. */
const MOST_ROUNDS = 14
/** The rounds of new hashes, as a power of two. */
const ROUNDS = 10
/** The limit of queued computations; the server refuses any further one. */
const MOST_WAITING = 50

export class Passwords {
  private readonly key = randomBytes(32)
  private readonly world: ServedWorld
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  constructor(world: ServedWorld) {
    this.world = world
  }

  /** The hash of a new password; `busy` if the queue is full. */
  hash(password: string): Promise<string | 'busy'> {
    return this.inTurn(async () => (await bcrypt()).hash(password, ROUNDS))
  }

  /** Stores the hash of a password in the row of a user. */
  store(id: number, hash: string): void {
    this.world.change(({ update }) => update(USER_UID, id, { password: hash }))
  }

  /** Compares a password with the stored one; `busy` if the queue is full. */
  async matches(password: string, stored: string | null): Promise<boolean | 'busy'> {
    if (stored === null || stored === '') return false
    if (stored.startsWith(DIGEST)) return this.isSame(stored, `${DIGEST}${digest(password)}`)
    const rounds = HASH.exec(stored)?.[1]
    if (rounds === undefined) return this.isSame(stored, password)
    if (Number(rounds) > MOST_ROUNDS) return false
    return this.inTurn(async () => (await bcrypt()).compare(password, stored))
  }

  private isSame(stored: string, given: string): boolean {
    return timingSafeEqual(this.digest(stored), this.digest(given))
  }

  private digest(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest()
  }

  /** Runs computations one after the other, because each blocks the only thread for a while. */
  private async inTurn<T>(task: () => Promise<T>): Promise<T | 'busy'> {
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

const bcrypt = async () => (await import('bcryptjs')).default
